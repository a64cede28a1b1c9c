import { useState } from 'react'
import type { Settings, StoredItem } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, useCall, useContextList, useSettings, useSnapshots } from '../live/index.ts'
import { Button, Dialog, Icon, Section } from '../ui/index.ts'
import { Line, Lines, Note } from './parts.tsx'
import styles from './SettingsView.module.css'
import { clear, save, tell } from './save.ts'
import { Transfer } from './Transfer.tsx'

/** What is kept on this machine, how much it is, and how to be rid of it. */
export function Storage() {
  const settings = useSettings()
  const list = useContextList()
  const { value, error, again } = useCall('settings.stored', {})
  if (settings === null) return null
  const pasted = list?.files.filter(file => file.from === 'pasted').length ?? 0
  return (
    <>
      <Note>
        Nothing of a cluster's content is kept, and no credential reaches the log. Everything stands in files
        that only you can read.
      </Note>
      <Section title="Files">
        {error !== null && <p role="alert">{error.message}</p>}
        <Lines label="Files">
          {(value ?? []).map(item => (
            <StoredLine key={item.what} item={item} pasted={pasted} onCleared={again} />
          ))}
        </Lines>
      </Section>
      <Dumps />
      <Remembered settings={settings} />
      <Transfer settings={settings} />
    </>
  )
}

const words = {
  settings: { title: 'Settings', clear: 'Reset…', ask: 'Bring all settings back to how they come?' },
  log: { title: 'Log', clear: 'Clear', ask: null },
  pasted: { title: 'Pasted kubeconfigs', clear: 'Delete…', ask: 'Delete the pasted kubeconfigs?' },
} as const

const consequences = {
  settings:
    'Theme, colours, protection, added files, listed dumps, consents, shortcuts and pinned kinds go. The files themselves stay where they are.',
  log: '',
  pasted: 'Their contexts leave the list, and what was pasted is not kept anywhere else.',
} as const

interface StoredLineProps {
  readonly item: StoredItem
  readonly pasted: number
  readonly onCleared: () => void
}

function StoredLine({ item, pasted, onCleared }: StoredLineProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { what, path, files, bytes } = item
  const { title, ask } = words[what]
  const run = async () => {
    setIsAsking(false)
    await clear(what, `${title}: cleared`)
    onCleared()
  }
  const count = what === 'pasted' && pasted > 0 ? `${pasted} kubeconfigs` : files > 1 ? `${files} files` : ''
  return (
    <Line
      action={
        <Button
          label={`${words[what].clear.replace('…', '')} ${title}`}
          isDisabled={bytes === 0}
          onPress={() => (ask === null ? void run() : setIsAsking(true))}
        >
          {words[what].clear}
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
      <span className={styles.note}>
        {[bytes === 0 ? 'nothing' : bytesText(bytes), count].filter(Boolean).join(' in ')}
      </span>
      {isAsking && ask !== null && (
        <Dialog
          title={ask}
          isOpen
          onClose={() => setIsAsking(false)}
          actions={
            <>
              <Button onPress={() => setIsAsking(false)}>Cancel</Button>
              <Button look="primary" onPress={() => void run()}>
                {words[what].clear.replace('…', '')}
              </Button>
            </>
          }
        >
          <p>{consequences[what]}</p>
        </Dialog>
      )}
    </Line>
  )
}

function Dumps() {
  const dumps = useSnapshots() ?? []
  const remove = (context: string) => engine.call('snapshots.remove', { context })
  return (
    <Section
      title="Dumps that are remembered"
      aside={String(dumps.length)}
      actions={
        dumps.length > 1 ? (
          <Button onPress={() => void Promise.all(dumps.map(({ context }) => remove(context))).catch(tell)}>
            Forget all
          </Button>
        ) : undefined
      }
    >
      <Note>Only where they lie is kept. Their files are never copied or changed.</Note>
      <Lines label="Dumps that are remembered">
        {dumps.map(({ context, name, paths }) => (
          <Line
            key={context}
            action={
              <Button label={`Forget ${name}`} onPress={() => void remove(context).catch(tell)}>
                Forget
              </Button>
            }
          >
            <strong className={styles.term}>{visibleText(name)}</strong>
            <code>{visibleText(paths.join(', '))}</code>
          </Line>
        ))}
      </Lines>
    </Section>
  )
}

/** What the settings remember besides choices, and an empty one of each. */
function Remembered({ settings }: { readonly settings: Settings }) {
  const kept: readonly {
    readonly title: string
    readonly count: number
    readonly empty: Partial<Settings>
  }[] = [
    { title: 'When contexts were opened', count: count(settings.lastOpened), empty: { lastOpened: {} } },
    {
      title: 'Namespaces of earlier use',
      count: count(settings.usedNamespaces),
      empty: { usedNamespaces: {} },
    },
    { title: 'Namespaces that were typed in', count: count(settings.namespaces), empty: { namespaces: {} } },
    { title: 'Consents', count: settings.consents.length, empty: { consents: [] } },
    { title: 'Pinned kinds', count: settings.pinned.length, empty: { pinned: [] } },
  ]
  return (
    <Section title="Remembered in the settings">
      <Lines label="Remembered in the settings">
        {kept.map(({ title, count: many, empty }) => (
          <Line
            key={title}
            action={
              <Button
                label={`Forget: ${title}`}
                isDisabled={many === 0}
                onPress={() => {
                  save(empty)
                  announce(`${title}: forgotten`)
                }}
              >
                Forget
              </Button>
            }
          >
            {title}
            <span className={styles.note}>{many}</span>
          </Line>
        ))}
      </Lines>
    </Section>
  )
}

function count(record: Readonly<Record<string, unknown>>): number {
  return Object.keys(record).length
}
