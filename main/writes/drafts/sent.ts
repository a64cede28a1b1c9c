import type { KubeObject } from '../../../shared/kube/index.ts'
import { readLive } from '../plan/ask.ts'
import type { PlannedStep } from '../plan/step.ts'
import type { LiveRun } from '../runs/live.ts'
import { canBeFoundOut, outcomeOf } from '../runs/outcome.ts'
import type { WritesSources } from '../types.ts'
import type { DraftHead, PendingRequest } from './disk.ts'
import type { Drafts } from './drafts.ts'

/** What has to be remembered of requests to find out later what became of them; no values. */
export function pendingOf(steps: readonly PlannedStep[]): readonly PendingRequest[] {
  return steps
    .filter(({ step }) => step.problem === undefined && !step.isUnchanged)
    .map(({ request, live }) => {
      const { ref, kind, title, method, path, query = {}, dryRun } = request
      return {
        request: { ref, kind, title, method, path, query, dryRun },
        before: live === null ? null : tracesOf(live),
      }
    })
}

function tracesOf({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, deletionTimestamp, managedFields } = metadata
  return JSON.parse(
    JSON.stringify({
      ...{ apiVersion, kind },
      metadata: { name, namespace, uid, resourceVersion, deletionTimestamp, managedFields },
    }),
  ) as KubeObject
}

/** The answers are known: what was written needs no draft any more, what was not is open again. */
export async function endDraft(drafts: Drafts, run: LiveRun, onBug: (error: unknown) => void): Promise<void> {
  const { draft } = run.plan
  if (draft === null) return
  const { phase, counts } = run.state.get()
  try {
    if (phase === 'done' && counts.skipped === 0) await drafts.discard(draft)
    else if (counts.unknown > 0) drafts.leaveSent(draft)
    else await drafts.change(draft, { state: 'open', pending: [], ...outcomeText(run) })
  } catch (error) {
    onBug(error)
  }
}

function outcomeText(run: LiveRun): Pick<DraftHead, 'outcome'> {
  const { counts, steps } = run.state.get()
  const { done, unchanged } = counts
  if (steps.length === 1) {
    const [step] = steps
    return step?.error === undefined ? {} : { outcome: step.error.message }
  }
  return {
    outcome: `${done + unchanged} of ${steps.length} documents were written; ${counts.failed} failed, ${counts.unknown} are not known.`,
  }
}

/** Drafts that are being asked about. */
const asked = new Set<string>()

/** Reads what became of drafts that were on their way when the program ended, where their context is open. */
export async function tellOutcomes(drafts: Drafts, sources: WritesSources): Promise<void> {
  await drafts.ready
  for (const { id, state, outcome, context } of drafts.summaries.get()) {
    if (state !== 'sent' || outcome !== undefined || drafts.isBusy(id) || asked.has(id)) continue
    asked.add(id)
    try {
      const api = sources.contexts.get(context)
      const texts: string[] = []
      for (const { request, before } of drafts.find(id).head.pending) {
        const now = canBeFoundOut(request) ? await readLive(api, request) : undefined
        const text =
          now === undefined
            ? 'It is not known whether it was written.'
            : outcomeOf(request, before, now, null).text
        texts.push(drafts.find(id).head.pending.length === 1 ? text : `${request.title}: ${text}`)
      }
      await drafts.change(id, { outcome: texts.join('\n') })
    } catch {
      // Not open, or not reachable: it is asked again when somebody looks.
    } finally {
      asked.delete(id)
    }
  }
}
