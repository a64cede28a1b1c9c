import { useState } from 'react'
import type { BundlePreview } from '../../shared/ipc/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { engine, isDesktop } from '../bridge/index.ts'
import { announce, copyText, errorBody, useCall } from '../live/index.ts'
import { Banner, Button, Checkbox, EmptyState, TextField } from '../ui/index.ts'
import styles from './Diagnostics.module.css'

/** What goes into a support bundle, exactly, and where it is written. */
export function SupportTab() {
  const [hidesNames, setHidesNames] = useState(true)
  const prepared = useCall('diagnostics.prepareBundle', { hidesNames })
  if (prepared.error !== null) {
    return (
      <EmptyState
        meaning="bad"
        title="The bundle could not be prepared"
        detail={prepared.error.message}
        actions={<Button onPress={prepared.again}>Try again</Button>}
      />
    )
  }
  const { value } = prepared
  return (
    <div className={styles.tab}>
      <div className={styles.intro}>
        <p>
          One file for those who help with a problem. It is made on this machine, and Gatehouse sends it
          nowhere. No credential, no content of a kubeconfig and no object of a cluster is in it; below stands
          all that is.
        </p>
        <Checkbox isChecked={hidesNames} onChange={setHidesNames}>
          Hide the names of contexts, clusters, servers, users, namespaces, objects and files
        </Checkbox>
      </div>
      {value !== null && value.hidesNames === hidesNames && (
        <>
          <Writing key={`write ${value.id}`} preview={value} again={prepared.again} />
          <Contents key={value.id} preview={value} />
        </>
      )}
    </div>
  )
}

type Outcome =
  | { readonly type: 'written'; readonly path: string }
  | { readonly type: 'failed'; readonly message: string }

function Writing({ preview, again }: { readonly preview: BundlePreview; readonly again: () => void }) {
  const [folder, setFolder] = useState(preview.folder)
  const [isWriting, setIsWriting] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const write = async () => {
    setIsWriting(true)
    try {
      const { path } = await engine.call('diagnostics.writeBundle', { id: preview.id, folder })
      setOutcome({ type: 'written', path })
      announce(`Saved ${path}`)
    } catch (error) {
      setOutcome({ type: 'failed', message: errorBody(error).message })
    }
    setIsWriting(false)
  }
  return (
    <>
      <div className={styles.writing}>
        <div className={styles.folder}>
          <TextField
            label="Folder"
            value={folder}
            isMono
            onChange={setFolder}
            onSubmit={() => void write()}
            description={`The file will be called ${preview.fileName}`}
          />
        </div>
        {isDesktop() && <Button onPress={() => void choose(setFolder)}>Choose…</Button>}
        <Button look="primary" isDisabled={isWriting || folder.trim() === ''} onPress={() => void write()}>
          Save the bundle
        </Button>
        <Button onPress={again}>Gather anew</Button>
      </div>
      {outcome?.type === 'failed' && <Banner meaning="bad">{outcome.message}</Banner>}
      {outcome?.type === 'written' && (
        <Banner
          meaning="good"
          actions={
            <Button look="quiet" onPress={() => void copyText(outcome.path, 'the path of the bundle')}>
              Copy the path
            </Button>
          }
        >
          Saved as <code>{outcome.path}</code>
        </Banner>
      )}
    </>
  )
}

async function choose(set: (folder: string) => void): Promise<void> {
  try {
    const paths = await engine.call('host.pickPaths', { title: 'Save the support bundle in', what: 'folder' })
    const [first] = paths ?? []
    if (first !== undefined) set(first)
  } catch (error) {
    announce(errorBody(error).message)
  }
}

function Contents({ preview }: { readonly preview: BundlePreview }) {
  const [chosen, setChosen] = useState(preview.files[0]?.name ?? '')
  const file = preview.files.find(({ name }) => name === chosen)
  const text = useCall('diagnostics.bundleFile', { id: preview.id, name: chosen })
  return (
    <div className={styles.contents}>
      <ul className={styles.files} aria-label="Files of the bundle">
        {preview.files.map(({ name, what, bytes }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.file}
              aria-pressed={name === chosen}
              onClick={() => setChosen(name)}
            >
              <span className={styles.fileName}>
                <code>{name}</code>
                <span className={styles.quiet}>{bytesText(bytes)}</span>
              </span>
              <span className={styles.quiet}>{what}</span>
            </button>
          </li>
        ))}
      </ul>
      <section
        className={styles.preview}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Content of ${file?.name ?? 'the file'}`}
      >
        {text.error !== null && <p role="alert">{text.error.message}</p>}
        {text.value !== null && <PreviewText text={text.value} />}
      </section>
    </div>
  )
}

/** A text this long takes the page its time to lay out; the rest is drawn when asked for. */
const drawnAtFirst = 60_000

function PreviewText({ text }: { readonly text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isCut = !isWhole && text.length > drawnAtFirst
  return (
    <>
      <pre>{isCut ? text.slice(0, drawnAtFirst) : text === '' ? 'This file is empty.' : text}</pre>
      {isCut && (
        <Button
          onPress={() => setIsWhole(true)}
        >{`Show the other ${bytesText(text.length - drawnAtFirst)}`}</Button>
      )}
    </>
  )
}
