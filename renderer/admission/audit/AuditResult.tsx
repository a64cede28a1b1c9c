import { useMemo, useState } from 'react'
import type { AuditView } from '../../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { useDiscovery } from '../../live/index.ts'
import { Banner, Button, EmptyState } from '../../ui/index.ts'
import { gapLines } from '../parts/gaps.ts'
import { ToggleChip } from '../parts/ToggleChip.tsx'
import viewStyles from '../parts/View.module.css'
import styles from './Audit.module.css'
import { GroupTree } from './GroupTree.tsx'
import {
  byPolicy,
  changes,
  changeWords,
  effectLooks,
  effects,
  type GroupFilter,
  leftOutTexts,
  noGroupFilter,
  outcomeText,
  partialText,
  progressText,
} from './groups.ts'
import type { AuditRun } from './runs.ts'

export interface AuditResultProps {
  readonly context: ContextId
  readonly run: AuditRun
  /** Something else is chosen than what was run. */
  readonly isOther: boolean
}

/** What a run found so far, and how far it is. */
export function AuditResult({ context, run, isOther }: AuditResultProps) {
  const { view, error, request } = run
  if (view === null)
    return error === null ? (
      <EmptyState title="Beginning…" />
    ) : (
      <EmptyState
        meaning="bad"
        title="The audit could not begin"
        detail={error.message}
        causes={error.causes}
      />
    )
  if (view.state === 'invalid')
    return (
      <EmptyState
        meaning="warning"
        title="The draft cannot be read"
        detail={`${view.error?.message ?? ''}${view.line === undefined ? '' : ` Line ${view.line}.`}`}
      />
    )
  return (
    <section className={styles.result} aria-label="Result">
      <Progress view={view} isEnded={error !== null} endedAt={run.endedAt} />
      {isOther && (
        <Banner meaning="unknown">
          Something else is chosen by now. This is of the run before; run it again.
        </Banner>
      )}
      {view.error !== undefined && (
        <Banner meaning="bad">{`The audit did not end: ${view.error.message}`}</Banner>
      )}
      {error !== null && (
        <Banner meaning="bad">{`${error.message} What it found stays, but cannot be saved any more.`}</Banner>
      )}
      {view.state === 'cancelled' && (
        <Banner meaning="unknown">
          {`Cancelled ${partialText(view)}, so this is not all. Files that are saved say so.`}
        </Banner>
      )}
      {view.gaps.length > 0 && (
        <Banner meaning="unknown">
          Not everything could be read, so this is not all: {visibleText(gapLines(view.gaps).join(' · '))}
        </Banner>
      )}
      <Groups context={context} view={view} isTrial={request.draft !== undefined} />
    </section>
  )
}

const stateWords = {
  reading: 'Reading the policies and counting the objects…',
  running: 'Under way',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Ended before its end',
  invalid: '',
} as const

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

interface ProgressProps {
  readonly view: AuditView
  readonly isEnded: boolean
  readonly endedAt: number | null
}

function Progress({ view, isEnded, endedAt }: ProgressProps) {
  const isMoving = !isEnded && (view.state === 'reading' || view.state === 'running')
  return (
    <div className={styles.progress}>
      <span className={styles.state} role="status">
        {stateWords[view.state]}
      </span>
      {isMoving && (
        <progress
          className={styles.bar}
          aria-label="Objects gone through"
          max={Math.max(1, view.wanted)}
          {...(view.state === 'running' ? { value: view.done } : {})}
        />
      )}
      {view.state !== 'reading' && (
        <span className={styles.figures}>
          {progressText(view)}
          {endedAt !== null && ` · ended at ${clock.format(endedAt)}`}
        </span>
      )}
    </div>
  )
}

interface GroupsProps {
  readonly context: ContextId
  readonly view: AuditView
  readonly isTrial: boolean
}

