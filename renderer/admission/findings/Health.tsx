import type {
  PolicyHealth,
  ServingCertificate,
  WebhookHealth,
} from '../../../shared/admission/health/index.ts'
import type { PolicyEntry, WebhookEntry } from '../../../shared/admission/index.ts'
import type { FindingsView } from '../../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { useStream } from '../../live/index.ts'
import { Age, Chip, EmptyState, MeaningMark, Section } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import { AskServers, useMayAskServers } from './AskServers.tsx'
import styles from './Findings.module.css'
import { latencyText, numberText } from './figures.ts'
import { ReadSecrets } from './ReadSecrets.tsx'
import { unreadInWords } from './shown.ts'

export interface HealthProps {
  readonly context: ContextId
  readonly view: FindingsView
}

/** How each webhook and policy does: where its calls go, its certificate, and what the server measured. */
export function Health({ context, view }: HealthProps) {
  const entries = useStream('admission.webhooks', { context }).value?.webhooks ?? []
  const policies = useStream('admission.policies', { context }).value?.policies ?? []
  if (view.webhooks.length + view.policies.length === 0) {
    const unread = view.sources.filter(({ state }) => state === 'unreadable')
    if (unread.length > 0)
      return (
        <EmptyState
          meaning="unknown"
          title="How webhooks and policies do cannot be told"
          detail="Those there are may not be read; that does not mean that there are none."
          causes={unreadInWords(view)}
        />
      )
    if (view.sources.some(({ state }) => state === 'loading'))
      return <EmptyState title="Reading webhooks and policies…" />
    return (
      <EmptyState title="No webhook and no policy" detail="There is nothing whose health could be told." />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.page} aria-label="Health" tabIndex={0}>
      <MeasuresLine measures={view.measures} />
      <CertificatesLine context={context} view={view} />
      {view.webhooks.length > 0 && (
        <Section title="Webhooks" aside={view.webhooks.length}>
          <WebhookRows
            context={context}
            webhooks={view.webhooks}
            entries={entries}
            isMeasured={view.measures.state === 'read'}
          />
        </Section>
      )}
      {view.policies.length > 0 && view.measures.state === 'read' && (
        <Section title="Policies" aside={view.policies.length}>
          <PolicyRows context={context} policies={view.policies} entries={policies} />
        </Section>
      )}
    </section>
  )
}

function MeasuresLine({ measures }: { readonly measures: FindingsView['measures'] }) {
  if (measures.state === 'read')
    return (
      <p className={styles.intro}>
        Measures of the API server, read <Age since={measures.at} /> ago. {measures.note}
      </p>
    )
  return (
    <p className={styles.intro}>
      <MeaningMark meaning="unknown" /> No measures of the API server:{' '}
      {visibleText(measures.state === 'notRead' ? measures.why : measures.error.message)}
    </p>
  )
}

function CertificatesLine({ context, view }: HealthProps) {
  const mayAsk = useMayAskServers({ context, view })
  const isKnown = view.readsSecrets || view.asksServers
  if (view.webhooks.length === 0 || (view.readsSecrets && !mayAsk)) return null
  return (
    <div className={styles.introLine}>
      <span className={styles.intro}>
        {!isKnown && (
          <>
            <MeaningMark meaning="unknown" /> What servers present is not known: it stands in Secrets, which
            are read only when you ask.{' '}
          </>
        )}
        {mayAsk &&
          'A pod of each Service can be asked itself, by a TLS handshake through a forwarded port; nothing follows it.'}
      </span>
      <ReadSecrets context={context} view={view} />
      <AskServers context={context} view={view} />
    </div>
  )
}

interface WebhookRowsProps {
  readonly context: ContextId
  readonly webhooks: readonly WebhookHealth[]
  readonly entries: readonly WebhookEntry[]
  /** Without measures there is nothing to count. */
  readonly isMeasured: boolean
}

const measured = ['Calls', 'Refused', 'Failed open', '99 % within']

