import type { ReactNode } from 'react'
import type { ContextEntry, SessionState } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { copyText, requestClose, useSnapshot } from '../live/index.ts'
import { Age, Button, Chip, type Definition, DefinitionList, Icon, Menu, Section } from '../ui/index.ts'
import styles from './ContextDetails.module.css'
import { ContextOptions } from './ContextOptions.tsx'
import { contextActions } from './contextActions.ts'
import { originText, signInText, stateText } from './rows.ts'
import { meaningOf } from './stateMeaning.ts'

export interface ContextDetailsProps {
  readonly entry: ContextEntry | undefined
  readonly session: SessionState | undefined
  readonly onOpen: (entry: ContextEntry) => void
  readonly onConfigure: (entry: ContextEntry) => void
}

/** All that is known of one context without contacting it, and what can be chosen for it. */
export function ContextDetails({ entry, session, onOpen, onConfigure }: ContextDetailsProps) {
  if (entry === undefined) {
    return (
      <aside className={styles.details} aria-label="Details of the context">
        <p className={styles.hint}>Choose a context to see its details here.</p>
      </aside>
    )
  }
  const isOpen = session !== undefined && session.phase !== 'closed'
  const state = stateText(entry, session)
  const origin = originText(entry)
  return (
    <aside className={styles.details} aria-label="Details of the context" data-context-colour={entry.colour}>
      <div className={styles.head}>
        <h2 className={styles.title}>{visibleText(entry.name)}</h2>
        <div className={styles.chips}>
          {origin !== null && <Chip>{origin}</Chip>}
          {entry.isProtected && (
            <Chip>
              <Icon name="lock" />
              protected
            </Chip>
          )}
          {entry.isCurrent && <Chip>current</Chip>}
          {state !== '' && entry.problem === undefined && (
            <Chip meaning={meaningOf(entry, state)}>{state}</Chip>
          )}
        </div>
      </div>
      <div className={styles.actions}>
        <Button look="primary" keys="↵" onPress={() => onOpen(entry)}>
          {isOpen ? 'Go to it' : entry.problem === undefined ? 'Open' : 'Why it cannot be opened'}
        </Button>
        {isOpen && <Button onPress={() => requestClose(entry.id)}>Close</Button>}
        <Menu
          label={`Actions for ${entry.name}`}
          trigger={
            <Button>
              More
              <Icon name="chevronDown" />
            </Button>
          }
          entries={contextActions({ entry, session, open: onOpen, configure: onConfigure })}
        />
      </div>
      {entry.problem !== undefined && <p className={styles.problem}>{visibleText(entry.problem.message)}</p>}
      <DefinitionList items={factsOf(entry)} />
      {entry.borrowed.length > 0 && (
        <Section title="From other files">
          <ul className={styles.lines}>
            {entry.borrowed.map(line => (
              <li key={line}>{visibleText(line)}</li>
            ))}
          </ul>
        </Section>
      )}
      {entry.origin === 'snapshot' && <DumpFacts entry={entry} />}
      <Section title="For this context">
        <ContextOptions entry={entry} />
      </Section>
    </aside>
  )
}

function factsOf(entry: ContextEntry): readonly Definition[] {
  const isKubeconfig = entry.origin === 'kubeconfig'
  const facts: readonly (Definition | null)[] = [
    entry.server === ''
      ? null
      : { term: 'Server', description: <Copied text={entry.server} what="the server" /> },
    isKubeconfig ? { term: 'Cluster', description: <code>{visibleText(entry.cluster)}</code> } : null,
    isKubeconfig ? { term: 'User', description: <code>{visibleText(entry.user)}</code> } : null,
    isKubeconfig ? { term: 'Signs in with', description: signInText(entry) } : null,
    entry.namespace === '' ? null : { term: 'Namespace', description: <code>{entry.namespace}</code> },
    isKubeconfig ? { term: 'File', description: <Copied text={entry.source} what="the path" /> } : null,
    entry.needsConsent && entry.consentQuestion !== undefined
      ? { term: 'Asks first', description: entry.consentQuestion }
      : null,
    {
      term: 'Last opened',
      description:
        entry.lastOpened === undefined ? (
          'never'
        ) : (
          <>
            <Age since={entry.lastOpened} /> ago
          </>
        ),
    },
  ]
  return facts.filter(fact => fact !== null)
}

function DumpFacts({ entry }: { readonly entry: ContextEntry }) {
  const snapshot = useSnapshot(entry.id)
  if (snapshot === null) return null
  return (
    <Section title="Read from">
      <ul className={styles.lines}>
        {snapshot.paths.map(path => (
          <li key={path}>{visibleText(path)}</li>
        ))}
      </ul>
    </Section>
  )
}

/** A value in the monospace face with a button that copies it. */
function Copied({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  return (
    <span className={styles.copied}>
      <code>{visibleText(text)}</code>
      <Button look="quiet" label={`Copy ${what}`} onPress={() => void copyText(text, what)}>
        <Icon name="copy" />
      </Button>
    </span>
  )
}
