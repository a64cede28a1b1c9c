import { AppError } from '../../../shared/errors/index.ts'
import type { FieldConflict, Rebase } from '../../../shared/ipc/index.ts'
import { type FieldPath, formatPath, type KubeObject } from '../../../shared/kube/index.ts'
import { readLive } from '../plan/ask.ts'
import { sides } from '../plan/conflicts.ts'
import { schemasOf } from '../plan/schemas.ts'
import { ownersOf } from '../text/owners.ts'
import type { WritesSources } from '../types.ts'
import type { Work } from '../work/index.ts'
import { baseOf, editedOf } from './draft.ts'
import type { Drafts } from './drafts.ts'

/**
 * Merges what changed in the cluster since a draft was opened into its text: only about fields that both changed
 * somebody has to decide, and mine stays there until then.
 * @throws AppError where the object is not there, or the text cannot be read
 */
export async function rebase(
  drafts: Drafts,
  sources: WritesSources,
  work: Work,
  { id, text }: { readonly id: string; readonly text: string },
  signal: AbortSignal,
): Promise<Rebase> {
  const draft = drafts.find(id)
  const { ref, context, base, kind } = draft.head
  const api = sources.contexts.get(context)
  const live =
    ref === null
      ? null
      : await readLive(api, { ref, kind, title: '', method: 'GET', path: '/', dryRun: 'none' }, signal)
  if (ref === null || base === null || live === null)
    throw new AppError({
      kind: 'gone',
      context,
      message: 'There is nothing in the cluster to merge into this text.',
    })
  const [before, theirs] = [editedOf(base), editedOf(live)]
  const schema = await schemasOf(api)(live)
  const merged = await work.run({ type: 'merge', text, base: before, theirs, schema })
  if (merged === null)
    throw new AppError({
      kind: 'invalid',
      reason: 'UnreadableText',
      message: 'Changes can be merged into a text that is one object. Mend what cannot be read first.',
    })
  draft.told = live
  const isSecret = sources.isSecret(ref)
  const shown = (object: KubeObject): KubeObject => (isSecret ? sources.maskSecret(object) : object)
  return {
    edits: merged.edits,
    conflicts: merged.conflicts.map(path => conflictAt(path, shown(merged.mine), shown(live))),
    taken: merged.taken.map(({ path, kind }) => {
      const [who = 'somebody'] = kind === 'removed' ? [] : managersAt(live, path)
      return `${who} ${verbs[kind]} ${formatPath(path)}`
    }),
    resourceVersion: live.metadata.resourceVersion ?? '',
  }
}

function conflictAt(path: FieldPath, mine: KubeObject, live: KubeObject): FieldConflict {
  return { path, field: formatPath(path), managers: managersAt(live, path), ...sides(mine, live, path) }
}

function managersAt(live: KubeObject, path: FieldPath): readonly string[] {
  for (let length = path.length; length > 0; length--) {
    const owners = ownersOf(live, path.slice(0, length))
    if (owners.length > 0) return [...new Set(owners.map(owner => owner.manager ?? ''))]
  }
  return []
}

const verbs = { added: 'added', removed: 'removed', changed: 'changed', moved: 'reordered' } as const

/** Takes what a rebase told of as the base from now on. @throws AppError where that is something else by now */
export async function takeRebase(
  drafts: Drafts,
  id: string,
  text: string,
  resourceVersion: string,
): Promise<void> {
  const draft = drafts.find(id)
  const { told } = draft
  if (told === null || told.metadata.resourceVersion !== resourceVersion)
    throw new AppError({ kind: 'conflict', message: 'The object changed again meanwhile. Merge once more.' })
  draft.told = null
  await drafts.change(id, { base: baseOf(told), opened: await drafts.textOf(told) })
  await drafts.save(id, text)
}
