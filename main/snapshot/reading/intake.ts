import { type KubeObject, longest, parseApiVersion } from '../../../shared/kube/index.ts'
import { type FieldValues, fieldsOf, isFields, textOf } from './fields.ts'
import type { BuiltInKinds } from './kinds.ts'
import type { PathHint } from './pathHint.ts'
import type { Problems } from './problems.ts'
import { shaped } from './shape.ts'
import { Slabs } from './slabs.ts'
import { newestTime } from './times.ts'

/** Where something was read. */
export interface Place {
  readonly file: string
  /** 1-based; 0 where it is not known. */
  readonly line: number
  readonly hint: PathHint | null
}

/** An object of the dump, packed, with what tells which of two is the newer. */
export interface Taken {
  readonly bytes: Buffer
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: number
  readonly generation: number
  /** The latest time that the object says anything of, as it is written. */
  readonly time: string
  readonly file: string
  readonly line: number
}

/** All objects of one kind in one version. */
export interface TakenKind {
  readonly group: string
  readonly version: string
  readonly kind: string
  /** By namespace and name. */
  readonly objects: Map<string, Taken>
  /** Plural that the place of a file gave. */
  plural: string
}

/** Thrown when more is kept than there is room for. */
export class DumpTooLarge extends Error {}

/** Takes in the objects of all files, the newest of those that are the same. */
export class Intake {
  readonly kinds = new Map<string, TakenKind>()
  readonly #problems: Problems
  readonly #builtIn: BuiltInKinds
  readonly #keptLimit: number
  readonly #slabs = new Slabs()
  #objects = 0
  #kubeletVersion = ''
  #newest = 0

  constructor(problems: Problems, builtIn: BuiltInKinds, keptLimit: number) {
    this.#problems = problems
    this.#builtIn = builtIn
    this.#keptLimit = keptLimit
  }

  get objects(): number {
    return this.#objects
  }

  /** The newest version that a node of the dump runs; empty when there is none. */
  get kubeletVersion(): string {
    return this.#kubeletVersion
  }

  /** The newest time that an object says anything of, in milliseconds since the epoch; 0 without any. */
  get newest(): number {
    return this.#newest
  }

  /** Takes a document: an object, a list of them, or what is neither and is told. */
  document(value: unknown, place: Place): void {
    if (value === null || value === undefined) return
    if (!isFields(value)) {
      this.#problems.add(place.file, place.line, 'This is no Kubernetes object: it has no fields.')
      return
    }
    const kind = textOf(value.kind)
    const { items } = value
    if (kind.endsWith('List') && (Array.isArray(items) || items === null)) {
      for (const item of items ?? []) this.listed(item, textOf(value.apiVersion), kind, place)
      this.listEnded(textOf(value.apiVersion), kind)
    } else this.#object(value, place)
  }

  /** Takes an item of a list, which may leave out what the list already says. */
  listed(item: unknown, listVersion: string, listKind: string, place: Place): void {
    if (!isFields(item) || textOf(item.kind) !== '' || listKind === 'List') {
      this.document(item, place)
      return
    }
    this.document({ ...item, apiVersion: listVersion, kind: listKind.slice(0, -'List'.length) }, place)
  }

