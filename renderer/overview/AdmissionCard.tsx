import { useState } from 'react'
import type { PolicyInventory, WebhookInventory } from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { addressOf } from '../live/index.ts'
import { Button, MeaningMark } from '../ui/index.ts'
import styles from './Overview.module.css'
import { AppLink, Card, numberText, Remark } from './parts.tsx'
import {
  admissionSources,
  objectsBySeverity,
  type PlacedProblem,
  placedProblems,
  unreadInWords,
} from './problems.ts'

export interface AdmissionCardProps {
  readonly context: ContextId
  readonly policies: PolicyInventory | null
  readonly webhooks: WebhookInventory | null
}

const severities = ['bad', 'warning', 'unknown'] as const
const words = { bad: 'broken', warning: 'at risk', unknown: 'cannot be told' } as const
const shownAtFirst = 6

/** What is wrong or risky in the admission configuration, by severity. */
export function AdmissionCard({ context, policies, webhooks }: AdmissionCardProps) {
  const [only, setOnly] = useState<PlacedProblem['problem']['severity'] | null>(null)
  const [isWhole, setIsWhole] = useState(false)
  const problems = placedProblems(policies, webhooks)
  const counts = objectsBySeverity(problems)
  const sources = admissionSources(policies, webhooks)
  const isReading = policies === null || webhooks === null || sources.some(({ state }) => state === 'loading')
  const unread = unreadInWords(sources)
  const fitting = problems.filter(({ worst }) => only === null || worst === only)
  const shown = isWhole || only !== null ? fitting : fitting.slice(0, shownAtFirst)
  return (
    <Card title="Admission" aside={<Views context={context} policies={policies} webhooks={webhooks} />}>
      <div className={styles.wrap}>
        {severities.map(severity => {
          const count = counts[severity]
          if (count === 0) return null
          return (
            <Button
              key={severity}
              isPressed={only === severity}
              onPress={() => setOnly(only === severity ? null : severity)}
            >
              <MeaningMark meaning={severity} />
              {`${numberText(count)} ${words[severity]}`}
            </Button>
          )
        })}
      </div>
      {problems.length === 0 && isReading && <Remark>Reading policies and webhooks…</Remark>}
      {problems.length === 0 && !isReading && unread === null && (
        <Remark meaning="good">Nothing is wrong with the policies and webhooks.</Remark>
      )}
      {unread !== null && (
        <Remark meaning="unknown">{`${unread}. What cannot be read may well be in force.`}</Remark>
      )}
      {shown.length > 0 && (
        <ul className={styles.problems}>
          {shown.map(place => (
            <ProblemLine key={place.key} context={context} place={place} />
          ))}
        </ul>
      )}
      {shown.length < fitting.length && (
        <div>
          <Button onPress={() => setIsWhole(true)}>{`Show all ${counted(fitting.length, 'problem')}`}</Button>
        </div>
      )}
    </Card>
  )
}

function Views({ context, policies, webhooks }: AdmissionCardProps) {
  return (
    <>
      <AppLink to={addressOf.policies(context)}>
        {isUnknown(policies) ? 'Policies' : counted(policies?.policies.length ?? 0, 'policy', 'policies')}
      </AppLink>
      {', '}
      <AppLink to={addressOf.webhooks(context)}>
        {isUnknown(webhooks) ? 'Webhooks' : counted(webhooks?.webhooks.length ?? 0, 'webhook')}
      </AppLink>
    </>
  )
}

/** Whether the number of an inventory would be that of what could be read only. */
function isUnknown(inventory: PolicyInventory | WebhookInventory | null): boolean {
  return inventory === null || unreadInWords(inventory.sources) !== null
}

function ProblemLine({ context, place }: { readonly context: ContextId; readonly place: PlacedProblem }) {
  const { problem, kind, name, ref } = place
  return (
    <li className={styles.problem} title={problem.detail}>
      <MeaningMark meaning={problem.severity} />
      <span className={styles.problemText}>
        <span className={styles.problemTitle}>{visibleText(problem.title)}</span>
        <span className={styles.quiet}>
          {`${kind} `}
          <AppLink to={addressOf.object(context, ref)}>{visibleText(name)}</AppLink>
        </span>
      </span>
    </li>
  )
}
