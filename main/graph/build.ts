import type { Meaning, TreeNode } from '../../shared/ipc/index.ts'
import {
  type KubeObject,
  type ObjectRef,
  printLabelSelector,
  type ResourceInfo,
} from '../../shared/kube/index.ts'
import {
  bindingParameters,
  healthOf,
  type KindName,
  kindOf,
  type Lookup,
  mainOwner,
  type NamedLookup,
  ownedKinds,
  podClaims,
  referencesOf,
  selectorAt,
  usersOf,
} from '../../shared/relations/index.ts'
import type { Known } from './sources.ts'

/** Where a build gets objects from. It may know some of them later only. */
export interface TreeReader {
  findKind(kind: KindName): ResourceInfo | null
  byName(info: ResourceInfo, namespace: string, name: string): Known
  list(info: ResourceInfo, namespace: string, labelSelector: string): Known
  ownedBy(info: ResourceInfo, namespace: string, labelSelector: string, uid: string): Known
  /** Kinds of which the object owns some, found by looking through its namespace. */
  scannedKinds(owner: KubeObject): readonly ResourceInfo[]
}

/** Owners above an object; a longer chain is a loop. */
const maximumOwners = 16
const maximumDepth = 24
/** More lines help nobody; they are counted instead. */
const maximumNodes = 5000

/** Kinds whose own references are followed when another object led to them. */
const followed: ReadonlySet<string> = new Set([
  'Service',
  'EndpointSlice',
  'PersistentVolumeClaim',
  'PersistentVolume',
  'RoleBinding',
  'ClusterRoleBinding',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicyBinding',
])

export interface BuiltTree {
  readonly nodes: readonly TreeNode[]
  readonly omitted: number
}

/** The tree around one object: its owners above, then itself with everything below. */
export function buildTree(ref: ObjectRef, info: ResourceInfo, reader: TreeReader): BuiltTree {
  return new TreeBuild(reader).build(ref, info)
}

interface Place {
  readonly depth: number
  readonly relation: string
}

class TreeBuild {
  readonly #reader: TreeReader
  readonly #nodes: TreeNode[] = []
  readonly #seen = new Set<string>()
  #omitted = 0

  constructor(reader: TreeReader) {
    this.#reader = reader
  }

  build(ref: ObjectRef, info: ResourceInfo): BuiltTree {
    const known = this.#reader.byName(info, ref.namespace, ref.name)
    const subject = known.objects[0]
    if (subject === undefined) {
      this.#addUnseen(info, ref.namespace, ref.name, known, { depth: 0, relation: '' }, true)
      return this.#result()
    }
    const owners = this.#ownersAbove(subject)
    for (const [depth, owner] of owners.entries()) this.#addOwner(owner, depth)
    this.#add(info, subject, { depth: owners.length, relation: owners.length > 0 ? 'owns' : '' }, true)
    const depth = owners.length + 1
    this.#addOwned(subject, depth, '')
    this.#addLookups(referencesOf(subject), depth, true, subject)
    this.#addParametersOf(subject, depth)
    this.#addLookups(usersOf(subject), depth, false, subject)
    return this.#result()
  }

  #result(): BuiltTree {
    return { nodes: rollUp(this.#nodes), omitted: this.#omitted }
  }

  #ownersAbove(subject: KubeObject): readonly (NamedLookup & { readonly object: KubeObject | null })[] {
    const chain: (NamedLookup & { readonly object: KubeObject | null })[] = []
    let current: KubeObject | null = subject
    while (current !== null && chain.length < maximumOwners) {
      const owner = mainOwner(current)
      if (owner === null) break
      const info = this.#reader.findKind(owner.kind)
      const namespace = info?.namespaced === false ? '' : (subject.metadata.namespace ?? '')
      const found: KubeObject | undefined =
        info === null ? undefined : this.#reader.byName(info, namespace, owner.name).objects[0]
      // An object of that name with another UID is not the owner: the owner is gone.
      const object = found?.metadata.uid === owner.uid ? found : null
      const { kind, name } = owner
      chain.unshift({ type: 'named', relation: 'owns', kind, namespace, name, object })
      current = object
    }
    return chain
  }

