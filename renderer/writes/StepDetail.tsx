import { useMemo, useState } from 'react'
import { compare, diffLines, withoutServerFields } from '../../shared/diff/index.ts'
import type { AttributedChange, PlanStep } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { DiffView, mergePatch, UnifiedDiff, unifiedPatch } from '../diff/index.ts'
import { copyText } from '../live/index.ts'
import { Banner, Button, Chip, CodeBlock, Section } from '../ui/index.ts'
import styles from './Writes.module.css'
import { causeText, problemText } from './words.ts'

export interface StepDetailProps {
  readonly step: PlanStep
}

/** What one request would do: who changes what, what the server says, the diff, and the request as sent. */
export function StepDetail({ step }: StepDetailProps) {
  return (
    <div className={styles.detail}>
      <StepNotes step={step} />
      <ChangeList changes={step.changes} />
      <StepDiff step={step} />
      <Section title="The request">
        <p className={styles.quiet}>
          <code>{`${step.method} ${step.path}`}</code>
        </p>
        {step.body !== '' && (
          <div className={styles.body}>
            <CodeBlock label="Body of the request">{step.body}</CodeBlock>
          </div>
        )}
      </Section>
    </div>
  )
}

/** Why it is refused, which fields cannot change, and what the server warns of. */
export function StepNotes({ step }: StepDetailProps) {
  const { problem, immutable, conflicts, warnings, isPreviewed, at } = step
  return (
    <>
      {problem !== undefined && (
        <Banner meaning="bad">
          {at === undefined ? '' : `Line ${at.line}: `}
          {problemText(problem)}
        </Banner>
      )}
      {problem === undefined &&
        conflicts.map(({ field, managers }) => (
          <Banner key={field} meaning="warning">
            {`Takes ${field} from ${managers.join(', ')}, which may set it again.`}
          </Banner>
        ))}
      {immutable.map(({ field, before, after }) => (
        <Banner key={field} meaning="bad">
          {`${field} cannot be changed once it is set (${before.trim()} to ${after.trim()}). The object would have to be deleted and created anew, which ends what depends on it.`}
        </Banner>
      ))}
      {warnings.map(warning => (
        <Banner key={warning} meaning="warning">
          {warning}
        </Banner>
      ))}
      {!isPreviewed && problem === undefined && step.after.length === 0 && (
        <Banner meaning="unknown">
          The server knows no dry run of this request, so what it would do is not shown.
        </Banner>
      )}
    </>
  )
}

function ChangeList({ changes }: { readonly changes: readonly AttributedChange[] }) {
  if (changes.length === 0) return null
  return (
    <Section title="Changes" aside={counted(changes.length, 'field')}>
      <ul className={styles.changes}>
        {changes.slice(0, mostChanges).map(change => (
          <li key={`${change.kind} ${change.field}`} className={styles.change}>
            <code className={styles.field}>{change.field}</code>
            <span className={styles.values}>
              {change.before !== undefined && <del className={styles.before}>{change.before.trim()}</del>}
              {change.after !== undefined && <ins className={styles.after}>{change.after.trim()}</ins>}
            </span>
            <Chip meaning={change.cause.by === 'mine' ? undefined : 'unknown'} title={change.cause.text}>
              {causeText(change.cause)}
            </Chip>
          </li>
        ))}
        {changes.length > mostChanges && (
          <li
            className={styles.quiet}
          >{`${counted(changes.length - mostChanges, 'more field')} in the diff below`}</li>
        )}
      </ul>
    </Section>
  )
}

/** Rows of the list; the diff shows all. */
const mostChanges = 200

function StepDiff({ step }: StepDetailProps) {
  const [isUnified, setIsUnified] = useState(false)
  const rows = useRows(step.live, step.result)
  // What is refused, or not known beforehand, has no result: that is no removal.
  const isRemoval = step.method === 'DELETE'
  if (rows === null || step.problem !== undefined || (step.result === null && !isRemoval)) return null
  const Diff = isUnified ? UnifiedDiff : DiffView
  return (
    <Section
      title="Live and result"
      actions={
        <>
          <Button look="quiet" isPressed={isUnified} onPress={() => setIsUnified(!isUnified)}>
            Unified
          </Button>
          <Button look="quiet" onPress={() => void copyText(unifiedPatch(rows, fileOf(step)), 'the patch')}>
            Copy as patch
          </Button>
          {step.live !== null && step.result !== null && (
            <Button
              look="quiet"
              onPress={() => void copyText(mergePatchText(step.live, step.result), 'the merge patch')}
            >
              Copy as merge patch
            </Button>
          )}
        </>
      }
    >
      <div className={styles.diff}>
        <Diff
          rows={rows}
          beforeLabel="live"
          afterLabel="what the server would store"
          sameDetail="The server would store it as it is."
        />
      </div>
    </Section>
  )
}

const fileOf = ({ kind, ref }: PlanStep): string => `${kind.toLowerCase()}-${ref?.name ?? 'new'}.yaml`

/** What servers set of a version is no part of it: the patch would be refused over it. */
function mergePatchText(live: KubeObject | null, result: KubeObject | null): string {
  const [before, after] = [live, result].map(object => (object === null ? {} : withoutServerFields(object)))
  return JSON.stringify(mergePatch(before, after))
}

function useRows(live: KubeObject | null, result: KubeObject | null) {
  return useMemo(() => {
    if (live === null && result === null) return null
    return diffLines(compare(readable(live), readable(result)))
  }, [live, result])
}

/** Who manages which field is told by the causes. */
function readable(object: KubeObject | null): unknown {
  if (object === null) return {}
  const { managedFields: _, ...metadata } = object.metadata ?? {}
  return { ...object, metadata }
}
