/** Static types of expressions, and how one may stand for another (cel-go’s checker, 0.26). */

export type SimpleKind =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null'
  | 'timestamp'
  | 'duration'
  | 'dyn'
  /** Of an expression that is at fault already: it fits everywhere, so that one fault is told once. */
  | 'error'

export type Type =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly key: Type; readonly value: Type }
  /** A type with fields, known to a `TypeProvider` by its name. */
  | { readonly kind: 'struct'; readonly name: string }
  /** A type whose inside expressions cannot see: `kubernetes.URL`, `optional_type(T)`. */
  | { readonly kind: 'opaque'; readonly name: string; readonly parameters: readonly Type[] }
  /** The type of a type: that of `int` itself is `type(int)`. */
  | { readonly kind: 'type'; readonly of: Type | null }
  /** Stands for any one type within an overload, or for one not yet known. */
  | { readonly kind: 'param'; readonly name: string }

const simple = <K extends SimpleKind>(kind: K): { readonly kind: K } => ({ kind })

export const types = {
  bool: simple('bool'),
  int: simple('int'),
  uint: simple('uint'),
  double: simple('double'),
  string: simple('string'),
  bytes: simple('bytes'),
  null: simple('null'),
  timestamp: simple('timestamp'),
  duration: simple('duration'),
  dyn: simple('dyn'),
  error: simple('error'),
  list: (element: Type): Type => ({ kind: 'list', element }),
  map: (key: Type, value: Type): Type => ({ kind: 'map', key, value }),
  struct: (name: string): Type => ({ kind: 'struct', name }),
  opaque: (name: string, ...parameters: readonly Type[]): Type => ({ kind: 'opaque', name, parameters }),
  optional: (of: Type): Type => ({ kind: 'opaque', name: 'optional_type', parameters: [of] }),
  type: (of: Type | null): Type => ({ kind: 'type', of }),
  param: (name: string): Type => ({ kind: 'param', name }),
} as const

/** A type as the server’s messages write it. */
export function formatType(type: Type): string {
  switch (type.kind) {
    case 'error':
      return '!error!'
    case 'list':
      return `list(${formatType(type.element)})`
    case 'map':
      return `map(${formatType(type.key)}, ${formatType(type.value)})`
    case 'struct':
    case 'param':
      return type.name
    case 'opaque':
      return type.parameters.length === 0
        ? type.name
        : `${type.name}(${type.parameters.map(formatType).join(', ')})`
    case 'type':
      return type.of === null ? 'type' : `type(${formatType(type.of)})`
    default:
      return type.kind
  }
}

/** Name of a type at run time: what is inside containers does not show. */
export function typeNameOfType(type: Type): string {
  switch (type.kind) {
    case 'list':
    case 'map':
    case 'type':
      return type.kind
    case 'null':
      return 'null_type'
    case 'timestamp':
      return 'google.protobuf.Timestamp'
    case 'duration':
      return 'google.protobuf.Duration'
    case 'opaque':
    case 'struct':
    case 'param':
      return type.name
    default:
      return type.kind
  }
}

/** A type by its full name, as the server names what an expression evaluates to. */
export function typeText(type: Type): string {
  const inside = parametersOf(type)
  const name = typeNameOfType(type)
  return inside.length === 0 ? name : `${name}(${inside.map(typeText).join(', ')})`
}

export const isSameType = (one: Type, other: Type): boolean =>
  one === other || (one.kind === other.kind && formatType(one) === formatType(other))

export const isDynamic = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error'

/** The type inside an optional one; null for a type that is not optional. */
export function insideOptional(type: Type): Type | null {
  return type.kind === 'opaque' && type.name === 'optional_type' ? (type.parameters[0] ?? null) : null
}

/** Types that stand inside a type, in their order. */
export function parametersOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.element]
    case 'map':
      return [type.key, type.value]
    case 'opaque':
      return type.parameters
    case 'type':
      return type.of === null ? [] : [type.of]
    default:
      return []
  }
}

/** The same type with other types inside. */
function withParameters(type: Type, parameters: readonly Type[]): Type {
  const [first, second] = parameters
  if (type.kind === 'opaque') return { ...type, parameters }
  if (first === undefined) return type
  if (type.kind === 'list') return types.list(first)
  if (type.kind === 'type') return types.type(first)
  return type.kind === 'map' && second !== undefined ? types.map(first, second) : type
}

