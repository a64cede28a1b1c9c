import { useState } from 'react'
import type { ContextTimings, ProcessFigures, Timings } from '../../shared/ipc/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { useStream } from '../live/index.ts'
import { Banner, EmptyState, formatDuration, Section, Select } from '../ui/index.ts'
import styles from './Diagnostics.module.css'
import { countText, millisText } from './figures.ts'
import { useContextNames } from './LogTab.tsx'
import { Operations, Requests, Streams } from './RequestTables.tsx'

/** The process, and what a context's requests cost. */
export function RequestsTab({ isOpen }: { readonly isOpen: boolean }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useStream('diagnostics.timings', isOpen ? { context: chosen } : null)
  const latest = useLatest(list.value)
  if (latest === null) return null
  const { contexts } = latest
  const context = chosen ?? (contexts.findLast(({ isOpen }) => isOpen) ?? contexts.at(-1))?.context ?? null
  // The first answer tells which contexts there are; then the last used one is asked for.
  if (chosen === null && context !== null) setChosen(context)
  return (
    <div className={styles.tab}>
      {list.error !== null && <Banner meaning="bad">{list.error.message}</Banner>}
      <div className={styles.scroll}>
        <ProcessLine figures={latest.process} />
        {context === null ? (
          <EmptyState
            title="No request yet"
            detail="Open a context: what is asked of its server is counted here, by kind of request."
          />
        ) : (
          <Detail timings={latest} context={context} onChoose={setChosen} />
        )}
      </div>
    </div>
  )
}

/** The last value, also while another context is asked for. */
function useLatest(value: Timings | null): Timings | null {
  const [latest, setLatest] = useState(value)
  if (value !== null && value !== latest) setLatest(value)
  return value ?? latest
}

function ProcessLine({ figures }: { readonly figures: ProcessFigures }) {
  const facts = [
    ['Memory', bytesText(figures.residentBytes)],
    ['Heap in use', `${bytesText(figures.heapUsedBytes)} of ${bytesText(figures.heapTotalBytes)}`],
    ['Outside the heap', bytesText(figures.externalBytes)],
    [
      'Event loop late',
      `p50 ${millisText(figures.loopDelayP50)}, p99 ${millisText(figures.loopDelayP99)}, at most ${millisText(figures.loopDelayMaximum)}`,
    ],
    ['Watches open', countText(figures.openWatches)],
    ['Running for', formatDuration(figures.uptime * 1000)],
  ] as const
  return (
    <dl className={styles.strip}>
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface DetailProps {
  readonly timings: Timings
  readonly context: string
  readonly onChoose: (context: string) => void
}

function Detail({ timings, context, onChoose }: DetailProps) {
  const nameOf = useContextNames()
  const { detail } = timings
  const options = timings.contexts.map(each => ({
    id: each.context,
    label: `${nameOf(each.context)}${each.isOpen ? '' : ', closed'}`,
  }))
  return (
    <>
      <div className={styles.choice}>
        <Select label="Context" options={options} value={context} onChange={onChoose} />
        {detail !== null && <span className={styles.quiet}>{totalsInWords(detail)}</span>}
      </div>
      {detail !== null && detail.context === context && (
        <>
          <Section title="By kind of request" aside={`of the last ${countText(detail.requests.length)}`}>
            <Operations operations={detail.operations} />
          </Section>
          <Section title="Open streams" aside={countText(detail.streams.length)}>
            <Streams streams={detail.streams} />
          </Section>
          <Section title="Last requests">
            <Requests requests={detail.requests} />
          </Section>
        </>
      )}
    </>
  )
}

function totalsInWords({ total, failed }: ContextTimings): string {
  const requests = `${countText(total)} ${total === 1 ? 'request' : 'requests'}`
  return `${requests}, ${failed === 0 ? 'none failed' : `${countText(failed)} failed`}`
}
