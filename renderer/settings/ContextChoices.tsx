import type { ContextEntry, Settings } from '../../shared/ipc/index.ts'
import { type ContextId, ownValue, visibleText } from '../../shared/kube/index.ts'
import { addressOf, useContextList, useSettings } from '../live/index.ts'
import { Button, Chip, Section } from '../ui/index.ts'
import { Patterns } from './Patterns.tsx'
import { Line, Lines, Note } from './parts.tsx'
import styles from './SettingsView.module.css'
import { save, without } from './save.ts'

/** Protection and confirmation by patterns, and everything that was chosen for single contexts. */
export function ContextChoices() {
  const settings = useSettings()
  const contexts = useContextList()?.contexts ?? []
  if (settings === null) return null
  return (
    <>
      <Patterns
        title="Protected by name"
        labels={{ field: 'Pattern', list: 'Patterns' }}
        patterns={settings.protectedContexts}
        contexts={contexts}
        onChange={protectedContexts => save({ protectedContexts })}
      >
        Through contexts whose name matches one of these patterns nothing can be changed; they carry a lock.
      </Patterns>
      <Patterns
        title="Name typed before writing"
        labels={{ field: 'Names to be typed', list: 'Names to be typed' }}
        patterns={settings.confirmTyping}
        contexts={contexts}
        onChange={confirmTyping => save({ confirmTyping })}
      >
        Before anything is written to contexts whose name matches one of these patterns, the review asks for
        that name to be typed.
      </Patterns>
      <SingleContexts settings={settings} contexts={contexts} />
    </>
  )
}

interface SingleContextsProps {
  readonly settings: Settings
  readonly contexts: readonly ContextEntry[]
}

function SingleContexts({ settings, contexts }: SingleContextsProps) {
  const ids = new Set([
    ...settings.protectedIds,
    ...Object.keys(settings.colours),
    ...Object.keys(settings.defaultNamespaces),
    ...settings.consents,
  ])
  const entries = new Map(contexts.map(entry => [entry.id, entry]))
  const nameOf = (id: ContextId) => entries.get(id)?.name ?? id
  const order = new Intl.Collator(undefined, { numeric: true })
  const sorted = [...ids].sort((a, b) => order.compare(nameOf(a), nameOf(b)))
  return (
    <Section title="Chosen for single contexts" aside={String(ids.size)}>
      <Note>
        Colours, protection, default namespaces and consents are chosen in the details of a context, on the{' '}
        <a href={addressOf.contexts()}>page of all contexts</a>.
      </Note>
      <Lines label="Chosen for single contexts">
        {sorted.map(id => (
          <ContextLine key={id} id={id} entry={entries.get(id)} settings={settings} />
        ))}
      </Lines>
    </Section>
  )
}

interface ContextLineProps {
  readonly id: ContextId
  readonly entry: ContextEntry | undefined
  readonly settings: Settings
}

function ContextLine({ id, entry, settings }: ContextLineProps) {
  const { colours, defaultNamespaces, protectedIds, consents } = settings
  const colour = ownValue(colours, id)
  const namespaces = ownValue(defaultNamespaces, id) ?? []
  const name = entry?.name ?? id
  const reset = () =>
    save({
      colours: without(colours, id),
      defaultNamespaces: without(defaultNamespaces, id),
      protectedIds: protectedIds.filter(other => other !== id),
      consents: consents.filter(other => other !== id),
    })
  return (
    <Line
      action={
        <>
          {consents.includes(id) && (
            <Button
              label={`Forget the consent of ${name}`}
              onPress={() => save({ consents: consents.filter(other => other !== id) })}
            >
              Forget the consent
            </Button>
          )}
          <Button label={`Reset ${name}`} onPress={reset}>
            Reset
          </Button>
        </>
      }
    >
      <span className={styles.dot} data-context-colour={colour ?? entry?.colour ?? 11} />
      <span className={styles.name} title={entry?.source}>
        {visibleText(name)}
      </span>
      {entry === undefined && <span className={styles.note}>not listed any more</span>}
      {colour !== undefined && <Chip>{`colour ${colour + 1}`}</Chip>}
      {protectedIds.includes(id) && <Chip>protected</Chip>}
      {namespaces.length > 0 && <Chip title={namespaces.join(', ')}>{`lists ${namespaces.join(', ')}`}</Chip>}
      {consents.includes(id) && <Chip>consent given</Chip>}
    </Line>
  )
}