  #addOwner(owner: NamedLookup & { readonly object: KubeObject | null }, depth: number): void {
    const info = this.#reader.findKind(owner.kind)
    const place = { depth, relation: depth > 0 ? 'owns' : '' }
    if (info !== null && owner.object !== null) this.#add(info, owner.object, place, false)
    else if (info === null) this.#addUnserved(owner, place)
    else {
      const known = this.#reader.byName(info, owner.namespace, owner.name)
      const objects: readonly KubeObject[] = []
      this.#addUnseen(info, owner.namespace, owner.name, { ...known, objects }, place, false)
    }
  }

  /** @param selector narrows the pods below to those of the workload at the top. */
  #addOwned(owner: KubeObject, depth: number, selector: string): void {
    const { uid } = owner.metadata
    if (uid === undefined || depth > maximumDepth) return
    const labelSelector = selector !== '' ? selector : selectorTextOf(owner)
    for (const info of this.#kindsBelow(owner)) {
      const namespace = owner.metadata.namespace ?? ''
      const narrowed = ['Pod', 'ReplicaSet'].includes(info.kind) ? labelSelector : ''
      const owned = this.#reader.ownedBy(info, namespace, narrowed, uid)
      for (const object of [...owned.objects].sort(newestFirst)) {
        if (!this.#add(info, object, { depth, relation: 'owns' }, false)) continue
        this.#addOwned(object, depth + 1, narrowed)
        if (object.kind === 'Pod' || info.kind === 'Pod') this.#addClaims(object, depth + 1)
        else if (followed.has(info.kind)) this.#addReferences(object, info, depth + 1, owner)
      }
    }
  }

  #kindsBelow(owner: KubeObject): readonly ResourceInfo[] {
    const kinds = ownedKinds(kindOf(owner))
    if (kinds === null) return this.#reader.scannedKinds(owner)
    return kinds.map(kind => this.#reader.findKind(kind)).filter(info => info !== null)
  }

  #addClaims(pod: KubeObject, depth: number): void {
    this.#addLookups(podClaims(pod), depth, true, pod)
  }

  /** Asks for the lists first: an object named beside them is then found there. */
  #addLookups(lookups: readonly Lookup[], depth: number, follow: boolean, parent: KubeObject): void {
    for (const lookup of lookups) {
      const info = lookup.type === 'matching' ? this.#reader.findKind(lookup.kind) : null
      if (lookup.type === 'matching' && info !== null)
        this.#reader.list(info, lookup.namespace, lookup.labelSelector)
    }
    for (const lookup of lookups) this.#addLookup(lookup, depth, follow, parent)
  }

  #addLookup(lookup: Lookup, depth: number, follow: boolean, parent: KubeObject): void {
    const place = { depth, relation: lookup.relation }
    const info = this.#reader.findKind(lookup.kind)
    if (info === null) {
      if (lookup.type === 'named') this.#addUnserved(lookup, place)
      return
    }
    if (lookup.type === 'named') this.#addNamed(lookup, info, place, follow, parent)
    else {
      const known = this.#reader.list(info, lookup.namespace, lookup.labelSelector)
      for (const object of known.objects.filter(lookup.matches).sort(byName))
        if (this.#add(info, object, place, false) && follow)
          this.#addReferences(object, info, depth + 1, parent)
    }
  }

  #addNamed(
    lookup: NamedLookup,
    info: ResourceInfo,
    place: Place,
    follow: boolean,
    parent: KubeObject,
  ): void {
    const namespace = info.namespaced ? lookup.namespace : ''
    if (info.namespaced && namespace === '') {
      this.#addNamedAnywhere(lookup, info, place)
      return
    }
    const known = this.#reader.byName(info, namespace, lookup.name)
    const object = known.objects[0]
    if (object === undefined) this.#addUnseen(info, namespace, lookup.name, known, place, false)
    else if (this.#add(info, object, place, false) && follow)
      this.#addReferences(object, info, place.depth + 1, parent)
  }

  /** A namespaced kind without a namespace: another object in each request's namespace. */
  #addNamedAnywhere(lookup: NamedLookup, info: ResourceInfo, place: Place): void {
    const { objects } = this.#reader.list(info, '', '')
    for (const object of objects.filter(candidate => candidate.metadata.name === lookup.name))
      this.#add(info, object, place, false)
  }

  #addReferences(object: KubeObject, info: ResourceInfo, depth: number, parent: KubeObject): void {
    if (!followed.has(info.kind) || depth > maximumDepth) return
    this.#addLookups(referencesOf(object), depth, true, object)
    if (info.kind.endsWith('AdmissionPolicyBinding'))
      this.#addLookups(bindingParameters(object, parent), depth, false, object)
  }

  /** Of a policy's binding that is the subject itself: its policy says of what kind they are. */
  #addParametersOf(subject: KubeObject, depth: number): void {
    if (!subject.kind.endsWith('AdmissionPolicyBinding')) return
    for (const lookup of usersOf(subject)) {
      const info = this.#reader.findKind(lookup.kind)
      if (lookup.type !== 'named' || info === null) continue
      const policy = this.#reader.byName(info, '', lookup.name).objects[0]
      if (policy === undefined) continue
      this.#addLookups(bindingParameters(subject, policy), depth, false, subject)
    }
  }

  /** False when the object stands in the tree already or the tree is full. */
  #add(info: ResourceInfo, object: KubeObject, place: Place, isSubject: boolean): boolean {
    const { name, namespace = '' } = object.metadata
    const id = idOf(info, namespace, name)
    if (!this.#claim(id)) return false
    this.#nodes.push({
      id,
      ...place,
      ref: { resource: resourceOf(info), namespace, name },
      kind: info.kind,
      isSubject,
      exists: true,
      below: null,
      // PartialObjectMetadata carries its own kind; the one from discovery is the real one.
      ...healthOf({ ...object, kind: info.kind }),
    })
    return true
  }

  #addUnseen(
    info: ResourceInfo,
    namespace: string,
    name: string,
    known: Known,
    place: Place,
    isSubject: boolean,
  ): void {
    const id = idOf(info, namespace, name)
    if (!this.#claim(id)) return
    const exists = known.state === 'known' ? false : null
    this.#nodes.push({
      id,
      ...place,
      ref: { resource: resourceOf(info), namespace, name },
      kind: info.kind,
      isSubject,
      exists,
      state: exists === false ? 'not found' : known.state === 'unreadable' ? 'cannot be read' : '',
      meaning: exists === false ? 'bad' : known.state === 'unreadable' ? 'unknown' : null,
      below: null,
    })
  }

  #addUnserved({ kind, namespace, name }: NamedLookup, place: Place): void {
    const resource = { group: kind.group, version: 'unknown', resource: kind.kind.toLowerCase() }
    const id = `${kind.group}/${kind.kind}|${namespace}|${name}`
    if (!this.#claim(id)) return
    this.#nodes.push({
      id,
      ...place,
      ref: { resource, namespace, name },
      kind: kind.kind,
      isSubject: false,
      exists: null,
      state: 'kind not served',
      meaning: 'unknown',
      below: null,
    })
  }

  #claim(id: string): boolean {
    if (this.#seen.has(id)) return false
    this.#seen.add(id)
    if (this.#nodes.length < maximumNodes) return true
    this.#omitted++
    return false
  }
}

