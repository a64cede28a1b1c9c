import type { Overview, TerminatingNamespace } from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { addressOf } from '../live/index.ts'
import { Age, MeaningMark } from '../ui/index.ts'
import styles from './Overview.module.css'
import { Absent, AppLink, Card, isAbsent, listOf, numberText, Remark } from './parts.tsx'
import type { Unreadable } from './sources.ts'
import { KindLine } from './WorkloadsCard.tsx'

/** Namespaces that are being deleted and volumes that are waited for. */
export function StorageCard({
  context,
  overview,
}: {
  readonly context: ContextId
  readonly overview: Overview
}) {
  const { namespaces, claims } = overview
  return (
    <Card title="Namespaces and volumes" sources={[namespaces.source, claims.source]}>
      <table className={styles.table}>
        <caption className="visually-hidden">Namespaces, and claims of volumes by state</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Total</th>
            <th scope="col">States</th>
          </tr>
        </thead>
        <tbody>
          <NamespaceLine context={context} namespaces={namespaces} />
          <KindLine context={context} kind={claims} />
        </tbody>
      </table>
    </Card>
  )
}

function NamespaceLine({
  context,
  namespaces,
}: {
  readonly context: ContextId
  readonly namespaces: Overview['namespaces']
}) {
  const { source, total, terminating } = namespaces
  const to = listOf(context, source)
  const stuck = listOf(context, source, { filter: 'status=Terminating' })
  return (
    <tr>
      <th scope="row">{to === null ? 'Namespaces' : <AppLink to={to}>Namespaces</AppLink>}</th>
      <td className={styles.number}>{isAbsent(source) ? '–' : numberText(total)}</td>
      <td>
        {isAbsent(source) || source.state === 'loading' ? (
          <Absent source={source} what="namespaces" />
        ) : terminating.length === 0 ? (
          <span className={styles.quiet}>none is being deleted</span>
        ) : (
          <>
            {stuck !== null && (
              <AppLink to={stuck}>{`${numberText(terminating.length)} being deleted`}</AppLink>
            )}
            <ul>
              {terminating.map(namespace => (
                <Terminating key={namespace.name} context={context} source={source} namespace={namespace} />
              ))}
            </ul>
          </>
        )}
      </td>
    </tr>
  )
}

/** Controllers are done with a namespace within this time as a rule. */
const usual = 300_000

function Terminating({
  context,
  source,
  namespace,
}: {
  readonly context: ContextId
  readonly source: Overview['namespaces']['source']
  readonly namespace: TerminatingNamespace
}) {
  const { name, since, reasons } = namespace
  const isStuck = since > 0 && Date.now() - since > usual
  return (
    <li>
      <span className={styles.line}>
        <MeaningMark meaning={isStuck ? 'bad' : 'warning'} />
        {source.resource !== null && (
          <AppLink to={addressOf.object(context, { resource: source.resource, namespace: '', name })}>
            {visibleText(name)}
          </AppLink>
        )}
        {since > 0 && (
          <span className={styles.quiet}>
            {isStuck ? 'stuck for ' : 'for '}
            <Age since={since} />
          </span>
        )}
      </span>
      {reasons.map(reason => (
        <p key={reason} className={styles.message}>
          {visibleText(reason)}
        </p>
      ))}
    </li>
  )
}

/** What cannot be read, by name: what is missing on this page is missing for these reasons. */
export function UnreadableCard({
  unreadable,
  isDump,
}: {
  readonly unreadable: readonly Unreadable[]
  readonly isDump: boolean
}) {
  return (
    <Card
      title={isDump ? 'Not in the dump' : 'Not readable'}
      aside={unreadable.length === 0 ? undefined : numberText(unreadable.length)}
    >
      {unreadable.length === 0 ? (
        <Remark meaning="good">
          {isDump
            ? 'The dump holds every kind that this page shows.'
            : 'Everything that this page shows can be read.'}
        </Remark>
      ) : (
        <Unread
          unreadable={unreadable.filter(({ isAway }) => !isAway)}
          away={unreadable.filter(({ isAway }) => isAway)}
        />
      )}
    </Card>
  )
}

function Unread({
  unreadable,
  away,
}: {
  readonly unreadable: readonly Unreadable[]
  readonly away: readonly Unreadable[]
}) {
  return (
    <>
      {away.length > 0 && (
        <Remark meaning="unknown">
          {`The dump lacks all or some of these, and what the cluster has of them cannot be told: ${away.map(({ what }) => visibleText(what)).join(', ')}.`}
        </Remark>
      )}
      {unreadable.length > 0 && (
        <ul className={styles.problems}>
          {unreadable.map(({ what, why, namespaces, isDenied }) => (
            <li key={what} className={styles.problem}>
              <MeaningMark meaning="unknown" />
              <span className={styles.problemText}>
                <span>
                  <strong>{visibleText(what)}</strong>
                  <span className={styles.quiet}>{isDenied ? ' denied' : ' failed'}</span>
                </span>
                <span className={styles.quiet}>{visibleText(why)}</span>
                {namespaces.length > 0 && (
                  <span>{`Shown for ${namespaces.map(visibleText).join(', ')}, which may be read.`}</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
