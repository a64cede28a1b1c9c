import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { WebhookEntry, WebhookPhase } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { takesRowKeys } from '../../table/index.ts'
import { Chip } from '../../ui/index.ts'
import { ProblemChips } from '../parts/ProblemList.tsx'
import styles from './WebhookTable.module.css'

export interface WebhookTableProps {
  readonly webhooks: readonly WebhookEntry[]
  readonly selected: string | null
  readonly onSelect: (id: string) => void
  readonly onOpen: (entry: WebhookEntry) => void
}

interface Column {
  readonly title: string
  /** Where it also holds what has a column of its own otherwise. */
  readonly titleIfNarrow?: string
  readonly look: string | undefined
}

const columns: readonly Column[] = [
  { title: '#', look: styles.numberColumn },
  { title: 'Webhook', look: styles.configurationColumn },
  { title: 'Acts on, and where', look: styles.wordsColumn },
  { title: 'On failure', look: styles.failureColumn },
  { title: 'Certificate', titleIfNarrow: 'Certificate, endpoint', look: styles.certificateColumn },
  { title: 'Endpoint', look: styles.endpointColumn },
  { title: 'Problems', look: styles.problemsColumn },
]

/** Columns that stay where it is narrow; a title over more would make columns of its own. */
const alwaysShown = columns.length - 1

const phases: readonly { readonly phase: WebhookPhase; readonly title: string }[] = [
  { phase: 'mutating', title: 'Mutating · called one after another' },
  { phase: 'validating', title: 'Validating · called in parallel' },
]

/** One row a webhook, in calling order. Arrow keys and `j` `k` `g` `G` walk through the rows. */
export function WebhookTable({ webhooks, selected, onSelect, onOpen }: WebhookTableProps) {
  const place = useRef<HTMLTableElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (!hasMoved.current || selected === null) return
    hasMoved.current = false
    place.current?.querySelector<HTMLElement>(`[data-webhook="${CSS.escape(selected)}"]`)?.focus()
  }, [selected])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = webhooks.findIndex(entry => entry.id === selected)
    const next = webhooks[movedRow(event.key, at, webhooks.length)]
    const current = webhooks[at]
    if (event.key === 'Enter' && current !== undefined) onOpen(current)
    else if (next === undefined) return
    else {
      hasMoved.current = true
      onSelect(next.id)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.scroller}>
      <table
        className={styles.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen, which makes it a grid
        role="grid"
        aria-label="Webhooks in calling order"
        ref={place}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {columns.map(({ title, titleIfNarrow, look }) => (
              <th key={title} scope="col" className={look}>
                {title === '#' ? (
                  <abbr title="Position in the calling order">#</abbr>
                ) : titleIfNarrow === undefined ? (
                  title
                ) : (
                  <>
                    <span className={styles.ifWide}>{title}</span>
                    <span className={styles.ifNarrow}>{titleIfNarrow}</span>
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {phases.map(({ phase, title }) => {
          const rows = webhooks.filter(entry => entry.webhook.phase === phase)
          if (rows.length === 0) return null
          return (
            <tbody key={phase}>
              <tr className={styles.group}>
                <th colSpan={alwaysShown} scope="colgroup">
                  {title}
                </th>
                <td className={styles.ifWide} colSpan={columns.length - alwaysShown} />
              </tr>
              {rows.map(entry => (
                <WebhookRow
                  key={entry.id}
                  entry={entry}
                  isSelected={entry.id === selected}
                  onSelect={onSelect}
                  onOpen={onOpen}
                />
              ))}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}

function movedRow(key: string, at: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(count - 1, at + 1)
    case 'ArrowUp':
    case 'k':
      return Math.max(0, at - 1)
    case 'Home':
    case 'g':
      return 0
    case 'End':
    case 'G':
      return count - 1
    default:
      return -1
  }
}

interface WebhookRowProps {
  readonly entry: WebhookEntry
  readonly isSelected: boolean
  readonly onSelect: (id: string) => void
  readonly onOpen: (entry: WebhookEntry) => void
}

function WebhookRow({ entry, isSelected, onSelect, onOpen }: WebhookRowProps) {
  const { webhook, certificate, endpoint } = entry
  const blocks = entry.problems.some(problem => problem.code === 'deadlock')
  const isFail = webhook.failurePolicy.value === 'Fail'
  return (
    <tr
      className={isSelected ? styles.selected : styles.row}
      aria-selected={isSelected}
      data-webhook={entry.id}
      {...(isSelected ? takesRowKeys : {})}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => onSelect(entry.id)}
      onDoubleClick={() => onOpen(entry)}
    >
      <td className={styles.number}>{webhook.phase === 'mutating' ? entry.position : ''}</td>
      <td className={styles.configuration} title={webhook.configuration}>
        {visibleText(webhook.configuration)}
        <span className={styles.second} title={webhook.name}>
          {visibleText(webhook.name)}
        </span>
      </td>
      <td className={styles.words}>
        <span className={styles.first} title={entry.actsOn}>
          {visibleText(entry.actsOn)}
        </span>
        <span className={`${styles.second} ${blocks ? styles.alarming : ''}`} title={entry.where}>
          {visibleText(entry.where)}
        </span>
      </td>
      <td className={styles.failure}>
        <span className={isFail ? styles.fail : styles.ignore}>{webhook.failurePolicy.value}</span>{' '}
        {webhook.timeoutSeconds.value} s
      </td>
      <td className={styles.chips}>
        <Chip meaning={certificate.meaning}>{certificate.label}</Chip>
        <span className={styles.ifNarrow}>
          <Chip meaning={endpoint.meaning}>{endpoint.label}</Chip>
        </span>
      </td>
      <td className={styles.ifWide}>
        <Chip meaning={endpoint.meaning}>{endpoint.label}</Chip>
      </td>
      <td className={styles.problems}>
        <ProblemChips problems={entry.problems} most={2} />
      </td>
    </tr>
  )
}
