import {
  elementKey,
  type FieldPath,
  isMapping,
  isScalar,
  type PathElement,
  type Scalar,
} from '../kube/index.ts'

interface Node {
  readonly element: PathElement
  /** The path to it is a member itself. */
  readonly isMember: boolean
  readonly below: FieldSet
}

/**
 * A set of paths, as `fieldsV1` holds them. A path may be a member without those below it, and the other way
 * round. Sets do not change; operations give new ones.
 */
export class FieldSet {
  readonly nodes: ReadonlyMap<string, Node>

  constructor(nodes: ReadonlyMap<string, Node> = new Map()) {
    this.nodes = nodes
  }

  get isEmpty(): boolean {
    return this.nodes.size === 0
  }

  child(element: PathElement): Node | undefined {
    return this.nodes.get(elementKey(element))
  }

  has([element, ...rest]: FieldPath): boolean {
    const node = element === undefined ? undefined : this.child(element)
    return node !== undefined && (rest.length === 0 ? node.isMember : node.below.has(rest))
  }

  union(other: FieldSet): FieldSet {
    if (other.isEmpty) return this
    const nodes = new Map(this.nodes)
    for (const [key, node] of other.nodes) {
      const own = nodes.get(key)
      nodes.set(
        key,
        own === undefined
          ? node
          : { ...node, isMember: node.isMember || own.isMember, below: own.below.union(node.below) },
      )
    }
    return new FieldSet(nodes)
  }

  /** Members that the other set has too. */
  intersection(other: FieldSet): FieldSet {
    return this.#joined(
      other,
      (own, its) => own && its,
      (below, its) => below.intersection(its),
    )
  }

  /** Members that the other set has not. */
  difference(other: FieldSet): FieldSet {
    return this.#joined(
      other,
      (own, its) => own && !its,
      (below, its) => below.difference(its),
    )
  }

  /** Without the paths of the other set and all that lies below them. */
  withoutBelow(other: FieldSet): FieldSet {
    const nodes = new Map<string, Node>()
    for (const [key, node] of this.nodes) {
      const its = other.nodes.get(key)
      if (its?.isMember === true) continue
      add(nodes, key, its === undefined ? node : { ...node, below: node.below.withoutBelow(its.below) })
    }
    return new FieldSet(nodes)
  }

  /** All members, a path before those below it. */
  paths(): readonly FieldPath[] {
    const found: FieldPath[] = []
    collect(this, [], found)
    return found
  }

  #joined(
    other: FieldSet,
    isMember: (own: boolean, its: boolean) => boolean,
    join: (own: FieldSet, its: FieldSet) => FieldSet,
  ): FieldSet {
    const nodes = new Map<string, Node>()
    for (const [key, node] of this.nodes) {
      const its = other.nodes.get(key)
      add(nodes, key, {
        element: node.element,
        isMember: isMember(node.isMember, its?.isMember ?? false),
        below: join(node.below, its?.below ?? none),
      })
    }
    return new FieldSet(nodes)
  }
}

const none = new FieldSet()

function add(nodes: Map<string, Node>, key: string, node: Node): void {
  if (node.isMember || !node.below.isEmpty) nodes.set(key, node)
}

function collect(set: FieldSet, path: FieldPath, into: FieldPath[]): void {
  for (const { element, isMember, below } of set.nodes.values()) {
    const here = [...path, element]
    if (isMember) into.push(here)
    collect(below, here, into)
  }
}

/** Puts a set together path by path. */
export class FieldSetBuilder {
  readonly #nodes = new Map<string, { element: PathElement; isMember: boolean; below: FieldSetBuilder }>()

  add([element, ...rest]: FieldPath): void {
    if (element === undefined) return
    const node = this.below(element)
    if (rest.length === 0) node.isMember = true
    else node.below.add(rest)
  }

  /** The node of an element, made where it is not there. */
  below(element: PathElement): { isMember: boolean; readonly below: FieldSetBuilder } {
    const key = elementKey(element)
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const made = { element, isMember: false, below: new FieldSetBuilder() }
    this.#nodes.set(key, made)
    return made
  }

  build(): FieldSet {
    const nodes = new Map<string, Node>()
    for (const [key, { element, isMember, below }] of this.#nodes)
      add(nodes, key, { element, isMember, below: below.build() })
    return new FieldSet(nodes)
  }
}

/** Reads `fieldsV1`. Names that are none of its encoding count for nothing. */
export function readFieldSet(fields: unknown): FieldSet {
  const nodes = new Map<string, Node>()
  if (!isMapping(fields)) return none
  for (const [name, inner] of Object.entries(fields)) {
    const element = parseElement(name)
    if (element === null || !isMapping(inner)) continue
    const names = Object.keys(inner)
    add(nodes, elementKey(element), {
      element,
      isMember: names.length === 0 || names.includes('.'),
      below: readFieldSet(inner),
    })
  }
  return new FieldSet(nodes)
}

function parseElement(name: string): PathElement | null {
  const [kind, text] = [name.slice(0, 2), name.slice(2)]
  if (kind === 'f:') return text
  if (kind === 'i:') return /^\d+$/.test(text) ? Number(text) : null
  let value: unknown
  try {
    value = kind === 'k:' || kind === 'v:' ? JSON.parse(text) : undefined
  } catch {
    return null
  }
  if (kind === 'v:') return isScalar(value) ? { value } : null
  if (!isMapping(value)) return null
  const key = Object.entries(value).filter((pair): pair is [string, Scalar] => isScalar(pair[1]))
  return { key: key.sort(([a], [b]) => (a < b ? -1 : 1)) }
}

/** Writes `fieldsV1`, its names in the order in which the server writes them. */
export function printFieldSet(set: FieldSet): Readonly<Record<string, unknown>> {
  const fields = [...set.nodes.values()].map(({ element, isMember, below }): readonly [string, unknown] => {
    const inner = printFieldSet(below)
    return [printElement(element), isMember && !below.isEmpty ? { '.': {}, ...inner } : inner]
  })
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function printElement(element: PathElement): string {
  if (typeof element === 'string') return `f:${element}`
  if (typeof element === 'number') return `i:${element}`
  if ('value' in element) return `v:${JSON.stringify(element.value)}`
  return `k:${JSON.stringify(Object.fromEntries(element.key))}`
}
