import { attempt, type ParsedSelector, Refusal } from './selectorSyntax.ts'

/** `=` and `==` are read as `in` with one value, `!=` as `notIn`: they mean the same. */
export type LabelOperator = 'in' | 'notIn' | 'exists' | 'notExists' | 'greater' | 'less'

export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

/** Requirements that must all hold. Empty: everything matches. */
export type LabelSelector = readonly LabelRequirement[]

/** `spec.selector` and the like as objects carry it: `metav1.LabelSelector`. */
export interface LabelSelectorObject {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: string
    readonly values?: readonly string[] | null
  }[]
}

export type Labels = Readonly<Record<string, string>>

/**
 * Reads a label selector as kubectl's `-l` has it. Grammar and limits are those of
 * k8s.io/apimachinery/pkg/labels/selector.go.
 */
export function parseLabelSelector(text: string): ParsedSelector<LabelSelector> {
  return attempt(() => {
    const reader = new Reader(text)
    const requirements: LabelRequirement[] = []
    if (reader.peek() === '') return requirements
    for (;;) {
      requirements.push(readRequirement(reader))
      if (reader.peek() === '') return requirements
      reader.expect(',')
    }
  })
}

/** Text that parses to an equal selector. */
export function printLabelSelector(selector: LabelSelector): string {
  return selector.map(printRequirement).join(',')
}

/** Absent keys satisfy `notIn`, `!=` and `!key`, as they do on the server. */
export function matchesLabels(selector: LabelSelector, labels: Labels | undefined): boolean {
  return selector.every(requirement => requirementHolds(requirement, labels))
}

/**
 * The same requirements from an object's selector. An absent or odd-shaped part adds nothing;
 * an operator that does not exist makes the whole selector unreadable.
 */
export function labelSelectorOf(object: LabelSelectorObject): ParsedSelector<LabelSelector> {
  return attempt(() => {
    const requirements: LabelRequirement[] = []
    for (const [key, value] of Object.entries(object.matchLabels ?? {}))
      requirements.push({ key, operator: 'in', values: [value ?? ''] })
    for (const { key, operator, values } of object.matchExpressions ?? []) {
      const known = expressionOperators.get(operator)
      if (known === undefined) throw new Refusal(`unknown operator "${operator}" for "${key}"`, 0)
      if ((known === 'in' || known === 'notIn') && (values ?? []).length === 0)
        throw new Refusal(`operator "${operator}" for "${key}" needs at least one value`, 0)
      requirements.push({ key, operator: known, values: values ?? [] })
    }
    return requirements
  })
}

const expressionOperators: ReadonlyMap<string, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notIn'],
  ['Exists', 'exists'],
  ['DoesNotExist', 'notExists'],
])

/** Words and symbols of a label selector, with their places. */
class Reader {
  readonly #tokens: readonly { readonly text: string; readonly at: number }[]
  readonly #end: number
  #next = 0

  constructor(text: string) {
    this.#tokens = [...text.matchAll(/==|!=|[=!(),<>]|[^\s=!(),<>]+/g)].map(match => ({
      text: match[0],
      at: match.index,
    }))
    this.#end = text.length
  }

  /** The next token, or the empty string at the end. */
  peek(): string {
    return this.#tokens[this.#next]?.text ?? ''
  }

  get at(): number {
    return this.#tokens[this.#next]?.at ?? this.#end
  }

  take(): string {
    const token = this.peek()
    this.#next++
    return token
  }

  expect(symbol: string): void {
    if (this.peek() !== symbol) throw new Refusal(`expected "${symbol}" ${this.#found()}`, this.at)
    this.#next++
  }

  word(what: string): string {
    if (!isWord(this.peek())) throw new Refusal(`expected ${what} ${this.#found()}`, this.at)
    return this.take()
  }

  #found(): string {
    return this.peek() === '' ? 'at the end' : `before "${this.peek()}"`
  }
}

