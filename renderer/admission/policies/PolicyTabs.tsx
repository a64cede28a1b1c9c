import { useState } from 'react'
import {
  type AdmissionQuestion,
  addressOf,
  plainQuestion,
  type ScratchPlace,
  useDiscovery,
} from '../../live/index.ts'
import { Button, Tabs } from '../../ui/index.ts'
import { AuditResult } from '../audit/AuditResult.tsx'
import { isUnderWay } from '../audit/groups.ts'
import { cancelAudit, startAudit, useAuditRun } from '../audit/runs.ts'
import { SaveMenu } from '../audit/SaveMenu.tsx'
import styles from '../parts/Detail.module.css'
import viewStyles from '../parts/View.module.css'
import { Scratchpad } from '../scratchpad/Scratchpad.tsx'
import { ruleRequests } from '../trace/ruleRequests.ts'
import { PolicyDetail, type PolicyDetailProps } from './PolicyDetail.tsx'

const parts = [
  { id: 'policy', title: 'Policy' },
  { id: 'audit', title: 'Audit' },
  { id: 'scratchpad', title: 'Scratchpad' },
] as const
type Part = (typeof parts)[number]['id']

/** Everything of one policy, what it says to the objects that exist, and its expressions to try. */
export function PolicyTabs(props: PolicyDetailProps) {
  const [part, setPart] = useState<Part>('policy')
  const { context, entry } = props
  return (
    <Tabs
      label={`Parts of ${entry.policy.name}`}
      items={parts}
      selected={part}
      onSelect={id => setPart(parts.find(one => one.id === id)?.id ?? 'policy')}
    >
      {part === 'policy' && <PolicyDetail {...props} />}
      {part === 'audit' && <PolicyAudit key={entry.id} context={context} entry={entry} />}
      {part === 'scratchpad' && <PolicyScratchpad key={entry.id} context={context} entry={entry} />}
    </Tabs>
  )
}

type PartProps = Pick<PolicyDetailProps, 'context' | 'entry'>

function PolicyAudit({ context, entry }: PartProps) {
  const place = `${context} policy ${entry.id}`
  const run = useAuditRun(place)
  const { name } = entry.policy
  const isRunning = run !== null && run.error === null && isUnderWay(run.view?.state)
  const isBound = entry.bindings.length > 0
  return (
    <div className={viewStyles.view}>
      <div className={viewStyles.toolbar}>
        {isRunning ? (
          <Button onPress={() => cancelAudit(place)}>Cancel</Button>
        ) : (
          <Button
            look="primary"
            isDisabled={!isBound}
            onPress={() => startAudit(place, { context, policies: [name] })}
          >
            {run === null ? 'Which objects would fail today?' : 'Run it again'}
          </Button>
        )}
        {run?.view != null && <SaveMenu view={run.view} isEnded={run.error !== null} />}
        <span className={viewStyles.gap} />
        <a className={styles.caption} href={addressOf.audit(context, { policies: [name] })}>
          Open in Audit
        </a>
      </div>
      {run !== null && <AuditResult context={context} run={run} isOther={false} />}
      {run === null && (
        <p className={styles.none}>
          {isBound
            ? 'Every object that it reaches is evaluated as if it were sent again. Nothing is written to the cluster.'
            : 'No binding names this policy: it says nothing to any object. In Audit it can be tried as a draft, as if it were bound everywhere.'}
        </p>
      )}
    </div>
  )
}

function PolicyScratchpad({ context, entry }: PartProps) {
  const discovery = useDiscovery(context)
  const [scratch, setScratch] = useState<ScratchPlace>({ type: 'policy', text: '', from: entry.id })
  const [asked, setAsked] = useState<AdmissionQuestion | null>(null)
  const question = asked ?? firstQuestion(entry, discovery)
  return (
    <Scratchpad
      context={context}
      scratch={scratch}
      question={question}
      onScratch={part => setScratch(last => ({ ...last, ...part }))}
      onQuestion={part => setAsked(last => ({ ...(last ?? question), ...part }))}
    >
      <a className={styles.caption} href={addressOf.scratchpad(context, scratch, question)}>
        Open as a view
      </a>
    </Scratchpad>
  )
}

/** A request that the policy takes; which object it is about is left to choose. */
function firstQuestion(
  { policy }: PartProps['entry'],
  discovery: ReturnType<typeof useDiscovery>,
): AdmissionQuestion {
  const stored: AdmissionQuestion = { ...plainQuestion, object: { type: 'stored' } }
  const [first] = ruleRequests(policy.match.rules, discovery, 1)
  if (first === undefined) return stored
  const { operation, info, subresource } = first
  const resource = { group: info.group, version: info.version, resource: info.resource }
  return { ...stored, operation, resource, subresource }
}
