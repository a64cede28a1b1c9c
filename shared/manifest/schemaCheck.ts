import { RE2JS } from 're2js'
import { isMapping } from '../kube/index.ts'
import { counted } from '../words/index.ts'
import { isNear } from './near.ts'
import type { ProblemList } from './problems.ts'
import type { SchemaPlace } from './schema.ts'
import type { ListNode, MapEntry, MapNode, ScalarNode, TreeNode } from './tree.ts'

/** Nodes that are looked at; aliases may bring the same ones again. */
const mostNodes = 1_000_000
/** Texts that a pattern is tried on, in UTF-16 units. */
const longestMatched = 100_000

/** Holds the nodes of one document against a schema. */
export class SchemaCheck {
  readonly #problems: ProblemList
  readonly #patterns = new Map<string, RE2JS | null>()
  readonly #isPartial: boolean
  #left = mostNodes

  constructor(problems: ProblemList, isPartial: boolean) {
    this.#problems = problems
    this.#isPartial = isPartial
  }

  /** @param shown where it is told, if not at the node: an alias stands for what is elsewhere */
  check(node: TreeNode | null, place: SchemaPlace, name: string, shown: TreeNode | null = null): void {
    if (node === null || this.#problems.isFull || this.#left-- <= 0) return
    const at = shown ?? node
    if (node.type === 'alias') this.check(node.target, place, name, at)
    else if (node.type === 'map') this.#checkMap(node, place, name, at)
    else if (node.type === 'list') this.#checkList(node, place, name, at)
    else this.#checkScalar(node, place, name, at)
  }

  #checkMap(node: MapNode, place: SchemaPlace, name: string, at: TreeNode): void {
    if (this.#isOtherType(['object'], 'a mapping', place, name, at)) return
    const shown = at === node ? null : at
    for (const entry of node.entries) {
      if (entry.isMerge || entry.name === null) continue
      const inner = place.field(entry.name)
      if (inner !== null) this.check(entry.value, inner, entry.name, shown)
      else if (!place.isOpen && entry.name !== '') this.#tellUnknown(entry, place, shown)
    }
    if (this.#isPartial || node.entries.some(entry => entry.isMerge)) return
    for (const missing of place.required)
      if (!node.entries.some(entry => entry.name === missing))
        this.#problems.add(
          'warning',
          `${name === '' ? 'The object' : name} needs the field ${missing}.`,
          headOf(node, at),
        )
  }

  #tellUnknown(entry: MapEntry, place: SchemaPlace, shown: TreeNode | null): void {
    const near = place.names.find(known => isNear(known, entry.name ?? ''))
    const hint = near === undefined ? '' : ` Is ${near} meant?`
    const { from, to } = shown ?? entry.key
    const isPlain = entry.key.type === 'scalar' && entry.key.style === 'plain' && shown === null
    this.#problems.add(
      'warning',
      `The kind has no field ${entry.name} here.${hint}`,
      { from, to },
      near !== undefined && isPlain
        ? { title: `Change to ${near}`, edits: [{ from, to, insert: near }] }
        : undefined,
    )
  }

  #checkList(node: ListNode, place: SchemaPlace, name: string, at: TreeNode): void {
    if (this.#isOtherType(['array'], 'a list', place, name, at)) return
    const { minItems, maxItems } = place.keywords
    const count = node.items.length
    if (typeof minItems === 'number' && count < minItems)
      this.#problems.add('error', `${name} needs at least ${counted(minItems, 'item')}.`, headOf(node, at))
    if (typeof maxItems === 'number' && count > maxItems)
      this.#problems.add(
        'error',
        `${name} takes at most ${counted(maxItems, 'item')}; it has ${count}.`,
        headOf(node, at),
      )
    const inner = place.item()
    if (inner !== null)
      for (const { value } of node.items) this.check(value, inner, name, at === node ? null : at)
  }

  #checkScalar(node: ScalarNode, place: SchemaPlace, name: string, at: TreeNode): void {
    const { value } = node
    if (value === null) return
    if (this.#isOtherType(typesOf(value), `the ${wordOf(value)} ${shortened(node.text)}`, place, name, at))
      return
    if (place.choices !== null && !place.choices.includes(value)) {
      const choices = place.choices.map(choice => String(choice))
      const near = choices.find(choice => isNear(choice, node.text))
      const fix =
        near === undefined || at !== node
          ? undefined
          : { title: `Change to ${near}`, edits: [{ from: node.start, to: node.to, insert: near }] }
      this.#problems.add('error', `${name} takes ${listed(choices)}; it is ${shortened(node.text)}.`, at, fix)
    }
    if (typeof value === 'string') this.#checkText(value, place, name, at)
    else if (typeof value === 'number' || typeof value === 'bigint') this.#checkNumber(value, place, name, at)
  }

  #checkText(value: string, { keywords, format }: SchemaPlace, name: string, at: TreeNode): void {
    const { pattern, minLength, maxLength } = keywords
    if (typeof minLength === 'number' && value.length < minLength)
      this.#problems.add('error', `${name} needs at least ${counted(minLength, 'character')}.`, at)
    if (typeof maxLength === 'number' && value.length > maxLength && [...value].length > maxLength)
      this.#problems.add('error', `${name} takes at most ${counted(maxLength, 'character')}.`, at)
    if (
      typeof pattern === 'string' &&
      value.length < longestMatched &&
      this.#pattern(pattern)?.matcher(value).find() === false
    )
      this.#problems.add('error', `${name} does not match the pattern ${shortened(pattern)}.`, at)
    if (format === 'byte' && !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value))
      this.#problems.add('error', `${name} has to be base64.`, at)
  }

  #checkNumber(value: number | bigint, { keywords, format }: SchemaPlace, name: string, at: TreeNode): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywords
    if (
      typeof minimum === 'number' &&
      (value < minimum || (exclusiveMinimum === true && Number(value) === minimum))
    )
      this.#problems.add(
        'error',
        `${name} has to be ${exclusiveMinimum === true ? 'more than' : 'at least'} ${minimum}.`,
        at,
      )
    if (
      typeof maximum === 'number' &&
      (value > maximum || (exclusiveMaximum === true && Number(value) === maximum))
    )
      this.#problems.add(
        'error',
        `${name} has to be ${exclusiveMaximum === true ? 'less than' : 'at most'} ${maximum}.`,
        at,
      )
    if (format === 'int32' && (value > 2 ** 31 - 1 || value < -(2 ** 31)))
      this.#problems.add('error', `${name} is a number of 32 bits, which ${value} is beyond.`, at)
  }

  /** Tells, and says that it did, where the schema wants another type. */
  #isOtherType(
    types: readonly string[],
    what: string,
    place: SchemaPlace,
    name: string,
    at: TreeNode,
  ): boolean {
    const wanted = wantedTypes(place)
    if (wanted.length === 0 || types.some(type => wanted.includes(type))) return false
    const words = wanted.map(type => typeWords.get(type) ?? type)
    const fix =
      at.type === 'scalar' && at.style === 'plain' && at.tag === null && wanted.includes('string')
        ? {
            title: 'Put it in quotes',
            edits: [{ from: at.start, to: at.to, insert: JSON.stringify(at.text) }],
          }
        : undefined
    const from = at.type === 'scalar' ? at : headOf(at, at)
    this.#problems.add(
      'error',
      `${name === '' ? 'The object' : name} has to be ${words.join(' or ')}; it is ${what}.`,
      from,
      fix,
    )
    return true
  }

  #pattern(text: string): RE2JS | null {
    const known = this.#patterns.get(text)
    if (known !== undefined) return known
    let made: RE2JS | null = null
    try {
      made = RE2JS.compile(text)
    } catch {
      // A pattern that the library does not know is left to the server.
    }
    this.#patterns.set(text, made)
    return made
  }
}

