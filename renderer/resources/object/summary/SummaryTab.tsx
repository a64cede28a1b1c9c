import { addressOf } from '../../../live/index.ts'
import { Section } from '../../../ui/index.ts'
import { EventList } from '../EventList.tsx'
import styles from '../Object.module.css'
import { useSubject } from '../subject.ts'
import { ConditionList } from './ConditionList.tsx'
import { conditionsOf } from './conditions.ts'
import { DataSection } from './DataSection.tsx'
import { dataOf } from './data.ts'
import { FactList, FactTableView } from './FactView.tsx'
import { LabelList } from './LabelList.tsx'
import { RelatedList } from './RelatedList.tsx'
import { factsOf } from './summaries.ts'
import { TroubleList } from './TroubleList.tsx'
import { troublesOf } from './trouble.ts'
import { NodeHeartbeat } from './usage/NodeHeartbeat.tsx'
import { NodeSections } from './usage/NodeSections.tsx'
import { usageSubject } from './usage/subject.ts'
import { UsageSection } from './usage/UsageSection.tsx'
import { WebhookHealth } from './WebhookHealth.tsx'
import { configuresWebhooks } from './webhookHealth.ts'

/** Events shown here; the tab has all. */
const fewEvents = 6

/** What matters of the object, on one page. */
export function SummaryTab() {
  const { context, ref, object } = useSubject()
  const { facts, tables } = factsOf(object)
  const data = dataOf(object)
  const measured = usageSubject(object)
  return (
    <div className={styles.scrolled}>
      <div className={styles.summary}>
        <div className={styles.main}>
          <TroubleList troubles={troublesOf(object)} />
          {facts.length > 0 && (
            <Section title={object.kind}>
              <div className={styles.facts}>
                <FactList facts={facts} />
              </div>
            </Section>
          )}
          {measured !== null && <UsageSection subject={measured} />}
          {measured?.type === 'node' && <NodeSections />}
          {data !== null && <DataSection entries={data} />}
          {configuresWebhooks(object) && <WebhookHealth />}
          {tables.map(table => (
            <FactTableView key={table.title} table={table} />
          ))}
          <ConditionList conditions={conditionsOf(object)} />
          <Section title="Events" actions={<a href={addressOf.object(context, ref, 'events')}>All events</a>}>
            <EventList limit={fewEvents} />
          </Section>
        </div>
        <div className={styles.side}>
          {measured?.type === 'node' && <NodeHeartbeat />}
          <RelatedList />
          <LabelList title="Labels" values={object.metadata.labels} />
          <LabelList title="Annotations" values={object.metadata.annotations} />
        </div>
      </div>
    </div>
  )
}
