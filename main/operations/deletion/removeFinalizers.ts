import type { Consequence, Plan } from '../../../shared/ipc/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { resourcePath } from '../../api/index.ts'
import type { PlannedRequest } from '../../writes/index.ts'
import { replaceIfUnchanged } from '../patches.ts'
import { at, listAt } from '../reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from '../requests.ts'
import { refsOf } from '../rollouts.ts'
import { nameOf, refusal, type Setup, type Target, type Targets } from '../targets.ts'
import { FinalizerOwners, finalizersOf } from './finalizers.ts'

const noUndo = 'What the finalizer waited for is skipped once the object is gone.'

/** Takes finalizers away that nobody clears, behind what is left undone. */
export async function planRemoveFinalizers(
  setup: Setup,
  targets: Targets,
  names: readonly string[],
): Promise<PlannedOperation> {
  if (names.length === 0) throw refusal('NothingToDo', 'Say which finalizers to remove.')
  const requests = forEachTarget(setup, targets, 'remove finalizers of', target => {
    const missing = names.filter(name => !finalizersOf(target).includes(name))
    if (missing.length === names.length)
      throw refusal(
        'NothingToDo',
        `${nameOf(target.kind, target.ref)} has no finalizer ${missing.join(', ')}.`,
      )
    return requestOf(target, names)
  })
  return {
    title: titleOf('Remove finalizers of', setup, refsOf(targets)),
    requests,
    consequences: await undone(setup, targets.found, names),
    typed: typedFor(setup, targets),
  }
}

function typedFor({ info }: Setup, targets: Targets): Plan['typed'] {
  const refs = refsOf(targets)
  const [first] = refs
  const why = 'what its controller would have cleaned up stays, and nobody is told of it.'
  return first !== undefined && refs.length === 1
    ? { text: first.name, why: `Type the name of the ${info.kind}: ${why}` }
    : { text: String(refs.length), why: `Type the number of objects: ${why}` }
}

/** Namespaces keep those of the namespace controller apart, behind a subresource of their own. */
function requestOf(target: Target, names: readonly string[]): PlannedRequest {
  const { ref, kind, object } = target
  const title = `remove ${names.join(', ')} of ${nameOf(kind, ref)}`
  const own = listAt(object, 'spec', 'finalizers')
  if (kind === 'Namespace' && own.some(name => names.includes(String(name)))) {
    const spec = {
      ...(at(object, 'spec') as object),
      finalizers: own.filter(name => !names.includes(String(name))),
    }
    return {
      ref,
      kind,
      title,
      method: 'PUT',
      path: resourcePath(ref.resource, { name: ref.name, subresource: 'finalize' }),
      query: { fieldManager: 'gatehouse' },
      contentType: 'application/json',
      body: JSON.stringify({ ...object, spec }),
      dryRun: 'query',
      undo: 'none',
      noUndo,
    }
  }
  const left = (object.metadata.finalizers ?? []).filter(name => !names.includes(name))
  const steps = replaceIfUnchanged(object, ['metadata', 'finalizers'], left.length === 0 ? undefined : left)
  return patchOf(target, title, 'json', steps, { undo: 'none', noUndo })
}

async function undone(
  setup: Setup,
  targets: readonly Target[],
  names: readonly string[],
): Promise<readonly Consequence[]> {
  const owners = new FinalizerOwners(setup)
  const consequences: Consequence[] = []
  for (const name of names) {
    const holding = targets.filter(target => finalizersOf(target).includes(name))
    const [first] = holding
    if (first === undefined) continue
    const { owner, state, leftBehind, waitsFor } = await owners.read(name, first)
    consequences.push(
      consequence(
        'danger',
        `${name} is cleared by ${owner} (${state}). ${waitsFor} Without it: ${leftBehind}`,
        holding,
      ),
    )
  }
  const living = targets.filter(({ object }) => object.metadata.deletionTimestamp === undefined)
  const going = targets.filter(
    target =>
      target.object.metadata.deletionTimestamp !== undefined &&
      finalizersOf(target).every(name => names.includes(name)),
  )
  if (going.length > 0)
    consequences.push(
      consequence(
        'danger',
        `${counted(going.length, 'object')} ${going.length === 1 ? 'is' : 'are'} gone at once: no other finalizer is left.`,
        going,
      ),
    )
  if (living.length > 0)
    consequences.push(
      consequence(
        'warning',
        'It is not being deleted. Its controller may put the finalizer back, or skip its clean-up when it is deleted later.',
        living,
      ),
    )
  return consequences
}
