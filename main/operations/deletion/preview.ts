import type { Consequence, DeletionPreview } from '../../../shared/ipc/index.ts'
import { mainOwner } from '../../../shared/relations/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { noGrace } from '../pods.ts'
import { consequence, pluralOf } from '../requests.ts'
import type { Setup, Target } from '../targets.ts'
import { type Dependent, type Dependents, findDependents } from './dependents.ts'
import { effectsOf } from './effects.ts'
import { FinalizerOwners, finalizersOf, type HoldingFinalizer } from './finalizers.ts'
import { type DeletionWish, effectivePropagation } from './options.ts'

/** What contains others, which go without naming it as their owner. */
const containers: ReadonlySet<string> = new Set(['Namespace', 'CustomResourceDefinition'])

/** Everything that a deletion brings about: what goes with it, what holds it, and what no longer works. */
export async function previewDeletion(
  setup: Setup,
  targets: readonly Target[],
  wish: DeletionWish,
): Promise<DeletionPreview> {
  const owners = targets.filter(target => effectivePropagation(target, wish.propagation) !== 'Orphan')
  const orphaning = targets.filter(target => !owners.includes(target))
  const scanned = containers.has(setup.info.kind) ? [] : targets
  const { going, staying, unreadable, unfinished } = await findDependents(
    setup,
    scanned.filter(target => owners.includes(target)),
  )
  const orphans = await findDependents(
    setup,
    scanned.filter(target => orphaning.includes(target)),
  )
  const effects = await effectsOf(setup, targets)
  const consequences = [
    ...(wish.grace === 0 ? [noGrace()] : []),
    ...goingConsequences(going, wish),
    ...stayingConsequences(staying),
    ...orphanConsequences(orphans, orphaning, wish),
    ...effects.said,
    ...remade(targets),
    ...(await held(setup, targets, [...going, ...effects.taken])),
    ...gaps({
      unreadable: [...unreadable, ...orphans.unreadable],
      unfinished: [...unfinished, ...orphans.unfinished],
    }),
  ]
  return {
    consequences,
    dependents: going.map(({ kind, ref, depth, isBlocking }) => ({ kind, ref, depth, isBlocking })),
    isComplete: unreadable.length + unfinished.length === 0,
  }
}

function goingConsequences(
  going: readonly Dependent[],
  { propagation }: DeletionWish,
): readonly Consequence[] {
  if (going.length === 0) return []
  const blocking = going.filter(({ isBlocking }) => isBlocking)
  const how =
    propagation === 'Foreground'
      ? ` The object itself stays until those that block it are gone (${blocking.length}).`
      : ' The object goes at once, they follow.'
  const isOne = going.length === 1
  return [consequence('warning', `${kindsIn(going)} ${isOne ? 'goes' : 'go'} with it.${how}`, going)]
}

function stayingConsequences(staying: readonly Target[]): readonly Consequence[] {
  if (staying.length === 0) return []
  const text = `${kindsIn(staying)} ${staying.length === 1 ? 'stays, because it has' : 'stay, because they have'} another owner.`
  return [consequence('info', text, staying)]
}

function orphanConsequences(
  { going, staying }: Dependents,
  targets: readonly Target[],
  { propagation }: DeletionWish,
): readonly Consequence[] {
  const left = [...going.filter(({ depth }) => depth === 1), ...staying]
  if (left.length === 0) return []
  const kind = targets[0]?.kind ?? ''
  const why =
    propagation === null ? ` Where no propagation is given the server leaves behind what a ${kind} made.` : ''
  return [
    consequence(
      'warning',
      `${kindsIn(left)} ${left.length === 1 ? 'stays' : 'stay'} behind without an owner.${why}`,
      left,
    ),
  ]
}

/** `3 Pods and 1 ReplicaSet`, the most first. */
export function kindsIn(objects: readonly { readonly kind: string }[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const parts = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([kind, count]) => counted(count, kind, pluralOf(kind)))
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

/** What a controller makes again. */
function remade(targets: readonly Target[]): readonly Consequence[] {
  const owned = targets.filter(({ object }) => mainOwner(object)?.isController === true)
  if (owned.length === 0) return []
  const owner = owned[0] && mainOwner(owned[0].object)
  const who = owned.length === 1 && owner ? `${owner.kind.kind} ${owner.name}` : 'their controllers'
  const text = `${owned.length === 1 ? 'It belongs' : `${owned.length} belong`} to ${who}, which may make ${owned.length === 1 ? 'another' : 'others'} at once.`
  return [consequence('info', text, owned)]
}

/** Objects whose finalizers are looked at. */
const mostHeld = 2000

/** Finalizers that will hold what goes, with who clears them. */
async function held(
  setup: Setup,
  targets: readonly Target[],
  going: readonly Target[],
): Promise<readonly Consequence[]> {
  const byName = new Map<string, Target[]>()
  for (const target of [...targets, ...going].slice(0, mostHeld))
    for (const name of finalizersOf(target)) byName.set(name, [...(byName.get(name) ?? []), target])
  const owners = new FinalizerOwners(setup)
  const consequences: Consequence[] = []
  for (const [name, objects] of byName) {
    const [first] = objects
    if (first === undefined) continue
    const finalizer = await owners.read(name, first)
    // Every namespace has this one; it is a reason only where nobody is there to clear it.
    if (name === 'kubernetes' && finalizer.isAlive !== false) continue
    consequences.push(holdText(finalizer, objects))
  }
  return consequences
}

function holdText(finalizer: HoldingFinalizer, objects: readonly Target[]): Consequence {
  const { name, owner, state, waitsFor, isAlive } = finalizer
  const severity = isAlive === true ? 'info' : isAlive === null ? 'warning' : 'danger'
  const text = `Finalizer ${name} keeps ${kindsIn(objects)} until it is cleared by ${owner} (${state}). ${waitsFor}`
  return consequence(severity, text, objects)
}

function gaps({
  unreadable,
  unfinished,
}: Pick<Dependents, 'unreadable' | 'unfinished'>): readonly Consequence[] {
  return [
    ...(unreadable.length === 0
      ? []
      : [
          consequence(
            'warning',
            `These kinds could not be read, so that more may go than is said here: ${[...new Set(unreadable)].join(', ')}.`,
          ),
        ]),
    ...(unfinished.length === 0
      ? []
      : [
          consequence(
            'warning',
            `Not all objects of these kinds were looked at, so that more may go than is said here: ${[...new Set(unfinished)].join(', ')}.`,
          ),
        ]),
  ]
}
