import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { Button, EmptyState, Icon, TextField, useLater } from '../ui/index.ts'
import { FileList } from './FileList.tsx'
import styles from './Transfers.module.css'
import type { OpenFolder } from './useFolder.ts'

export interface BrowserProps {
  readonly open: OpenFolder
  readonly onDebug: () => void
}

/** The folders of a container, one at a time. */
export function Browser({ open, onDebug }: BrowserProps) {
  const { folder, files, error, up } = open
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace') return
    event.preventDefault()
    up()
  }
  return (
    <div className={styles.browser}>
      <Address key={folder} open={open} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a key of the list within, or of what stands in its place */}
      <div className={styles.listing} onKeyDown={onKeyDown}>
        {files !== null ? (
          <FileList key={folder} open={open} files={files} />
        ) : error !== null ? (
          <Unlisted key={folder} error={error} onDebug={onDebug} />
        ) : (
          <Reading key={folder} />
        )}
      </div>
    </div>
  )
}

function Address({ open }: { readonly open: OpenFolder }) {
  const { folder, up, go, again } = open
  const [typed, setTyped] = useState(folder)
  return (
    <div className={styles.address}>
      <Button label="Folder above" isDisabled={folder === '/'} onPress={up}>
        <Icon name="arrowUp" />
      </Button>
      <div className={styles.addressField}>
        <TextField
          label="Folder in the container"
          isLabelHidden
          isMono
          value={typed}
          onChange={setTyped}
          onSubmit={() => (typed === folder ? again() : go(typed))}
        />
      </div>
      <Button look="quiet" onPress={again}>
        Read again
      </Button>
    </div>
  )
}

function Reading() {
  return useLater(200) ? <EmptyState title="Reading the folder…" /> : null
}

/** Takes the focus that the list had, so that Backspace goes on working. */
function Unlisted({ error, onDebug }: { readonly error: AppErrorBody; readonly onDebug: () => void }) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} className={styles.unlisted} tabIndex={-1}>
      <EmptyState
        meaning={error.kind === 'denied' ? 'warning' : 'bad'}
        title="The folder cannot be listed"
        detail={visibleText(error.message)}
        causes={error.causes}
        actions={error.reason === 'NoShell' ? <Button onPress={onDebug}>Debug container…</Button> : undefined}
      />
    </div>
  )
}
