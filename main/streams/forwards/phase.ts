import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { Forward } from '../../../shared/ipc/index.ts'
import type { Candidate } from './candidates.ts'
import { type Target, targetName } from './target.ts'
import type { Following } from './targetPods.ts'

type Phase = Pick<Forward, 'phase' | 'reason'>

/** How a forward that listens stands, from its pods and from what is known of them. */
export function phaseOf(
  following: Following,
  pod: Candidate | null,
  candidates: readonly Candidate[],
  target: Target,
): Phase {
  switch (following.state) {
    case 'reading':
      return { phase: 'starting' }
    case 'lost':
      return { phase: 'failed', reason: following.reason }
    case 'stale':
      return { phase: pod === null ? 'waiting' : 'open', reason: following.reason }
    case 'current':
      return pod === null ? { phase: 'waiting', reason: waitingFor(target, candidates) } : { phase: 'open' }
  }
}

/** Why there is no pod, and what happens to connections meanwhile. */
function waitingFor(target: Target, candidates: readonly Candidate[]): AppErrorBody {
  return { kind: 'gone', message: `${whyNone(target, candidates)} New connections wait for one.` }
}

/** Why a connection was given up that waited for a pod. */
export function stillNone(target: Target, candidates: readonly Candidate[], waited: string): AppErrorBody {
  return {
    kind: 'gone',
    reason: 'NoPod',
    message: `${whyNone(target, candidates)} The connection waited ${waited} and was ended.`,
  }
}

/** Why connections to a pod were ended. */
export function podOver(target: Target): AppErrorBody {
  return {
    kind: 'gone',
    reason: 'PodOver',
    message: `The pod of ${targetName(target)} that the connection led to is gone.`,
  }
}

export function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`
}

function whyNone(target: Target, candidates: readonly Candidate[]): string {
  const name = targetName(target)
  if (target.pods.type === 'pod')
    return candidates.length === 0 ? `${name} is not there.` : `${name} does not run.`
  if (candidates.length === 1) return `The pod of ${name} is not ready.`
  if (candidates.length > 1) return `None of the ${candidates.length} pods of ${name} is ready.`
  return target.pods.type === 'slices'
    ? `${name} selects no pods, and its EndpointSlices name none.`
    : `${name} has no pods.`
}