function idOf(info: ResourceInfo, namespace: string, name: string): string {
  return `${info.group}/${info.kind}|${namespace}|${name}`
}

function resourceOf({ group, version, resource }: ResourceInfo): ObjectRef['resource'] {
  return { group, version, resource }
}

function selectorTextOf(owner: KubeObject): string {
  const selector = selectorAt(owner, 'spec', 'selector')
  if (selector !== null && selector.length > 0) return printLabelSelector(selector)
  return owner.kind === 'CronJob' ? 'batch.kubernetes.io/controller-uid' : ''
}

function newestFirst(a: KubeObject, b: KubeObject): number {
  if (a.kind !== 'Pod') {
    const order = String(b.metadata.creationTimestamp).localeCompare(String(a.metadata.creationTimestamp))
    if (order !== 0) return order
  }
  return byName(a, b)
}

const collator = new Intl.Collator('en', { numeric: true })

function byName(a: KubeObject, b: KubeObject): number {
  return collator.compare(a.metadata.name, b.metadata.name)
}

const severity: Readonly<Record<Meaning, number>> = { good: 0, unknown: 1, warning: 2, bad: 3 }

/** Gives each node the worst meaning below it, in one pass from the end. */
function rollUp(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const worstAt: (Meaning | null)[] = []
  const result = [...nodes]
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]
    if (node === undefined) continue
    const below = worstAt[node.depth + 1] ?? null
    worstAt[node.depth + 1] = null
    result[index] = { ...node, below }
    worstAt[node.depth] = worse(worse(worstAt[node.depth] ?? null, node.meaning), below)
  }
  return result
}

function worse(a: Meaning | null, b: Meaning | null): Meaning | null {
  if (a === null || b === null) return a ?? b
  return severity[a] >= severity[b] ? a : b
}