function WebhookRows({ context, webhooks, entries, isMeasured }: WebhookRowsProps) {
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.tablePlace} aria-label="Health of webhooks" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Webhook</th>
            <th scope="col">State</th>
            <th scope="col">Certificates</th>
            {isMeasured &&
              measured.map(title => (
                <th key={title} scope="col" className={styles.number}>
                  {title}
                </th>
              ))}
            <th scope="col">Latest warning</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map(health => (
            <WebhookRow
              key={health.id}
              context={context}
              health={health}
              entry={byId.get(health.id)}
              isMeasured={isMeasured}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface WebhookRowProps {
  readonly context: ContextId
  readonly health: WebhookHealth
  readonly entry: WebhookEntry | undefined
  readonly isMeasured: boolean
}

function WebhookRow({ context, health, entry, isMeasured }: WebhookRowProps) {
  const { measures, events, serving } = health
  const [latest] = events
  return (
    <tr>
      <th scope="row">
        {entry === undefined ? (
          <BreakableName name={health.id} />
        ) : (
          <>
            <ObjectLink context={context} target={entry.ref} />
            <div className={styles.caption}>
              <BreakableName name={entry.webhook.name} />
            </div>
          </>
        )}
      </th>
      <td className={styles.states}>
        <Chip meaning={health.meaning}>{health.label}</Chip>
        {entry !== undefined && entry.endpoint.label !== health.label && (
          <Chip meaning={entry.endpoint.meaning}>{entry.endpoint.label}</Chip>
        )}
      </td>
      <td className={styles.serving}>
        {entry !== undefined && <Chip meaning={entry.certificate.meaning}>{entry.certificate.label}</Chip>}
        <Serving context={context} serving={serving} />
      </td>
      {isMeasured && (
        <>
          <td className={styles.number}>{numberText(measures?.calls)}</td>
          <td className={styles.number}>{numberText(measures?.rejections)}</td>
          <td className={styles.number}>{numberText(measures?.failedOpen)}</td>
          <td className={styles.number}>{latencyText(measures?.p99)}</td>
        </>
      )}
      <td className={styles.serving}>
        {latest === undefined ? (
          <span className={styles.quiet}>none</span>
        ) : (
          <>
            {visibleText(latest.reason)}: {visibleText(latest.message.slice(0, 200))}{' '}
            {latest.at > 0 && (
              <span className={styles.quiet}>
                <Age since={latest.at} /> ago
              </span>
            )}
          </>
        )}
      </td>
    </tr>
  )
}

function Serving({
  context,
  serving,
}: {
  readonly context: ContextId
  readonly serving: ServingCertificate
}) {
  if (serving.state === 'notAsked') return null
  if (serving.state === 'unknown')
    return <div className={styles.caption}>presented: unknown. {visibleText(serving.why)}</div>
  return (
    <div className={styles.caption}>
      presented: {serving.source.kind === 'Pod' ? 'asked of' : 'from'}{' '}
      <ObjectLink context={context} target={serving.source.ref} />
      {serving.faults.length === 0
        ? ', which the bundle signs and the name fits'
        : serving.faults.map(({ type, text }) => (
            <div key={type}>
              <MeaningMark meaning="bad" /> {visibleText(text)}
            </div>
          ))}
    </div>
  )
}

interface PolicyRowsProps {
  readonly context: ContextId
  readonly policies: readonly PolicyHealth[]
  readonly entries: readonly PolicyEntry[]
}

// What passes without a fault is not counted. Source: kubernetes, policy/validating/dispatcher.go.
const outcomes = [
  ['deny', 'Denied'],
  ['warn', 'Warned'],
  ['audit', 'Audited'],
  ['allow', 'Failed open'],
] as const

function PolicyRows({ context, policies, entries }: PolicyRowsProps) {
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.tablePlace} aria-label="Health of policies" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Policy</th>
            {outcomes.map(([outcome, title]) => (
              <th key={outcome} scope="col" className={styles.number}>
                {title}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              Half within
            </th>
            <th scope="col" className={styles.number}>
              99 % within
            </th>
          </tr>
        </thead>
        <tbody>
          {policies.map(({ id, measures }) => {
            const entry = byId.get(id)
            return (
              <tr key={id}>
                <th scope="row">
                  {entry === undefined ? (
                    <BreakableName name={id} />
                  ) : (
                    <ObjectLink context={context} target={entry.ref} />
                  )}
                </th>
                {outcomes.map(([outcome]) => (
                  <td key={outcome} className={styles.number}>
                    {measures === null ? '–' : numberText(measures.checks[outcome] ?? 0)}
                  </td>
                ))}
                <td className={styles.number}>{latencyText(measures?.p50)}</td>
                <td className={styles.number}>{latencyText(measures?.p99)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
