import { counted } from '../../shared/words/index.ts'
import type { PlannedRequest } from '../writes/index.ts'
import { type PatchStep, replaceIfUnchanged } from './patches.ts'
import { at, textsAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { changeCause, type KnownRevision, listRevisions } from './revisions.ts'
import { refsOf, restartConsequences } from './rollouts.ts'
import { mapAtOnce, nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

/** Back to the pod template of a revision; 0: the one before. It becomes the newest revision. */
export async function planRollBack(
  setup: Setup,
  targets: Targets,
  revision: number,
): Promise<PlannedOperation> {
  if (revision > 0 && refsOf(targets).length > 1)
    throw refusal(
      'ManyTargets',
      'Revisions count for each workload apart: go back to one by its number in one workload at a time.',
    )
  const revisions = new Map(
    await mapAtOnce(targets.found, 4, async target => [target, await listRevisions(setup, target)] as const),
  )
  const requests = forEachTarget(setup, targets, 'roll back', target =>
    rollBack(target, wanted(target, revisions.get(target) ?? [], revision)),
  )
  const title = titleOf('Roll back', setup, refsOf(targets))
  return {
    title: revision > 0 ? `${title} to revision ${revision}` : title,
    requests,
    consequences: [
      consequence(
        'info',
        'Only the pod template goes back: replicas, strategy and everything else stay as they are.',
      ),
      ...restartConsequences(targets.found),
    ],
  }
}

/** @throws AppError where there is no such revision, or it is the present one */
function wanted(target: Target, revisions: readonly KnownRevision[], revision: number): KnownRevision {
  const name = nameOf(target.kind, target.ref)
  if (at(target.object, 'spec', 'paused') === true)
    throw refusal('Paused', `${name} is paused: its pods would stay as they are. Resume it first.`)
  const found = revision > 0 ? revisions.find(one => one.revision === revision) : before(revisions)
  if (found === undefined) {
    const kept = revisions.map(one => one.revision).join(', ')
    const why =
      revision > 0 ? `Revision ${revision} of ${name} is not kept any more` : `${name} has no revision before`
    throw refusal(
      'NoRevision',
      `${why}; there ${revisions.length === 1 ? 'is' : 'are'} ${counted(revisions.length, 'revision')}${kept === '' ? '' : ` (${kept})`}.`,
    )
  }
  if (found.isCurrent)
    throw refusal('NothingToDo', `The template of ${name} is that of revision ${found.revision} already.`)
  return found
}

function before(revisions: readonly KnownRevision[]): KnownRevision | undefined {
  const current = revisions.findIndex(({ isCurrent }) => isCurrent)
  return revisions.slice(current + 1).find(({ isCurrent }) => !isCurrent)
}

function rollBack(target: Target, { revision, template, cause }: KnownRevision): PlannedRequest {
  const title = `roll back ${nameOf(target.kind, target.ref)} to revision ${revision}`
  const steps = [
    ...replaceIfUnchanged(target.object, ['spec', 'template'], template),
    ...causeSteps(target, cause),
  ]
  return patchOf(target, title, 'json', steps)
}

/** The cause of a change belongs to its revision, so that it goes back too, as with kubectl. */
function causeSteps({ object, kind }: Target, cause: string): readonly PatchStep[] {
  const annotations = textsAt(object, 'metadata', 'annotations')
  const present = annotations?.[changeCause] ?? ''
  if (kind !== 'Deployment' || annotations === null || present === cause) return []
  return replaceIfUnchanged(
    object,
    ['metadata', 'annotations', changeCause],
    cause === '' ? undefined : cause,
  )
}
