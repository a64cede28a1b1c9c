import { type KeyboardEvent, useState } from 'react'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { openDebug } from '../live/index.ts'
import { Button, Icon } from '../ui/index.ts'
import { Browser } from './Browser.tsx'
import { CopyForm } from './CopyForm.tsx'
import { within } from './paths.ts'
import type { FilesPlace } from './place.ts'
import styles from './Transfers.module.css'
import { useFolder } from './useFolder.ts'
import { useStart } from './useStart.ts'

export interface FilesProps {
  readonly place: FilesPlace
  readonly firstFolder: string
  readonly objectRef: ObjectRef
  readonly onClose: () => void
}

type Direction = 'fromContainer' | 'toContainer'

const directions = [
  { id: 'fromContainer', title: 'Copy to this machine' },
  { id: 'toContainer', title: 'Copy from this machine' },
] as const

/** A container's folders above, and what is to be copied below. */
export function Files({ place, firstFolder, objectRef, onClose }: FilesProps) {
  const browsed = useFolder(place, firstFolder)
  const { folder, file } = browsed
  const [direction, setDirection] = useState<Direction>('fromContainer')
  const [local, setLocal] = useState('~/')
  const starting = useStart(place, onClose)
  const debug = () => {
    onClose()
    openDebug(place.context, objectRef)
  }
  const source = file === null ? '' : within(folder, file.name)
  const isReady = local.trim() !== '' && (direction === 'toContainer' || source !== '')
  const start = (mayOverwrite = false) => {
    if (!isReady || starting.isChecking) return
    const paths =
      direction === 'fromContainer'
        ? { source, destination: local }
        : { source: local, destination: within(folder, '') }
    void starting.start({ direction, ...paths, mayOverwrite })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    start()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button below, not a control of its own
    <div className={styles.files} onKeyDown={onKeyDown}>
      <Browser open={browsed} onDebug={debug} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row */}
      <div className={styles.directions} role="group" aria-label="Direction">
        {directions.map(({ id, title }) => (
          <Button
            key={id}
            look={id === direction ? 'plain' : 'quiet'}
            isPressed={id === direction}
            onPress={() => {
              setDirection(id)
              starting.clear()
            }}
          >
            <Icon name={id === 'fromContainer' ? 'arrowDown' : 'arrowUp'} />
            {title}
          </Button>
        ))}
      </div>
      <CopyForm
        direction={direction}
        folder={folder}
        source={source}
        local={local}
        starting={starting}
        onLocal={value => {
          setLocal(value)
          starting.clear()
        }}
        onStart={start}
        onDebug={debug}
      />
      <div className={styles.actions}>
        <Button onPress={onClose}>Close</Button>
        <Button
          look="primary"
          keys="Mod ↵"
          isDisabled={!isReady || starting.isChecking}
          onPress={() => start()}
        >
          {starting.isChecking ? 'Looking at both sides…' : 'Copy'}
        </Button>
      </div>
    </div>
  )
}