function Groups({ context, view, isTrial }: GroupsProps) {
  const discovery = useDiscovery(context)
  const [filter, setFilter] = useState(noGroupFilter)
  const { totals, groups, otherGroups, state } = view
  const policies = useMemo(() => byPolicy(groups, filter), [groups, filter])
  const isOver = state === 'done'
  const isWhole = view.gaps.length === 0
  return (
    <>
      {totals.findings > 0 && (
        <div className={viewStyles.toolbar}>
          <Filters view={view} isTrial={isTrial} filter={filter} onChange={setFilter} />
          <span className={viewStyles.gap} />
          {isOver && <span className={viewStyles.hint}>{outcomeText(totals, isTrial)}</span>}
        </div>
      )}
      {groups.length === 0 && isOver && <NothingFound view={view} isTrial={isTrial} isWhole={isWhole} />}
      {groups.length === 0 && state === 'cancelled' && (
        <EmptyState title="Nothing was found before it was cancelled" />
      )}
      {groups.length > 0 && policies.length === 0 && (
        <EmptyState
          title="Nothing fits the filter"
          actions={<Button onPress={() => setFilter(noGroupFilter)}>Show all</Button>}
        />
      )}
      <div className={styles.scroller}>
        <GroupTree context={context} discovery={discovery} policies={policies} />
        {leftOutTexts(totals, otherGroups).map(text => (
          <p key={text} className={styles.note}>
            {text}
          </p>
        ))}
        {groups.length > 0 &&
          view.assumptions.map(assumption => (
            <p key={assumption} className={styles.note}>
              {visibleText(assumption)}
            </p>
          ))}
      </div>
    </>
  )
}

function NothingFound({
  view: { policies, totals, done },
  isTrial,
  isWhole,
}: Pick<GroupsProps, 'view' | 'isTrial'> & { readonly isWhole: boolean }) {
  if (policies === 0)
    return isWhole ? (
      <EmptyState
        title="No policy is bound"
        detail="There is nothing to hold objects against. With Try a draft you see what a policy would do."
      />
    ) : (
      <EmptyState
        meaning="unknown"
        title="Whether there are policies cannot be told"
        detail="This does not mean that there are none: what may not be read may well be in force."
      />
    )
  const evaluations = counted(totals.evaluations, 'evaluation')
  return (
    <EmptyState
      meaning={isWhole ? 'good' : 'unknown'}
      title={isWhole ? outcomeText(totals, isTrial) : 'Nothing found in what could be read.'}
      detail={`${evaluations} of ${counted(policies, 'policy', 'policies')} on ${counted(done, 'object')}.`}
    />
  )
}

interface FiltersProps {
  readonly view: AuditView
  readonly isTrial: boolean
  readonly filter: GroupFilter
  readonly onChange: (filter: GroupFilter) => void
}

function Filters({ view: { totals }, isTrial, filter, onChange }: FiltersProps) {
  return (
    <>
      {isTrial &&
        changes.map(change => {
          const count = totals.byChange[change] ?? 0
          if (count === 0) return null
          const isPressed = filter.change === change
          return (
            <ToggleChip
              key={change}
              meaning={change === 'new' ? 'warning' : change === 'gone' ? 'good' : undefined}
              isPressed={isPressed}
              onPress={() => onChange({ ...filter, change: isPressed ? null : change })}
            >
              {`${count.toLocaleString('en-US')} ${changeWords[change]}`}
            </ToggleChip>
          )
        })}
      {effects.map(effect => {
        const count = totals.byEffect[effect] ?? 0
        if (count === 0) return null
        const isPressed = filter.effect === effect
        return (
          <ToggleChip
            key={effect}
            meaning={effectLooks[effect].meaning}
            isPressed={isPressed}
            onPress={() => onChange({ ...filter, effect: isPressed ? null : effect })}
          >
            {`${count.toLocaleString('en-US')} ${effectLooks[effect].word}`}
          </ToggleChip>
        )
      })}
    </>
  )
}
