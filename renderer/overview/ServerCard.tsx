import type { HealthReport, Overview } from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { addressOf } from '../live/index.ts'
import { Age, MeaningMark, momentText } from '../ui/index.ts'
import styles from './Overview.module.css'
import { Absent, AppLink, Card, isAbsent, listOf, numberText } from './parts.tsx'

/** Version, health by check, and the API services that are not available. */
export function ServerCard({
  context,
  overview,
}: {
  readonly context: ContextId
  readonly overview: Overview
}) {
  const { server, health, apiServices, takenAt } = overview
  if (takenAt !== null) return <DumpCard server={server} takenAt={takenAt} />
  return (
    <Card title="Server" sources={[apiServices.source]}>
      <dl className={styles.facts}>
        <dt>Version</dt>
        <dd>
          <code>{server.version === '' ? 'not told' : visibleText(server.version)}</code>
          {server.platform !== '' && <span className={styles.quiet}>{visibleText(server.platform)}</span>}
        </dd>
        {health.map(report => (
          <HealthLine key={report.path} report={report} />
        ))}
        <dt>API services</dt>
        <dd>
          <ApiServices context={context} services={apiServices} />
        </dd>
      </dl>
    </Card>
  )
}

/** In place of a server, which a dump is not: when it was taken, as far as it tells. */
function DumpCard({ server, takenAt }: { readonly server: Overview['server']; readonly takenAt: number }) {
  return (
    <Card title="Dump">
      <dl className={styles.facts}>
        <dt>Newest time in it</dt>
        <dd>
          {takenAt === 0 ? (
            'it tells no time'
          ) : (
            <>
              {momentText(takenAt)}
              <span className={styles.quiet}>
                <Age since={takenAt} /> ago
              </span>
            </>
          )}
        </dd>
        {server.version.startsWith('nodes ') && (
          <>
            <dt>Nodes run</dt>
            <dd>
              <code>{visibleText(server.version.slice('nodes '.length))}</code>
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function HealthLine({ report }: { readonly report: HealthReport }) {
  const failed = report.checks.filter(({ isHealthy }) => !isHealthy)
  const name = report.path === '/livez' ? 'Alive' : 'Ready'
  return (
    <>
      <dt>
        {name} <code className={styles.quiet}>{report.path}</code>
      </dt>
      <dd>
        <HealthWords report={report} />
        {failed.map(check => (
          <span key={check.name} className={styles.line}>
            <MeaningMark meaning="bad" />
            <code>{visibleText(check.name)}</code>
            <span className={styles.quiet}>{visibleText(check.reason)}</span>
          </span>
        ))}
      </dd>
    </>
  )
}

function HealthWords({ report }: { readonly report: HealthReport }) {
  const { state, checks, checkedAt } = report
  switch (state) {
    case 'loading':
      return <span className={styles.quiet}>asking…</span>
    case 'good':
      return (
        <span className={styles.line}>
          <MeaningMark meaning="good" />
          {checks.length === 0 ? 'ok' : `all ${numberText(checks.length)} checks pass`}
          <span className={styles.quiet}>
            <Age since={checkedAt} /> ago
          </span>
        </span>
      )
    case 'bad':
      return (
        <span className={styles.line}>
          <MeaningMark meaning="bad" />
          {`answers ${report.error?.status ?? 'with an error'}`}
        </span>
      )
    case 'unreadable':
      return (
        <span className={styles.line}>
          <MeaningMark meaning="unknown" />
          {report.error?.kind === 'denied' ? 'you may not get it' : 'cannot be read'}
        </span>
      )
  }
}

function ApiServices({
  context,
  services,
}: {
  readonly context: ContextId
  readonly services: Overview['apiServices']
}) {
  const { source, total, unavailable, filter } = services
  if (isAbsent(source) || source.state === 'loading') return <Absent source={source} what="APIServices" />
  if (unavailable.length === 0) {
    const to = listOf(context, source)
    const text = `all ${numberText(total)} available`
    return (
      <span className={styles.line}>
        <MeaningMark meaning="good" />
        {to === null ? text : <AppLink to={to}>{text}</AppLink>}
      </span>
    )
  }
  const to = filter === null ? null : listOf(context, source, { filter })
  const text = `${numberText(unavailable.length)} of ${numberText(total)} not available`
  return (
    <>
      <span className={styles.line}>
        <MeaningMark meaning="bad" />
        {to === null ? text : <AppLink to={to}>{text}</AppLink>}
      </span>
      {unavailable.map(service => (
        <span key={service.name} className={styles.line} title={service.message}>
          {source.resource !== null && (
            <AppLink
              to={addressOf.object(context, { resource: source.resource, namespace: '', name: service.name })}
            >
              {visibleText(service.name)}
            </AppLink>
          )}
          <span className={styles.quiet}>{visibleText(service.reason)}</span>
        </span>
      ))}
    </>
  )
}