/** What stands for type parameters so far. Never changed in place: a failed attempt leaves no trace. */
export class Substitutions {
  readonly #bound: ReadonlyMap<string, Type>

  constructor(bound: ReadonlyMap<string, Type> = new Map()) {
    this.#bound = bound
  }

  of(type: Type): Type | undefined {
    return type.kind === 'param' ? this.#bound.get(type.name) : undefined
  }

  with(name: string, type: Type): Substitutions {
    return new Substitutions(new Map(this.#bound).set(name, type))
  }

  /** A type with all that is known put in; what is not known stays, or becomes `dyn`. */
  apply(type: Type, unknownToDyn = false): Type {
    const bound = this.of(type)
    if (bound !== undefined) return this.apply(bound, unknownToDyn)
    if (type.kind === 'param') return unknownToDyn ? types.dyn : type
    const parameters = parametersOf(type)
    if (parameters.length === 0) return type
    return withParameters(
      type,
      parameters.map(parameter => this.apply(parameter, unknownToDyn)),
    )
  }
}

/**
 * Substitutions under which a value of `given` may stand where `wanted` is wanted.
 * @returns null when there are none
 */
export function assign(known: Substitutions, wanted: Type, given: Type): Substitutions | null {
  if (given.kind === 'param') {
    const found = bind(known, wanted, given.name)
    if (found !== null) return found
    if (known.of(given) !== undefined) return null
  }
  if (wanted.kind === 'param') return bind(known, given, wanted.name)
  if (isDynamic(wanted) || isDynamic(given)) return known
  if (wanted.kind === 'null' || given.kind === 'null')
    return isNullable(wanted.kind === 'null' ? given : wanted) ? known : null
  if (wanted.kind !== given.kind) return null
  if (wanted.kind === 'type') return known
  if ('name' in wanted && 'name' in given && wanted.name !== given.name) return null
  return assignAll(known, parametersOf(wanted), parametersOf(given))
}

export function assignAll(
  known: Substitutions,
  wanted: readonly Type[],
  given: readonly Type[],
): Substitutions | null {
  if (wanted.length !== given.length) return null
  let current: Substitutions | null = known
  for (const [index, type] of wanted.entries()) {
    const other = given[index]
    if (current === null || other === undefined) return null
    current = assign(current, type, other)
  }
  return current
}

const isNullable = ({ kind }: Type): boolean =>
  kind === 'null' || kind === 'opaque' || kind === 'struct' || kind === 'timestamp' || kind === 'duration'

/** Lets `type` stand for the parameter `name`, or for what stands for it already. */
function bind(known: Substitutions, type: Type, name: string): Substitutions | null {
  if (type.kind === 'param' && type.name === name) return known
  const bound = known.of(types.param(name))
  if (bound === undefined) return occurs(known, name, type) ? null : known.with(name, type)
  if (isSameType(type, bound)) return known
  const assigned = assign(known, type, bound)
  if (assigned === null) return null
  const general = moreGeneral(type, bound)
  return occurs(assigned, name, general) ? assigned : assigned.with(name, general)
}

/** A parameter may not stand for something that it is part of. */
function occurs(known: Substitutions, name: string, type: Type): boolean {
  if (type.kind === 'param') {
    if (type.name === name) return true
    const bound = known.of(type)
    return bound !== undefined && occurs(known, name, bound)
  }
  return parametersOf(type).some(parameter => occurs(known, name, parameter))
}

/** Of two types that go together, the one that says less. */
export function moreGeneral(one: Type, other: Type): Type {
  return isLessSpecific(one, other) ? one : other
}

function isLessSpecific(one: Type, other: Type): boolean {
  if (one.kind === 'dyn' || one.kind === 'param') return true
  if (other.kind === 'dyn' || other.kind === 'param' || one.kind !== other.kind) return false
  if (one.kind === 'type') return true
  const [mine, others] = [parametersOf(one), parametersOf(other)]
  if (mine.length === 0) return isSameType(one, other)
  if (one.kind === 'opaque' && other.kind === 'opaque' && one.name !== other.name) return false
  return (
    mine.length === others.length &&
    mine.every((parameter, index) => isLessSpecific(parameter, others[index] ?? types.dyn))
  )
}
