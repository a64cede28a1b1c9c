import type { Settings } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, useSettings, useSnapshots } from '../live/index.ts'
import { Button, Section } from '../ui/index.ts'
import { Line, Lines, Note } from './parts.tsx'
import styles from './SettingsView.module.css'
import { StoredFiles } from './StoredFiles.tsx'
import { save, tell } from './save.ts'
import { Transfer } from './Transfer.tsx'

/** What is kept on this machine, how much it is, and how to be rid of it. */
export function Storage() {
  const settings = useSettings()
  if (settings === null) return null
  return (
    <>
      <Note>
        Of a cluster’s content only drafts and the journal of writes are kept, without values of Secrets. No
        credential reaches the log. Everything stands in files that only you can read.
      </Note>
      <StoredFiles />
      <Dumps />
      <Remembered settings={settings} />
      <Transfer settings={settings} />
    </>
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
