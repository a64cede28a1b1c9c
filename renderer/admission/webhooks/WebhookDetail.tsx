import {
  isEmptySelector,
  namespacesInWords,
  objectsInWords,
  ruleMatrix,
  type WebhookEntry,
} from '../../../shared/admission/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { type Definition, DefinitionList, Section } from '../../ui/index.ts'
import styles from '../parts/Detail.module.css'
import { MatchConditions, Names, SettingValue, Writers } from '../parts/facts.tsx'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import { ProblemList } from '../parts/ProblemList.tsx'
import { RuleMatrix } from '../parts/RuleMatrix.tsx'
import { RequestLinks } from '../trace/RequestLinks.tsx'
import { CallStations } from './CallStations.tsx'

export interface WebhookDetailProps {
  readonly context: ContextId
  readonly entry: WebhookEntry
}

/** Everything of one webhook: its rules, where its calls go, what is wrong. */
export function WebhookDetail({ context, entry }: WebhookDetailProps) {
  const { webhook } = entry
  return (
    <div className={styles.detail}>
      <div className={styles.part}>
        <Section title={`${webhook.name} · rules`}>
          <RuleMatrix label={`Rules of ${webhook.name}`} rows={ruleMatrix(webhook.rules)} />
          <DefinitionList items={factsOf(context, entry)} />
          <MatchConditions conditions={webhook.matchConditions} />
        </Section>
      </div>
      <div className={styles.part}>
        <Section title="Where the call goes">
          <CallStations context={context} entry={entry} />
        </Section>
      </div>
      <div className={`${styles.part} ${entry.problems.length > 0 ? styles.urgent : ''}`}>
        <Section title="Problems" aside={entry.problems.length === 0 ? undefined : entry.problems.length}>
          <ProblemList problems={entry.problems} none="Nothing found wrong with this webhook" />
        </Section>
      </div>
    </div>
  )
}

function factsOf(context: ContextId, entry: WebhookEntry): readonly Definition[] {
  const { webhook, reach, covers } = entry
  const any = ' (empty selector)'
  const facts: Definition[] = [
    { term: 'Configuration', description: <ObjectLink context={context} target={entry.ref} /> },
    { term: 'On failure', description: <SettingValue setting={webhook.failurePolicy} /> },
    { term: 'Timeout', description: <SettingValue setting={webhook.timeoutSeconds} unit=" s" /> },
    { term: 'Match policy', description: <SettingValue setting={webhook.matchPolicy} /> },
    {
      term: 'Namespaces',
      description: `${namespacesInWords(webhook.namespaceSelector)}${isEmptySelector(webhook.namespaceSelector) ? any : ''}`,
    },
    {
      term: 'Objects',
      description: `${objectsInWords(webhook.objectSelector)}${isEmptySelector(webhook.objectSelector) ? any : ''}`,
    },
  ]
  if (covers.length > 0) facts.push({ term: 'Covers today', description: <Names names={covers} /> })
  facts.push({
    term: 'Reaches today',
    description: (
      <>
        {reach.today}
        {reach.namespaces !== null && !reach.everyNamespace && reach.namespaces.length > 0 && (
          <>
            : <Names names={reach.namespaces} />
          </>
        )}
      </>
    ),
  })
  if (webhook.matchConditions.length === 0) facts.push({ term: 'Conditions', description: 'none' })
  if (webhook.reinvocationPolicy !== null) {
    facts.push({ term: 'Reinvocation', description: <SettingValue setting={webhook.reinvocationPolicy} /> })
  }
  facts.push(
    { term: 'Side effects', description: <SettingValue setting={webhook.sideEffects} /> },
    { term: 'Review versions', description: webhook.reviewVersions.value.join(', ') || 'not given' },
    {
      term: 'What happens if',
      description: <RequestLinks context={context} rules={webhook.rules} />,
    },
    { term: 'Written by', description: <Writers writers={webhook.writers} /> },
  )
  return facts
}
