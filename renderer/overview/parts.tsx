import { type ReactNode, useId } from 'react'
import { isNotInDump } from '../../shared/errors/index.ts'
import type { OverviewSource, Tally } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { addressOf, navigate } from '../live/index.ts'
import { Age, Chip, type Meaning, MeaningMark } from '../ui/index.ts'
import styles from './Overview.module.css'

const numbers = new Intl.NumberFormat()

export function numberText(value: number): string {
  return numbers.format(value)
}

export interface CardProps {
  readonly title: string
  /** Behind the title. */
  readonly aside?: ReactNode
  /** The kinds it stands on: what one of them lacks is said in the head. */
  readonly sources?: readonly OverviewSource[]
  readonly children: ReactNode
}

/** A framed part of the page with a heading, and in its head how its figures are doing. */
export function Card({ title, aside, sources = [], children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        <span className={styles.gap} />
        <SourceState sources={sources} />
      </div>
      {children}
    </section>
  )
}

function SourceState({ sources }: { readonly sources: readonly OverviewSource[] }) {
  const stale = sources.find(({ state }) => state === 'stale')
  if (stale !== undefined) {
    return (
      <Chip meaning="warning" title={stale.error?.message}>
        {stale.since > 0 ? (
          <>
            stale for <Age since={stale.since} />
          </>
        ) : (
          'stale'
        )}
      </Chip>
    )
  }
  const loading = sources.filter(({ state }) => state === 'loading')
  if (loading.length > 0) return <Chip>{progressText(loading)}</Chip>
  const partial = sources.find(({ namespaces }) => namespaces.length > 0)
  if (partial === undefined) return null
  return (
    <Chip meaning="unknown" title={partial.error?.message}>
      {`only in ${partial.namespaces.join(', ')}`}
    </Chip>
  )
}

function progressText(loading: readonly OverviewSource[]): string {
  const received = loading.reduce((sum, source) => sum + source.received, 0)
  const expected = loading.reduce((sum, source) => sum + (source.expected ?? 0), 0)
  if (received === 0) return 'reading…'
  return expected > 0 ? `${numberText(received)} of ${numberText(expected)}` : `${numberText(received)} read`
}

/** A link within the app: opened by the browser's own means with a modifier, else without a reload. */
export function AppLink({
  to,
  children,
  label,
  className = styles.link,
}: {
  readonly to: string
  readonly children: ReactNode
  readonly label?: string | undefined
  readonly className?: string | undefined
}) {
  return (
    <a
      className={className}
      href={to}
      aria-label={label}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}

/** The address of the list that shows exactly the objects behind a number; null where there is none. */
export function listOf(
  context: ContextId,
  { resource, namespaces }: OverviewSource,
  query: {
    readonly filter?: string
    readonly fieldSelector?: string
    readonly namespaces?: readonly string[]
  } = {},
): string | null {
  return resource === null ? null : addressOf.list(context, resource, { namespaces, ...query })
}

/** How many objects are in a state, with the way to them. */
export function TallyLink({
  context,
  source,
  tally,
}: {
  readonly context: ContextId
  readonly source: OverviewSource
  readonly tally: Tally
}) {
  const to = tally.filter === null ? null : listOf(context, source, { filter: tally.filter })
  return (
    <li className={styles.tallyItem}>
      <TallyTag to={to} tally={tally} />
    </li>
  )
}

/** A number with its state; a link where there is an address. */
export function TallyTag({
  to,
  tally,
}: {
  readonly to: string | null
  readonly tally: Pick<Tally, 'state' | 'count' | 'meaning'>
}) {
  const className = `${styles.tally} ${tally.meaning === null ? styles.plain : styles[tally.meaning]}`
  const content = (
    <>
      {tally.meaning !== null && <MeaningMark meaning={tally.meaning} />}
      <strong className={styles.count}>{numberText(tally.count)}</strong>{' '}
      <span className={styles.state}>{tally.state === '' ? 'no state' : visibleText(tally.state)}</span>
    </>
  )
  if (to === null) return <span className={className}>{content}</span>
  return (
    <AppLink to={to} className={className}>
      {content}
    </AppLink>
  )
}

export function Tallies({
  context,
  source,
  tallies,
  label,
}: {
  readonly context: ContextId
  readonly source: OverviewSource
  readonly tallies: readonly Tally[]
  readonly label: string
}) {
  return (
    <ul className={styles.tallies} aria-label={label}>
      {tallies.map(tally => (
        <TallyLink key={tally.state} context={context} source={source} tally={tally} />
      ))}
    </ul>
  )
}

/** What stands in place of figures that are not there: denied, not served, being read. */
export function Absent({ source, what }: { readonly source: OverviewSource; readonly what: string }) {
  switch (source.state) {
    case 'unreadable':
      return (
        <Remark meaning="unknown">
          {isNotInDump(source.error)
            ? `The dump holds no ${what}.`
            : source.error?.kind === 'denied'
              ? `You may not list ${what}.`
              : `${what} cannot be read.`}
        </Remark>
      )
    case 'notServed':
      return <Remark>{`This server offers no ${what}.`}</Remark>
    case 'loading':
      return <Remark>{`Reading ${what}…`}</Remark>
    case 'live':
    case 'stale':
      return null
  }
}

export function isAbsent({ state }: OverviewSource): boolean {
  return state === 'unreadable' || state === 'notServed'
}

export function Remark({
  children,
  meaning,
}: {
  readonly children: ReactNode
  readonly meaning?: Meaning | undefined
}) {
  return (
    <p className={styles.remark}>
      {meaning !== undefined && <MeaningMark meaning={meaning} />}
      <span>{children}</span>
    </p>
  )
}
