import { useState } from 'react'
import type { StoredItem, StoredWhat } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { copyText, useCall, useContextList, useStream } from '../live/index.ts'
import { Button, Dialog, Icon, Section } from '../ui/index.ts'
import { Line, Lines } from './parts.tsx'
import styles from './SettingsView.module.css'
import { clear } from './save.ts'
import { type Counts, storedText } from './storedText.ts'

interface Words {
  readonly title: string
  readonly clear: string
  /** Null: nothing is lost that anybody would miss. */
  readonly ask: string | null
  /** What is lost. */
  readonly consequence: string
}

const words: Readonly<Record<StoredWhat, Words>> = {
  settings: {
    title: 'Settings',
    clear: 'Reset…',
    ask: 'Bring all settings back to how they come?',
    consequence:
      'Theme, colours, protection, names to be typed, added files, listed dumps, consents, shortcuts and pinned kinds go. The files themselves stay where they are.',
  },
  log: { title: 'Log', clear: 'Clear', ask: null, consequence: '' },
  pasted: {
    title: 'Pasted kubeconfigs',
    clear: 'Delete…',
    ask: 'Delete the pasted kubeconfigs?',
    consequence: 'Their contexts leave the list, and what was pasted is not kept anywhere else.',
  },
  drafts: {
    title: 'Drafts',
    clear: 'Delete…',
    ask: 'Delete all drafts?',
    consequence:
      'Texts of every context that are not written yet are lost, also those that are in memory only because they hold a Secret. Drafts whose run is under way stay.',
  },
  journal: {
    title: 'Journal of writes',
    clear: 'Delete…',
    ask: 'Delete the journal of writes?',
    consequence:
      'The record of what was written to every context is lost, and with it the undo of these writes. Nothing changes in a cluster.',
  },
}

const anyEntry = { search: '', context: '', from: 0, count: 1 }

/** Files of this machine with their sizes, each with the way to be rid of it. */
export function StoredFiles() {
  const pasted = useContextList()?.files.filter(file => file.from === 'pasted').length ?? 0
  const drafts = useStream('writes.drafts', {}).value ?? []
  const journal = useCall('writes.journal', anyEntry)
  const { value, error, again } = useCall('settings.stored', {})
  const onDisk = drafts.filter(({ isOnDisk }) => isOnDisk).length
  const counts: Counts = {
    ...{ pasted, drafts: onDisk, draftsInMemory: drafts.length - onDisk },
    entries: journal.value?.total ?? 0,
  }
  const onCleared = () => {
    again()
    journal.again()
  }
  return (
    <Section title="Files">
      {error !== null && <p role="alert">{error.message}</p>}
      <Lines label="Files">
        {(value ?? []).map(item => (
          <StoredLine key={item.what} item={item} counts={counts} onCleared={onCleared} />
        ))}
      </Lines>
    </Section>
  )
}

interface StoredLineProps {
  readonly item: StoredItem
  readonly counts: Counts
  readonly onCleared: () => void
}

function StoredLine({ item, counts, onCleared }: StoredLineProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { what, path, bytes } = item
  const { title, clear: verb, ask, consequence } = words[what]
  const run = async () => {
    setIsAsking(false)
    await clear(what, `${title}: cleared`)
    onCleared()
  }
  const isEmpty = bytes === 0 && (what !== 'drafts' || counts.draftsInMemory === 0)
  return (
    <Line
      action={
        <Button
          label={`${verb.replace('…', '')} ${title}`}
          isDisabled={isEmpty}
          onPress={() => (ask === null ? void run() : setIsAsking(true))}
        >
          {verb}
        </Button>
      }
    >
      <strong className={styles.term}>{title}</strong>
      <code>{visibleText(path)}</code>
      <Button
        look="quiet"
        label={`Copy the path of ${title}`}
        onPress={() => void copyText(path, 'the path')}
      >
        <Icon name="copy" />
      </Button>
      <span className={styles.note}>{storedText(item, counts)}</span>
      {isAsking && ask !== null && (
        <Dialog
          title={ask}
          isOpen
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button onPress={() => setIsAsking(false)}>Cancel</Button>
              <Button look="primary" onPress={() => void run()}>
                {verb.replace('…', '')}
              </Button>
            </>
          }
        >
          <p>{consequence}</p>
        </Dialog>
      )}
    </Line>
  )
}
