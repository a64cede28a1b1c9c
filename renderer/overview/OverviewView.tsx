import { useEffect, useState } from 'react'
import type { Overview } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { useContextEntry, useIsViewActive, useStream } from '../live/index.ts'
import { Age, Banner, EmptyState, useLater } from '../ui/index.ts'
import { AdmissionCard } from './AdmissionCard.tsx'
import { CertificatesCard } from './CertificatesCard.tsx'
import { NodesCard } from './NodesCard.tsx'
import { StorageCard, UnreadableCard } from './OtherCards.tsx'
import styles from './Overview.module.css'
import { admissionSources } from './problems.ts'
import { ServerCard } from './ServerCard.tsx'
import { staleSince, unreadableOf } from './sources.ts'
import { WarningsCard } from './WarningsCard.tsx'
import { WorkloadsCard } from './WorkloadsCard.tsx'

/** One context at a glance, live. */
export function OverviewView({ context }: { readonly context: ContextId }) {
  const isFollowed = useIsFollowed()
  const { value, error } = useStream('overview.view', isFollowed ? { context } : null)
  const isPatient = useLater(200)
  if (value === null) {
    if (error !== null)
      return (
        <EmptyState
          meaning="bad"
          title="The overview could not be read"
          detail={error.message}
          causes={error.causes}
        />
      )
    return isPatient ? <EmptyState title="Reading the cluster…" /> : null
  }
  return (
    <>
      {error !== null && <Banner meaning="bad">{error.message} What is shown may be old.</Banner>}
      <Page context={context} overview={value} />
    </>
  )
}

/** A view that was left stays current for this long in milliseconds: one often comes right back. */
const lingers = 30_000

/** Whether to watch the cluster: while the view is in front, and a little longer. */
function useIsFollowed(): boolean {
  const isActive = useIsViewActive()
  const [isLingering, setIsLingering] = useState(true)
  useEffect(() => {
    if (isActive) {
      setIsLingering(true)
      return
    }
    const timer = setTimeout(() => setIsLingering(false), lingers)
    return () => clearTimeout(timer)
  }, [isActive])
  return isActive || isLingering
}

function Page({ context, overview }: { readonly context: ContextId; readonly overview: Overview }) {
  const policies = useStream('admission.policies', { context }).value
  const webhooks = useStream('admission.webhooks', { context }).value
  const name = useContextEntry(context)?.name ?? context
  const since = staleSince(overview)
  const unreadable = unreadableOf(overview, admissionSources(policies, webhooks))
  return (
    <div className={styles.view}>
      {since !== null && (
        <Banner meaning="warning">
          The connection is lost; this is how it stood <Age since={since} /> ago. It is being opened again.
        </Banner>
      )}
      <h1 className="visually-hidden">{`Overview of ${name}`}</h1>
      <div className={styles.columns}>
        <div className={styles.front}>
          <div className={styles.column}>
            <WorkloadsCard context={context} workloads={overview.workloads} />
            <StorageCard context={context} overview={overview} />
          </div>
          <div className={styles.column}>
            <WarningsCard context={context} overview={overview} />
            <AdmissionCard context={context} policies={policies} webhooks={webhooks} />
          </div>
        </div>
        <div className={styles.column}>
          <ServerCard context={context} overview={overview} />
          <NodesCard context={context} overview={overview} />
          <CertificatesCard context={context} certificates={overview.certificates} webhooks={webhooks} />
          <UnreadableCard unreadable={unreadable} isDump={overview.takenAt !== null} />
        </div>
      </div>
    </div>
  )
}