const typeWords: ReadonlyMap<string, string> = new Map([
  ['object', 'a mapping'],
  ['array', 'a list'],
  ['string', 'a text'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
])

/** Types a place takes; none where it says nothing. */
function wantedTypes({ type, isIntOrString, keywords }: SchemaPlace): readonly string[] {
  if (isIntOrString) return ['integer', 'string']
  if (type !== '') return [type]
  const either = keywords.oneOf ?? keywords.anyOf
  if (!Array.isArray(either)) return []
  const types = either.map(one => (isMapping(one) && typeof one.type === 'string' ? one.type : ''))
  return types.includes('') ? [] : types
}

function typesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return ['string']
  if (typeof value === 'boolean') return ['boolean']
  return typeof value === 'bigint' || Number.isInteger(value) ? ['integer', 'number'] : ['number']
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'truth' : 'number'
}

/** The first characters of a node: a whole mapping is too much to mark. */
function headOf(node: TreeNode, at: TreeNode): { readonly from: number; readonly to: number } {
  if (at !== node) return at
  if (node.type !== 'map' || node.entries[0] === undefined)
    return { from: node.from, to: Math.min(node.to, node.from + 1) }
  return node.isFlow ? { from: node.from, to: node.from + 1 } : node.entries[0].key
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

function listed(choices: readonly string[]): string {
  const shown = choices.slice(0, 8).map(choice => (choice === '' ? '""' : choice))
  const rest = choices.length - shown.length
  if (rest > 0) return `${shown.join(', ')} or one of ${rest} more`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}
