import { useDeferredValue, useMemo } from 'react'
import { compare, diffLines } from '../../shared/diff/index.ts'
import type { Plan, PlanStep } from '../../shared/ipc/index.ts'
import { parseManifest } from '../../shared/manifest/index.ts'
import { mergePatch, UnifiedDiff, unifiedPatch } from '../diff/index.ts'
import { copyText } from '../live/index.ts'
import { Button, EmptyState } from '../ui/index.ts'
import { Consequences } from './Consequences.tsx'
import { StepDetail, StepNotes } from './StepDetail.tsx'
import type { OpenDraft } from './useDraft.ts'
import styles from './Writes.module.css'
import { stepState } from './words.ts'

export interface EditDiffProps {
  readonly open: OpenDraft
  /** Of the text as it stands; null before the server was asked about it. */
  readonly plan: Plan | null
  /** The object is to be deleted and created anew, as its field cannot be changed. */
  readonly onRecreate: () => void
}

/** What was typed against what was opened; after a dry run what the server would make of it. */
export function EditDiff({ open, plan, onRecreate }: EditDiffProps) {
  const [first] = plan?.steps ?? []
  if (plan === null || first === undefined) return <Typed open={open} />
  const fixed = plan.steps.length === 1 && first.ref !== null && first.immutable.length > 0
  return (
    <section className={styles.side} aria-label="What changes">
      <div className={styles.sideHead}>
        {`What the server would store: ${plan.steps
          .map(step => stepState(step).text)
          .slice(0, 3)
          .join(', ')}`}
      </div>
      <div className={styles.sideBody}>
        <Consequences consequences={plan.consequences} />
        {fixed && !plan.isProtected && <Fixed step={first} onRecreate={onRecreate} />}
        {plan.steps.length === 1 ? (
          <StepDetail step={first} />
        ) : (
          plan.steps.slice(0, 50).map(step => (
            <div key={step.index}>
              <strong>{step.title}</strong>
              <StepNotes step={step} />
            </div>
          ))
        )}
      </div>
    </section>
  )
}

/** Fields that stay as they are for as long as the object lives, and the way past that. */
function Fixed({ step, onRecreate }: { readonly step: PlanStep; readonly onRecreate: () => void }) {
  return (
    <div className={styles.fixed}>
      {step.immutable.map(({ field, before, after }) => (
        <span key={field}>
          <code>{field}</code> is fixed: <del className={styles.before}>{before.trim()}</del>{' '}
          <ins className={styles.after}>{after.trim()}</ins>
        </span>
      ))}
      <span className={styles.quiet}>Write back the old value to keep the object, or</span>
      <Button onPress={onRecreate}>Delete and recreate…</Button>
    </div>
  )
}

/** Characters above which the text is compared only by the dry run. */
const mostCompared = 400_000

function Typed({ open: { draft, text } }: { readonly open: OpenDraft }) {
  const typed = useDeferredValue(text)
  const opened = draft?.opened ?? ''
  const found = useMemo(() => {
    if (typed.length > mostCompared) return null
    const [before, after] = [objectsOf(opened), objectsOf(typed)]
    return { before, after, rows: diffLines(compare(before, after)) }
  }, [opened, typed])
  const isSame = found === null || found.rows.every(({ kind }) => kind === 'same')
  return (
    <section className={styles.side} aria-label="What changes">
      <div className={styles.sideHead}>
        <span>What you changed</span>
        <span className={styles.gap} />
        {!isSame && (
          <>
            <Button
              look="quiet"
              onPress={() => void copyText(unifiedPatch(found.rows, `${draft?.title}.yaml`), 'the patch')}
            >
              Copy as patch
            </Button>
            {draft?.ref !== null && (
              <Button
                look="quiet"
                onPress={() =>
                  void copyText(JSON.stringify(mergePatch(found.before, found.after)), 'the merge patch')
                }
              >
                Copy as merge patch
              </Button>
            )}
          </>
        )}
      </div>
      {found === null ? (
        <EmptyState title="A large text" detail="It is compared by the dry run, not as it is typed." />
      ) : (
        <UnifiedDiff
          rows={found.rows}
          beforeLabel="opened"
          afterLabel="draft"
          sameDetail="What you change shows here, and after a dry run what the server would make of it."
        />
      )}
    </section>
  )
}

function objectsOf(text: string): unknown {
  const objects = parseManifest(text).documents.flatMap(({ object }) => (object === null ? [] : [object]))
  return objects.length > 1 ? objects : (objects[0] ?? {})
}
