import { useDeferredValue, useMemo } from 'react'
import { compare, diffLines } from '../../shared/diff/index.ts'
import type { Plan } from '../../shared/ipc/index.ts'
import { parseManifest } from '../../shared/manifest/index.ts'
import { UnifiedDiff } from '../diff/index.ts'
import { EmptyState } from '../ui/index.ts'
import { Consequences } from './Consequences.tsx'
import { StepDetail, StepNotes } from './StepDetail.tsx'
import type { OpenDraft } from './useDraft.ts'
import styles from './Writes.module.css'
import { stepState } from './words.ts'

export interface EditDiffProps {
  readonly open: OpenDraft
  /** Of the text as it stands; null before the server was asked about it. */
  readonly plan: Plan | null
}

/** What was typed against what was opened; after a dry run what the server would make of it. */
export function EditDiff({ open, plan }: EditDiffProps) {
  const [first] = plan?.steps ?? []
  return (
    <section className={styles.side} aria-label="What changes">
      <div className={styles.sideHead}>
        {plan === null
          ? 'What you changed'
          : `What the server would store: ${plan.steps
              .map(step => stepState(step).text)
              .slice(0, 3)
              .join(', ')}`}
      </div>
      {plan === null || first === undefined ? (
        <Typed open={open} />
      ) : (
        <div className={styles.sideBody}>
          <Consequences consequences={plan.consequences} />
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
      )}
    </section>
  )
}

/** Characters above which the text is compared only by the dry run. */
const mostCompared = 400_000

function Typed({ open: { draft, text } }: { readonly open: OpenDraft }) {
  const typed = useDeferredValue(text)
  const opened = draft?.opened ?? ''
  const rows = useMemo(() => {
    if (typed.length > mostCompared) return null
    return diffLines(compare(objectsOf(opened), objectsOf(typed)))
  }, [opened, typed])
  if (rows === null)
    return <EmptyState title="A large text" detail="It is compared by the dry run, not as it is typed." />
  return (
    <UnifiedDiff
      rows={rows}
      beforeLabel="opened"
      afterLabel="draft"
      sameDetail="What you change shows here, and after a dry run what the server would make of it."
    />
  )
}

function objectsOf(text: string): unknown {
  const objects = parseManifest(text).documents.flatMap(({ object }) => (object === null ? [] : [object]))
  return objects.length > 1 ? objects : (objects[0] ?? {})
}
