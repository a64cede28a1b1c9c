/** Numbers that look random and are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Kind =
  | 'int'
  | 'uint'
  | 'double'
  | 'text'
  | 'bool'
  | 'list'
  | 'map'
  | 'dyn'
  | 'optional'
  | 'duration'
  | 'time'

const kinds: readonly Kind[] = [
  ...(['int', 'int', 'text', 'text', 'bool', 'list', 'list', 'dyn', 'dyn'] as const),
  ...(['uint', 'double', 'map', 'optional', 'duration', 'time'] as const),
]

const leaves: Readonly<Record<Kind, readonly string[]>> = {
  int: ['0', '1', '-1', '2', '3', '7', '9223372036854775807', '-9223372036854775808', '0x10'],
  uint: ['0u', '1u', '3u', '18446744073709551615u'],
  double: ['0.0', '1.0', '-1.5', '2.5', '1e3', '1e300'],
  text: ["''", "'a'", "'web'", "'ä😀'", "'1'", "'1h'", '"x y"', "r'\\d'"],
  bool: ['true', 'false'],
  list: ['[]', '[1, 2, 3]', "['a', 'b']", '[1.5]', '[[1], []]', '[true, false]'],
  map: ['{}', "{'a': 1}", "{'a': 1, 'b': 2}", "{1: 'x'}", "{'m': {'n': [1]}}"],
  dyn: [
    ...['object', 'object.spec', 'object.spec.replicas', 'object.spec.list', 'object.spec.names'],
    ...['object.spec.text', 'object.spec.nothing', 'object.spec.missing', 'object.spec.ratio', 'oldObject'],
    ...['object.spec.containers', 'object.metadata.labels', 'object.spec.paused', 'object.spec.single'],
    ...['object.spec.mixed', 'object.spec.nested', 'dyn(1)', "dyn('a')", 'dyn([1])', 'dyn(null)'],
  ],
  optional: [
    'optional.none()',
    'optional.of(1)',
    "optional.of('a')",
    'object.?spec',
    'object.spec.?replicas',
    'object.?missing',
  ],
  duration: ["duration('1h')", "duration('-1.5s')", "duration('0s')"],
  time: ["timestamp('2026-01-02T03:04:05Z')", 'timestamp(0)', "timestamp('2024-02-29T12:00:00+02:00')"],
}

const infix: readonly string[] = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', 'in', '&&', '||']
const quantifiers = ['all', 'exists', 'exists_one', 'filter', 'map'] as const
const zones = ["'UTC'", "'Europe/Berlin'", "'-03:30'"]

/** Writes expressions: mostly of fitting types, now and then not. */
export class ExpressionWriter {
  readonly #random: () => number
  /** Variables of the macros around. */
  readonly #variables: string[] = []

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  /** @param depth how deep operators may be nested */
  expression(depth = 4): string {
    return this.#of(this.#pick(kinds), depth)
  }

  #pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.#random() * from.length)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }

  #chance(probability: number): boolean {
    return this.#random() < probability
  }

  #of(wanted: Kind, depth: number): string {
    const kind = this.#chance(0.03) ? this.#pick(kinds) : wanted
    if (this.#variables.length > 0 && this.#chance(0.25)) return this.#pick(this.#variables)
    if (depth <= 0 || this.#chance(0.15)) return this.#pick(leaves[kind])
    return this.#chance(0.12) ? this.#anyway(kind, depth - 1) : this.#operation(kind, depth - 1)
  }

  /** Forms that are there for every type. */
  #anyway(kind: Kind, depth: number): string {
    switch (Math.floor(this.#random() * 6)) {
      case 0:
        return `(${this.#of('bool', depth)} ? ${this.#of(kind, depth)} : ${this.#of(kind, depth)})`
      case 1:
        return `[${this.#of(kind, depth)}][${this.#pick(['0', '0', '1', this.#of('int', depth)])}]`
      case 2:
        return `{'k': ${this.#of(kind, depth)}}.${this.#pick(['k', 'k', 'j'])}`
      case 3:
        return `optional.of(${this.#of(kind, depth)}).orValue(${this.#of(kind, depth)})`
      case 4:
        return `dyn(${this.#of(kind, depth)})`
      default:
        return `(${this.#of(kind, depth)})`
    }
  }

  #operation(kind: Kind, depth: number): string {
    const sub = (of: Kind): string => this.#of(of, depth)
    switch (kind) {
      case 'int':
        return this.#pick([
          () => `(${sub('int')} ${this.#pick(infix.slice(0, 5))} ${sub('int')})`,
          () => `-(${sub('int')})`,
          () => `size(${sub(this.#pick(['text', 'list', 'map', 'dyn']))})`,
          () => `${sub('list')}.size()`,
          () => `int(${sub(this.#pick(['text', 'double', 'uint', 'dyn', 'duration']))})`,
          () =>
            `${sub('time')}.${this.#pick(['getHours', 'getMonth', 'getDayOfYear'])}(${this.#pick(['', ...zones])})`,
          () => `${sub('duration')}.getSeconds()`,
        ])()
      case 'uint':
        return this.#pick([
          () => `(${sub('uint')} ${this.#pick(infix.slice(0, 5))} ${sub('uint')})`,
          () => `uint(${sub('int')})`,
        ])()
      case 'double':
        return this.#pick([
          () => `(${sub('double')} ${this.#pick(infix.slice(0, 4))} ${sub('double')})`,
          () => `double(${sub('int')})`,
        ])()
      case 'text':
        return this.#pick([
          () => `(${sub('text')} + ${sub('text')})`,
          () => `string(${sub(this.#pick(['int', 'double', 'bool', 'duration', 'time', 'dyn']))})`,
        ])()
      case 'bool':
        return this.#truth(depth)
      case 'list':
        return this.#list(depth)
      case 'map':
        return this.#pick([
          () => `{${sub('text')}: ${sub('int')}}`,
          () => `{${sub('text')}: ${sub('dyn')}, 'z': ${sub('dyn')}}`,
          () => `{?'o': ${sub('optional')}}`,
          () => this.#macro('transformMap', sub('list'), 'int', depth),
        ])()
      case 'dyn':
        return this.#pick([
          () => `dyn(${sub(this.#pick(kinds))})`,
          () => `${sub('dyn')}.${this.#pick(['spec', 'list', 'name', 'missing', 'replicas'])}`,
          () => `${sub('dyn')}[${sub(this.#pick(['int', 'text', 'dyn']))}]`,
          () => `(${sub('dyn')} ${this.#pick(infix)} ${sub(this.#pick(kinds))})`,
        ])()
      case 'optional':
        return this.#pick([
          () => `${sub('dyn')}.?${this.#pick(['spec', 'list', 'missing'])}`,
          () => `${sub('list')}[?${sub('int')}]`,
          () => `${sub('optional')}.or(${sub('optional')})`,
          () => `optional.ofNonZeroValue(${sub(this.#pick(kinds))})`,
          () => this.#macro('optMap', sub('optional'), 'int', depth),
          () => `${sub('list')}.${this.#pick(['first', 'last'])}()`,
        ])()
      case 'duration':
        return this.#pick([
          () => `(${sub('duration')} ${this.#pick(['+', '-'])} ${sub('duration')})`,
          () => `(${sub('time')} - ${sub('time')})`,
        ])()
      case 'time':
        return `(${sub('time')} ${this.#pick(['+', '-'])} ${sub('duration')})`
    }
  }

  #truth(depth: number): string {
    const sub = (of: Kind): string => this.#of(of, depth)
    const same = this.#pick(kinds)
    return this.#pick([
      () => `(${sub('bool')} ${this.#pick(['&&', '||'])} ${sub('bool')})`,
      () => `!(${sub('bool')})`,
      () => `(${sub(same)} ${this.#pick(['==', '!=', '<', '>='])} ${sub(same)})`,
      () => `(${sub(same)} in ${sub('list')})`,
      () => `(${sub('text')} in ${sub('map')})`,
      () => `has(${sub('dyn')}.${this.#pick(['spec', 'missing', 'list'])})`,
      () => `${sub('text')}.${this.#pick(['contains', 'startsWith', 'endsWith', 'matches'])}(${sub('text')})`,
      () => this.#macro(this.#pick(quantifiers.slice(0, 3)), sub('list'), 'bool', depth),
      () => `${sub('optional')}.hasValue()`,
    ])()
  }

  #list(depth: number): string {
    const sub = (of: Kind): string => this.#of(of, depth)
    const kind = this.#pick(kinds)
    return this.#pick([
      () => `[${sub(kind)}, ${sub(kind)}]`,
      () => `(${sub('list')} + ${sub('list')})`,
      () => `[?${sub('optional')}]`,
      () => this.#macro('map', sub('list'), kind, depth),
      () => this.#macro('filter', sub('list'), 'bool', depth),
      () => this.#macro('transformList', sub('list'), kind, depth),
    ])()
  }

  #macro(name: string, range: string, body: Kind, depth: number): string {
    const isTwo = name.startsWith('transform')
    const variables = isTwo ? ['i', 'v'] : [this.#pick(['x', 'y'])]
    this.#variables.push(...variables)
    const written = `${range}.${name}(${variables.join(', ')}, ${this.#of(body, depth)})`
    this.#variables.length -= variables.length
    return written
  }
}
