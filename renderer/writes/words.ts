import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ChangeCause, PlanStep, StepPhase } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

/** Who made a change, as it stands behind it. */
export function causeText({ by, text }: ChangeCause): string {
  switch (by) {
    case 'mine':
      return 'you'
    case 'defaulting':
      return text === '' ? 'default' : `default: ${text}`
    case 'admission':
      return text
    case 'other':
      return `other manager: ${text}`
    case 'unknown':
      return text === '' ? 'unknown' : text
  }
}

export const phaseWords: Readonly<
  Record<StepPhase, { readonly text: string; readonly meaning: Meaning | undefined }>
> = {
  waiting: { text: 'waiting', meaning: undefined },
  sending: { text: 'sending', meaning: undefined },
  done: { text: 'done', meaning: 'good' },
  unchanged: { text: 'unchanged', meaning: undefined },
  failed: { text: 'failed', meaning: 'bad' },
  held: { text: 'held up', meaning: 'warning' },
  unknown: { text: 'outcome unknown', meaning: 'unknown' },
  skipped: { text: 'not sent', meaning: undefined },
}

/** What is wrong, with its causes where the sentence has them not in it already. */
export function problemText({ message, causes = [] }: AppErrorBody): string {
  return [message, ...causes.filter(cause => !message.includes(cause))].join(' ')
}

/** What the dry run says of a step, in a word or two. */
export function stepState(
  step: PlanStep,
  held: ReadonlyMap<number, PlanStep> = new Map(),
): { readonly text: string; readonly meaning: Meaning | undefined } {
  if (step.conflicts.length > 0)
    return {
      text: `${step.conflicts.length} ${step.problem === undefined ? 'taken over' : 'in conflict'}`,
      meaning: 'warning',
    }
  if (step.immutable.length > 0) return { text: 'immutable field', meaning: 'bad' }
  if (step.problem !== undefined) return { text: 'refused', meaning: 'bad' }
  if (held.has(step.index)) return { text: 'held back', meaning: 'warning' }
  if (!step.isPreviewed && step.after.length > 0) return { text: 'after another', meaning: undefined }
  if (!step.isPreviewed) return { text: 'no dry run', meaning: 'unknown' }
  if (step.isUnchanged) return { text: 'unchanged', meaning: undefined }
  if (step.warnings.length > 0) return { text: 'with warnings', meaning: 'warning' }
  return { text: 'accepted', meaning: 'good' }
}
