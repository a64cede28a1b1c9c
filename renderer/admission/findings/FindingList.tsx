import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Finding } from '../../../shared/admission/findings/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { takesRowKeys } from '../../table/index.ts'
import { MeaningMark } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { stepTo } from '../parts/rowKeys.ts'
import styles from './Findings.module.css'
import { groupedFindings, meaningOf, severityMeanings, severityWords } from './shown.ts'

export interface FindingListProps {
  readonly findings: readonly Finding[]
  readonly selected: string
  readonly onSelect: (key: string) => void
  /** What was not looked at, below. */
  readonly notes: readonly string[]
  /** Below the notes. */
  readonly action: ReactNode
}

/** Findings by severity, the worst first. Arrow keys and `j` `k` `g` `G` walk through them. */
export function FindingList({ findings, selected, onSelect, notes, action }: FindingListProps) {
  const list = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    const option = list.current?.querySelector<HTMLElement>(`[data-finding="${CSS.escape(selected)}"]`)
    if (hasMoved.current) option?.focus({ preventScroll: true })
    hasMoved.current = false
    option?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = findings.findIndex(({ key }) => key === selected)
    const next = findings[stepTo(event.key, at, findings.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    hasMoved.current = true
    onSelect(next.key)
  }
  return (
    <div className={styles.list}>
      <div
        ref={list}
        className={styles.options}
        role="listbox"
        aria-label="Findings"
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {groupedFindings(findings).map(({ severity, findings: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, no set of fields
          <div
            key={severity}
            role="group"
            aria-label={`${severityWords[severity]}: ${severityMeanings[severity]}`}
          >
            <div className={styles.groupHead} role="presentation">
              <SeverityMark severity={severity} />
              <span className={styles.groupTitle}>{severityWords[severity]}</span>
              <span className={styles.groupCount}>{own.length}</span>
              <span className={styles.groupMeaning}>{severityMeanings[severity]}</span>
            </div>
            {own.map(finding => (
              <Row
                key={finding.key}
                finding={finding}
                isSelected={finding.key === selected}
                onSelect={onSelect}
              />
            ))}
          </div>
        ))}
      </div>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label="Not looked at">
          {notes.map(note => (
            <li key={note}>{visibleText(note)}</li>
          ))}
        </ul>
      )}
      <div className={styles.listAction}>{action}</div>
    </div>
  )
}

function SeverityMark({ severity }: { readonly severity: Finding['severity'] }) {
  const meaning = meaningOf(severity)
  return meaning === undefined ? null : <MeaningMark meaning={meaning} />
}

interface RowProps {
  readonly finding: Finding
  readonly isSelected: boolean
  readonly onSelect: (key: string) => void
}

function Row({ finding: { key, title, objects }, isSelected, onSelect }: RowProps) {
  const [first, ...others] = objects
  const name =
    first === undefined
      ? ''
      : first.ref.namespace === ''
        ? first.ref.name
        : `${first.ref.namespace}/${first.ref.name}`
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    <div
      role="option"
      aria-selected={isSelected}
      data-finding={key}
      tabIndex={isSelected ? 0 : -1}
      {...(isSelected ? takesRowKeys : {})}
      className={`${styles.row} ${isSelected ? styles.selected : ''}`}
      onClick={() => onSelect(key)}
    >
      <span className={styles.rowTitle}>{visibleText(title)}</span>
      <span className={styles.rowObject}>
        <BreakableName name={name} />
      </span>
      <span className={styles.rowKind}>
        <span className={styles.rowKindName}>{visibleText(first?.kind ?? '')}</span>
        {others.length > 0 && <span>{` +${others.length}`}</span>}
      </span>
    </div>
  )
}
