import { fileNameFaults, labelValueFaults, qualifiedNameFaults } from '../../shared/admission/index.ts'
import { AppError } from '../../shared/errors/index.ts'
import type { Consequence, Operation } from '../../shared/ipc/index.ts'
import { isMapping, matchesLabels } from '../../shared/kube/index.ts'
import { mainOwner, selectorAt } from '../../shared/relations/index.ts'
import { counted } from '../../shared/words/index.ts'
import { at, textsAt } from './reading.ts'
import { consequence, forEachTarget, type PlannedOperation, patchOf, titleOf } from './requests.ts'
import { refsOf } from './rollouts.ts'
import { mapAtOnce, nameOf, refusal, type Setup, type Target, type Targets } from './targets.ts'

type Metadata = Extract<Operation, { readonly type: 'labels' | 'annotations' }>
type Changes = Readonly<Record<string, string | null>>

/** Bytes of all annotations of an object. Source: apimachinery, pkg/api/validation/objectmeta.go. */
const mostAnnotationBytes = 256 * 1024

/** Changes single labels or annotations; all others stay, whoever writes them meanwhile. */
export async function planMetadata(
  setup: Setup,
  targets: Targets,
  { type, changes }: Metadata,
): Promise<PlannedOperation> {
  const names = Object.keys(changes)
  if (names.length === 0) throw refusal('NothingToDo', `Say which ${type} to set or to remove.`)
  checkPairs(type, changes)
  const words = names.map(name => wordsOf(name, changes[name] ?? null)).join(', ')
  const requests = forEachTarget(setup, targets, type === 'labels' ? 'label' : 'annotate', target => {
    const name = nameOf(target.kind, target.ref)
    const present = textsAt(target.object, 'metadata', type) ?? {}
    if (names.every(key => (Object.hasOwn(present, key) ? present[key] : null) === changes[key]))
      throw refusal('NothingToDo', `${name} has these ${type} already.`)
    if (type === 'annotations') checkSize(name, { ...present, ...changes })
    return patchOf(target, `${type === 'labels' ? 'label' : 'annotate'} ${name}: ${words}`, 'merge', {
      metadata: { [type]: changes },
    })
  })
  return {
    title: titleOf(type === 'labels' ? 'Label' : 'Annotate', setup, refsOf(targets)),
    requests,
    consequences: type === 'labels' ? await leavers(setup, targets.found, changes) : [],
  }
}

/** A value may be long: the diff shows it whole. */
function wordsOf(name: string, value: string | null): string {
  if (value === null) return `${name} removed`
  return value.length > 60 ? `${name}=${value.slice(0, 60)}…` : `${name}=${value}`
}

/** @throws AppError with each name or value that the server would refuse, and its rule */
export function checkPairs(type: Metadata['type'], changes: Changes): void {
  const faults = Object.entries(changes).flatMap(([name, value]) => [
    // Annotations may have upper case in their names' prefix, which is compared in lower case.
    ...qualifiedNameFaults(type === 'annotations' ? name.toLowerCase() : name).map(
      fault => `Name ${JSON.stringify(name)}: ${fault}`,
    ),
    ...(type === 'labels' && value !== null
      ? labelValueFaults(value).map(fault => `Value ${JSON.stringify(value)} of ${name}: ${fault}`)
      : []),
  ])
  if (faults.length > 0) throw refusedPairs(`The server takes no such ${type}.`, faults)
}

/** @throws AppError with the keys that a ConfigMap or Secret cannot have */
export function checkKeys(keys: readonly string[]): void {
  const faults = keys.flatMap(key => fileNameFaults(key).map(fault => `Key ${JSON.stringify(key)}: ${fault}`))
  if (faults.length > 0) throw refusedPairs('The server takes no such keys.', faults)
}

function refusedPairs(message: string, causes: readonly string[]): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'Invalid',
    message: `${message} ${causes[0]}`,
    causes: causes.slice(0, 50),
  })
}

function checkSize(name: string, annotations: Changes): void {
  const bytes = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + (value === null ? 0 : Buffer.byteLength(key) + Buffer.byteLength(value)),
    0,
  )
  if (bytes > mostAnnotationBytes)
    throw refusal(
      'TooLong',
      `All annotations of ${name} would have ${bytes} bytes; the server takes ${mostAnnotationBytes}.`,
    )
}

/** Owners that are looked at: more say nothing new. */
const mostOwners = 50

/** Objects whose controller selects them by what is changed: it lets go of them, and makes others. */
async function leavers(
  setup: Setup,
  targets: readonly Target[],
  changes: Changes,
): Promise<readonly Consequence[]> {
  const owned = targets.filter(({ object }) => mainOwner(object)?.isController === true).slice(0, mostOwners)
  const leaving = await mapAtOnce(owned, 8, async target =>
    (await isLeaving(setup, target, changes)) ? [target] : [],
  )
  const found = leaving.flat()
  if (found.length === 0) return []
  const text = `${counted(found.length, 'object')} no longer ${found.length === 1 ? 'matches' : 'match'} the selector of its controller, which lets go of it and makes another in its place.`
  return [consequence('danger', text, found)]
}

async function isLeaving(
  { api, signal }: Setup,
  { ref, object }: Target,
  changes: Changes,
): Promise<boolean> {
  const owner = mainOwner(object)
  const info = owner && api.findKind(owner.kind.group, owner.kind.kind)
  if (!owner || !info) return false
  const controller = await api
    .get({ resource: info, namespace: info.namespaced ? ref.namespace : '', name: owner.name }, signal)
    .catch(unlessCancelled(signal))
  // ReplicationControllers have a plain map; all others a LabelSelector.
  const selector = controller && selectorAt(controller, 'spec', 'selector')
  if (!selector || selector.length === 0 || !isMapping(at(controller, 'spec'))) return false
  const before = textsAt(object, 'metadata', 'labels') ?? {}
  const after = Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null),
  )
  return matchesLabels(selector, before) && !matchesLabels(selector, after)
}

/** What is not to be read says nothing; what was cancelled stops the planning. */
function unlessCancelled(signal: AbortSignal) {
  return (error: unknown): null => {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return null
  }
}