const isWord = (token: string): boolean => token !== '' && !/^[=!(),<>]/.test(token)

function readRequirement(reader: Reader): LabelRequirement {
  if (reader.peek() === '!') {
    reader.take()
    return { key: readKey(reader), operator: 'notExists', values: [] }
  }
  const key = readKey(reader)
  const operatorAt = reader.at
  switch (reader.peek()) {
    case '':
    case ',':
      return { key, operator: 'exists', values: [] }
    case '=':
    case '==':
      reader.take()
      return { key, operator: 'in', values: [readValue(reader)] }
    case '!=':
      reader.take()
      return { key, operator: 'notIn', values: [readValue(reader)] }
    case '<':
    case '>':
      return { key, operator: reader.take() === '<' ? 'less' : 'greater', values: [readInteger(reader)] }
    case 'in':
    case 'notin':
      return { key, operator: reader.take() === 'in' ? 'in' : 'notIn', values: readValues(reader) }
    default:
      throw new Refusal(`expected =, !=, in, notin, < or > before "${reader.peek()}"`, operatorAt)
  }
}

function readKey(reader: Reader): string {
  const at = reader.at
  const key = reader.word('a label key')
  const slash = key.indexOf('/')
  const name = key.slice(slash + 1)
  const prefix = slash < 0 ? null : key.slice(0, slash)
  if (name.length > 63 || !/^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(name))
    throw new Refusal(
      `"${name}" is no label name: up to 63 letters, digits, "-", "_" and ".", a letter or digit at both ends`,
      at,
    )
  if (prefix !== null && (prefix.length > 253 || !isSubdomain(prefix)))
    throw new Refusal(`"${prefix}" is no label prefix: it must be a lower-case DNS name`, at)
  return key
}

const isSubdomain = (text: string): boolean =>
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(text)

/** A value may be empty: `key=` and `key in (,a)` name the empty label value. */
function readValue(reader: Reader): string {
  const at = reader.at
  if (!isWord(reader.peek())) return ''
  const value = reader.take()
  if (value.length > 63 || !/^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(value))
    throw new Refusal(
      `"${value}" is no label value: up to 63 letters, digits, "-", "_" and ".", a letter or digit at both ends`,
      at,
    )
  return value
}

function readInteger(reader: Reader): string {
  const at = reader.at
  const value = reader.word('an integer')
  if (!isInteger(value)) throw new Refusal(`"${value}" is no integer`, at)
  return value
}

const isInteger = (text: string): boolean => /^[+-]?[0-9]{1,19}$/.test(text)

function readValues(reader: Reader): readonly string[] {
  reader.expect('(')
  const values = [readValue(reader)]
  while (reader.peek() === ',') {
    reader.take()
    values.push(readValue(reader))
  }
  reader.expect(')')
  return [...new Set(values)]
}

function printRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key
    case 'notExists':
      return `!${key}`
    case 'greater':
      return `${key}>${values[0] ?? ''}`
    case 'less':
      return `${key}<${values[0] ?? ''}`
    case 'in':
      return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`
    case 'notIn':
      return values.length === 1 ? `${key}!=${values[0]}` : `${key} notin (${values.join(',')})`
  }
}

function requirementHolds({ key, operator, values }: LabelRequirement, labels: Labels | undefined): boolean {
  // A label without a value is the empty label to the server (kubernetes#129176).
  const value = labels !== undefined && Object.hasOwn(labels, key) ? String(labels[key] ?? '') : undefined
  switch (operator) {
    case 'exists':
      return value !== undefined
    case 'notExists':
      return value === undefined
    case 'in':
      return value !== undefined && values.includes(value)
    case 'notIn':
      return value === undefined || !values.includes(value)
    case 'greater':
    case 'less': {
      const bound = values[0] ?? ''
      if (value === undefined || !isInteger(value) || !isInteger(bound)) return false
      return operator === 'greater' ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound)
    }
  }
}