  /** Notes that a kind was listed: an empty list, too, says what there is. */
  listEnded(apiVersion: string, listKind: string): void {
    const { group, version } = parseApiVersion(apiVersion)
    const kind = listKind.slice(0, -'List'.length)
    if (this.#builtIn.find(group, version, kind) !== null) this.#bucket({ group, version, kind })
  }

  #object(value: FieldValues, place: Place): void {
    const { file, line } = place
    const apiVersion = textOf(value.apiVersion)
    const kind = textOf(value.kind)
    if (apiVersion === '' || !/^[A-Za-z][A-Za-z0-9]*$/.test(kind)) {
      this.#problems.add(file, line, 'This is no Kubernetes object: it has no apiVersion or no kind.')
      return
    }
    if (kind === 'Config' && ('clusters' in value || 'contexts' in value || 'users' in value)) {
      this.#problems.add(
        file,
        line,
        'This is a kubeconfig. It holds credentials and no objects, and is not loaded.',
      )
      return
    }
    const { group, version } = parseApiVersion(apiVersion)
    const metadata = fieldsOf(value.metadata)
    const name = nameOf(metadata)
    if (name === '' || /[/%]/.test(version) || version === '' || /[/%\s]/.test(group)) {
      const what =
        name === '' ? 'has no name (metadata.name)' : `has an apiVersion that is none: ${apiVersion}`
      this.#problems.add(file, line, `This ${kind} ${what}.`)
      return
    }
    const tooLong = overlong({ group, version, name, namespace: textOf(metadata.namespace) })
    if (tooLong !== undefined) {
      this.#problems.add(file, line, `This ${kind} has a ${tooLong} that is longer than any of a cluster.`)
      return
    }
    const known = this.#builtIn.find(group, version, kind)
    const written = textOf(metadata.namespace)
    const namespace = known === null ? written : known.namespaced ? written || 'default' : ''
    this.#take(shaped(value, apiVersion, kind, name, namespace), { group, version, kind }, place)
  }

  #take(object: KubeObject, of: Pick<TakenKind, 'group' | 'version' | 'kind'>, place: Place): void {
    const taken = this.packed(object, place)
    const bucket = this.#bucket(of)
    const { hint } = place
    if (hint !== null && hint.group === of.group && bucket.plural === '') bucket.plural = hint.plural
    this.#noteVersion(object)
    this.#newest = Math.max(this.#newest, newestTime(fieldsOf(object), taken.time))
    if (this.merge(bucket.objects, taken, of.kind)) this.#objects++
  }

  packed(object: KubeObject, { file, line }: Pick<Place, 'file' | 'line'>): Taken {
    const { metadata } = object
    const bytes = this.#slabs.keep(JSON.stringify(object))
    if (this.#slabs.bytes > this.#keptLimit) throw new DumpTooLarge()
    return {
      bytes,
      namespace: ownText(metadata.namespace ?? ''),
      name: ownText(metadata.name),
      uid: ownText(metadata.uid ?? ''),
      resourceVersion: Number(metadata.resourceVersion),
      generation: metadata.generation ?? 0,
      time: ownText(latestTime(metadata)),
      file,
      line,
    }
  }

  /** Puts an object to those of its kind. False when it was there: the newer one stays, which is told when they differ. */
  merge(objects: Map<string, Taken>, taken: Taken, kind: string): boolean {
    const key = `${taken.namespace}/${taken.name}`
    const known = objects.get(key)
    if (known === undefined) {
      objects.set(key, taken)
      return true
    }
    if (Buffer.compare(known.bytes, taken.bytes) === 0) return false
    const age = compareAge(taken, known)
    // One state of an object, in two forms: managedFields left out, or another version of its kind.
    if (age === 0 && taken.uid === known.uid && taken.resourceVersion > 1) return false
    const isNewer = age > 0
    if (isNewer) objects.set(key, taken)
    const [older, newer] = isNewer ? [known, taken] : [taken, known]
    const shown = taken.namespace === '' ? taken.name : `${taken.namespace}/${taken.name}`
    const where = newer.file === older.file ? `line ${newer.line}` : newer.file
    this.#problems.add(
      older.file,
      older.line,
      `${kind} ${shown} is there twice and differs. This one ${age === 0 ? 'came later' : 'is older'} and is left out; the other: ${where}.`,
      true,
    )
    return false
  }

  #bucket({ group, version, kind }: Pick<TakenKind, 'group' | 'version' | 'kind'>): TakenKind {
    const key = `${group}/${version}/${kind}`
    const bucket = this.kinds.get(key) ?? { group, version, kind, objects: new Map(), plural: '' }
    this.kinds.set(key, bucket)
    return bucket
  }

  #noteVersion({ apiVersion, kind, status }: KubeObject): void {
    if (kind !== 'Node' || apiVersion !== 'v1') return
    const version = textOf(fieldsOf(fieldsOf(status).nodeInfo).kubeletVersion)
    if (/^v\d+\.\d+/.test(version) && compareVersions(version, this.#kubeletVersion) > 0)
      this.#kubeletVersion = version
  }
}

function overlong(texts: Readonly<Record<'group' | 'version' | 'name' | 'namespace', string>>) {
  return (['group', 'version', 'name', 'namespace'] as const).find(part => texts[part].length > longest[part])
}

/** A copy: a part of a text keeps the whole text in memory. */
function ownText(text: string): string {
  return Buffer.from(text).toString('utf8')
}

function nameOf({ name, generateName }: FieldValues): string {
  if (typeof name === 'string' && name !== '') return name
  if (typeof name === 'number' || typeof name === 'boolean') return String(name)
  return typeof generateName === 'string' && generateName !== '' ? `${generateName}unnamed` : ''
}

function latestTime({ managedFields = [], creationTimestamp = '' }: KubeObject['metadata']): string {
  let latest = creationTimestamp
  for (const entry of managedFields as readonly unknown[]) {
    const time = textOf(fieldsOf(entry).time)
    if (time > latest) latest = time
  }
  return latest
}

/** Positive when `a` is the newer. Versions of two clusters say nothing of each other. */
export function compareAge(a: Taken, b: Taken): number {
  const byTime = a.time === b.time ? 0 : a.time > b.time ? 1 : -1
  if (a.uid !== b.uid) return byTime || a.resourceVersion - b.resourceVersion
  return a.resourceVersion - b.resourceVersion || a.generation - b.generation || byTime
}

function compareVersions(a: string, b: string): number {
  const numbers = (text: string): readonly number[] => (text.match(/\d+/g) ?? []).slice(0, 3).map(Number)
  const [left, right] = [numbers(a), numbers(b)]
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] ?? -1) - (right[index] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}
