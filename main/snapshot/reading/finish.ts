import type { KubeObject } from '../../../shared/kube/index.ts'
import type { FurtherKinds } from '../catalog/index.ts'
import { PackedObject, SnapshotStore, type StoredResource } from '../store/index.ts'
import { asV1 } from './conversion.ts'
import { type DefinedKind, definedKind } from './definitions.ts'
import { compareAge, type Intake, type Taken, type TakenKind } from './intake.ts'
import type { BuiltInKinds } from './kinds.ts'
import { furtherKinds, type Placement, placementOf } from './placement.ts'

/** A dump that is read: what a server of it needs. */
export interface FinishedDump {
  readonly store: SnapshotStore
  readonly kinds: FurtherKinds
  /** `GROUP/RESOURCE` of the kinds of which there are objects, or lists that say that there are none. */
  readonly held: ReadonlySet<string>
  /** Kinds of which there are objects. */
  readonly kindCount: number
  readonly objects: number
  /** Namespaces that objects are in and that are not in the dump themselves. */
  readonly addedNamespaces: number
}

const namespaces: StoredResource = { group: '', resource: 'namespaces' }

/** Puts all that was taken in where a server finds it. Empties the intake. */
export function finishDump(intake: Intake, builtIn: BuiltInKinds): FinishedDump {
  convertOldVersions(intake)
  const defined = definedKinds(intake)
  const placements = new Map<TakenKind, Placement>()
  for (const taken of intake.kinds.values()) placements.set(taken, placementOf(taken, builtIn, defined))
  const store = new SnapshotStore({ firstVersion: latestVersion(intake) })
  const named = new Set<string>()
  for (const [taken, placement] of placements) {
    settle(taken, placement, intake)
    for (const { namespace } of taken.objects.values()) if (namespace !== '') named.add(namespace)
  }
  for (const [taken, { stored }] of placements) fill(store, stored, taken, placements)
  const addedNamespaces = addNamespaces(store, named, intake)
  const filled = [...intake.kinds.values()].filter(({ objects }) => objects.size > 0)
  const kindCount = new Set(filled.map(({ group, kind }) => `${group}/${kind}`)).size
  const held = new Set([...placements.values()].map(heldAs))
  const { objects } = intake
  intake.kinds.clear()
  return { store, kinds: furtherKinds(placements), held, kindCount, objects, addedNamespaces }
}

/** As discovery names the kind, wherever its objects lie. */
function heldAs({ stored, inferred }: Placement): string {
  const { group, resource } = inferred ?? stored
  return `${group}/${resource}`
}

/** The kinds that views explain are shown in v1 as well, whatever version the dump has them in. */
function convertOldVersions(intake: Intake): void {
  for (const { group, version, kind, objects } of [...intake.kinds.values()]) {
    if (version === 'v1' || (group !== 'admissionregistration.k8s.io' && group !== 'apiextensions.k8s.io'))
      continue
    const key = `${group}/v1/${kind}`
    const target = intake.kinds.get(key) ?? { group, version: 'v1', kind, objects: new Map(), plural: '' }
    for (const [name, taken] of objects) {
      const converted = target.objects.has(name) ? null : asV1(group, version, objectOf(taken))
      if (converted !== null) target.objects.set(name, intake.packed(converted, taken))
    }
    if (target.objects.size > 0) intake.kinds.set(key, target)
  }
}

function definedKinds(intake: Intake): ReadonlyMap<string, DefinedKind> {
  const defined = new Map<string, DefinedKind>()
  const definitions = intake.kinds.get('apiextensions.k8s.io/v1/CustomResourceDefinition')
  for (const taken of definitions?.objects.values() ?? []) {
    const kind = definedKind(objectOf(taken))
    if (kind !== null) defined.set(`${kind.group}/${kind.kind}`, kind)
  }
  return defined
}

function objectOf({ bytes }: Taken): KubeObject {
  return JSON.parse(bytes.toString('utf8')) as KubeObject
}

/** Gives objects the namespace that their kind's scope asks for: only now is it known of all kinds. */
function settle({ objects, kind }: TakenKind, { namespaced }: Placement, intake: Intake): void {
  for (const [key, taken] of [...objects]) {
    if ((taken.namespace !== '') === namespaced) continue
    objects.delete(key)
    const object = objectOf(taken)
    const { namespace: _namespace, ...metadata } = object.metadata
    const moved = { ...object, metadata: namespaced ? { ...metadata, namespace: 'default' } : metadata }
    intake.merge(objects, intake.packed(moved, taken), kind)
  }
}

function fill(
  store: SnapshotStore,
  stored: StoredResource,
  { objects }: TakenKind,
  placements: ReadonlyMap<TakenKind, Placement>,
): void {
  // A kind that the dump has in several versions of one definition: of each object the newest.
  const others = [...placements]
    .filter(
      ([taken, other]) =>
        taken.objects !== objects &&
        other.stored.group === stored.group &&
        other.stored.resource === stored.resource,
    )
    .map(([taken]) => taken)
  for (const taken of objects.values()) {
    const key = `${taken.namespace}/${taken.name}`
    if (others.every(other => !isOlder(taken, other.objects.get(key))))
      store.loadPacked(stored, new PackedObject(key, taken.bytes))
  }
}

function isOlder(taken: Taken, other: Taken | undefined): boolean {
  return other !== undefined && compareAge(taken, other) < 0
}

function latestVersion(intake: Intake): number {
  let latest = 1
  for (const { objects } of intake.kinds.values())
    for (const { resourceVersion } of objects.values()) if (resourceVersion > latest) latest = resourceVersion
  return latest
}

/** Namespaces that are only named get to be choices too, and say that they are not in the dump. */
function addNamespaces(store: SnapshotStore, named: ReadonlySet<string>, intake: Intake): number {
  let added = 0
  for (const name of named) {
    if (store.get(namespaces, '', name) !== null) continue
    const object: KubeObject = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name,
        uid: `named-${name}`,
        resourceVersion: '1',
        annotations: {
          'gatehouse/not-in-dump':
            'Objects of the dump are in this namespace; the namespace itself is not in it.',
        },
      },
      status: { phase: 'NotInDump' },
    }
    store.loadPacked(
      namespaces,
      new PackedObject(`/${name}`, intake.packed(object, { file: '', line: 0 }).bytes),
    )
    added++
  }
  return added
}
