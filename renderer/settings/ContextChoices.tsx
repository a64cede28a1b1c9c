import { useState } from 'react'
import type { ContextEntry, Settings } from '../../shared/ipc/index.ts'
import { type ContextId, ownValue, visibleText } from '../../shared/kube/index.ts'
import { addressOf, useContextList, useSettings } from '../live/index.ts'
import { Button, Chip, Section, TextField } from '../ui/index.ts'
import { Line, Lines, Note } from './parts.tsx'
import { matchText, namesMatching } from './patternMatches.ts'
import styles from './SettingsView.module.css'
import { save, without } from './save.ts'

/** Protection by patterns, and everything that was chosen for single contexts. */
export function ContextChoices() {
  const settings = useSettings()
  const contexts = useContextList()?.contexts ?? []
  if (settings === null) return null
  return (
    <>
      <Patterns patterns={settings.protectedContexts} contexts={contexts} />
      <SingleContexts settings={settings} contexts={contexts} />
    </>
  )
}

interface PatternsProps {
  readonly patterns: readonly string[]
  readonly contexts: readonly ContextEntry[]
}

function Patterns({ patterns, contexts }: PatternsProps) {
  const [text, setText] = useState('')
  const pattern = text.trim()
  const isKnown = patterns.includes(pattern)
  const add = () => {
    if (pattern === '' || isKnown) return
    save({ protectedContexts: [...patterns, pattern] })
    setText('')
  }
  const preview = isKnown ? 'This pattern is there already.' : matchText(namesMatching(pattern, contexts))
  return (
    <Section title="Protected by name" aside={String(patterns.length)}>
      <Note>
        Through contexts whose name matches one of these patterns nothing can be changed; they carry a lock.{' '}
        <code>*</code> stands for any text, <code>?</code> for one character.
      </Note>
      <Lines label="Patterns">
        {patterns.map(one => (
          <Line
            key={one}
            action={
              <Button
                label={`Remove ${one}`}
                onPress={() => save({ protectedContexts: patterns.filter(other => other !== one) })}
              >
                Remove
              </Button>
            }
          >
            <code>{visibleText(one)}</code>
            <span className={styles.note}>{visibleText(matchText(namesMatching(one, contexts)))}</span>
          </Line>
        ))}
      </Lines>
      <div className={styles.entry}>
        <TextField
          label="Pattern"
          isLabelHidden
          placeholder="*prod*"
          isMono
          value={text}
          onChange={setText}
          onSubmit={add}
        />
        <Button onPress={add} isDisabled={pattern === '' || isKnown}>
          Add the pattern
        </Button>
      </div>
      <p className={styles.preview} role="status">
        {pattern === '' ? '' : visibleText(preview)}
      </p>
    </Section>
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
