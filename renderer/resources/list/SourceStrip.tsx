import { useState } from 'react'
import type { ContextId } from '../../../shared/kube/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import {
  announce,
  errorBody,
  type ListQuery,
  useContextList,
  useContextOpener,
  useSessions,
} from '../../live/index.ts'
import type { TableSnapshot } from '../../table/index.ts'
import { Button, Icon, MeaningMark, meaningColour } from '../../ui/index.ts'
import styles from './SourceStrip.module.css'
import { type ContextWords, contextWords, summaryText } from './sourceWords.ts'
import type { ContextLooks } from './useContextLooks.ts'

export interface SourceStripProps {
  readonly contexts: readonly ContextId[]
  readonly snapshot: TableSnapshot
  readonly plural: string
  readonly query: ListQuery
  readonly change: (part: Partial<ListQuery>) => void
  readonly looks: ContextLooks
}

/** So many troubles are told in full without being asked for; more are a list to open. */
const mostTold = 3
/** Contexts in trouble that are named on the line itself. */
const mostNamed = 4

/** How each context of a merged list stands: one line, with the reasons below it. */
export function SourceStrip({ contexts, snapshot, plural, query, change, looks }: SourceStripProps) {
  const list = useContextList()
  const sessions = useSessions()
  const [wish, setWish] = useState<boolean | null>(null)
  const all = contexts.map(context => ({
    ...contextWords({
      context,
      entry: list?.contexts.find(({ id }) => id === context) ?? null,
      session: sessions?.find(session => session.context === context) ?? null,
      statuses: snapshot.sources.filter(source => source.context === context),
      plural,
    }),
    name: looks.name(context),
  }))
  const troubled = all.filter(({ meaning, isPassing }) => meaning !== 'good' && !isPassing)
  const passing = all.filter(({ isPassing }) => isPassing)
  const isOpen = wish ?? (troubled.length > 0 && troubled.length <= mostTold)
  const well = all.filter(({ meaning }) => meaning === 'good')
  const told = wish === true ? [...troubled, ...passing, ...well] : troubled
  return (
    <section className={styles.strip} aria-label="Contexts of this list">
      <div className={styles.line}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isOpen}
          onClick={() => setWish(!isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
          <MeaningMark meaning={troubled.length > 0 ? 'warning' : 'good'} />
          {summaryText(all)}
        </button>
        {!isOpen && <Named all={troubled} />}
        {passing.length > 0 && <span className={styles.passing}>{passingText(passing)}</span>}
        {wish !== true && isOpen && (
          <span className={styles.all}>
            <Button look="quiet" onPress={() => setWish(true)}>
              All contexts
            </Button>
          </span>
        )}
      </div>
      {isOpen && (
        <ul className={styles.list}>
          {told.map(words => (
            <Context key={words.context} words={words} query={query} change={change} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Named({ all }: { readonly all: readonly ContextWords[] }) {
  return (
    <>
      {all.slice(0, mostNamed).map(words => (
        <span key={words.context} className={styles.named} title={words.detail}>
          <span className={styles.dot} data-context-colour={words.colour} />
          <span className={styles.name}>{visibleText(words.name)}</span>
          <State words={words} />
        </span>
      ))}
      {all.length > mostNamed && <span className={styles.passing}>{`+${all.length - mostNamed} more`}</span>}
    </>
  )
}

function State({ words }: { readonly words: ContextWords }) {
  return (
    <span className={`${styles.state} ${words.meaning === undefined ? '' : meaningColour[words.meaning]}`}>
      {words.meaning !== undefined && <MeaningMark meaning={words.meaning} />}
      {words.state}
    </span>
  )
}

interface ContextProps {
  readonly words: ContextWords
  readonly query: ListQuery
  readonly change: (part: Partial<ListQuery>) => void
}

function Context({ words, query, change }: ContextProps) {
  const list = useContextList()
  const open = useContextOpener()
  const { context, name, action } = words
  const act = () => {
    const entry = list?.contexts.find(({ id }) => id === context)
    if (action === 'open' && entry !== undefined) open(entry)
    if (action === 'retry')
      engine.call('contexts.retry', { context }).catch((error: unknown) => announce(errorBody(error).message))
  }
  return (
    <li className={styles.context} data-context-colour={words.colour}>
      <span className={styles.name} title={name}>
        {visibleText(name)}
      </span>
      <State words={words} />
      <span className={styles.detail}>{visibleText(words.detail)}</span>
      <span className={styles.actions}>
        {action !== null && (
          <Button label={action === 'open' ? `Open ${name}` : `Try ${name} again now`} onPress={act}>
            {action === 'open' ? 'Open it' : 'Try again now'}
          </Button>
        )}
        {query.merged.includes(context) && (
          <Button
            look="quiet"
            label={`Leave ${name} out`}
            onPress={() => change({ merged: query.merged.filter(other => other !== context) })}
          >
            <Icon name="close" />
          </Button>
        )}
      </span>
    </li>
  )
}

function passingText(passing: readonly ContextWords[]): string {
  const [first] = passing
  if (passing.length === 1 && first !== undefined) return `${visibleText(first.name)} ${first.state}`
  return `${passing.length} on their way`
}
