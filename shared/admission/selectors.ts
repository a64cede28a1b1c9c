import { type Fields, fieldsOf, isFields, listOf, own, stringOf, stringsOf } from './fields.ts'

export interface LabelRequirement {
  readonly key: string
  /** `In`, `NotIn`, `Exists`, `DoesNotExist`; `=` for an entry of matchLabels; others are errors. */
  readonly operator: string
  readonly values: readonly string[]
}

/** A LabelSelector read. No requirement: selects everything. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[]
}

export type Labels = Readonly<Record<string, string>>

const selectsEverything: LabelSelector = { requirements: [] }

export function readSelector(value: unknown): LabelSelector {
  if (!isFields(value)) return selectsEverything
  const labels = Object.entries(fieldsOf(value.matchLabels)).map(([key, label]) => ({
    key,
    operator: '=',
    values: [typeof label === 'string' ? label : String(label)],
  }))
  const expressions = listOf(value.matchExpressions).map(entry => readRequirement(fieldsOf(entry)))
  return { requirements: [...labels, ...expressions] }
}

function readRequirement(entry: Fields): LabelRequirement {
  return { key: stringOf(entry.key), operator: stringOf(entry.operator), values: stringsOf(entry.values) }
}

export function isEmptySelector(selector: LabelSelector): boolean {
  return selector.requirements.length === 0
}

/**
 * Whether labels satisfy a selector; `null` when the selector itself is in error, which makes the
 * server fail the request instead of choosing. `NotIn` and `DoesNotExist` hold for an absent key.
 */
export function selectorMatches(selector: LabelSelector, labels: Labels): boolean | null {
  let all = true
  for (const requirement of selector.requirements) {
    const holds = requirementHolds(requirement, labels)
    if (holds === null) return null
    all &&= holds
  }
  return all
}

function requirementHolds({ key, operator, values }: LabelRequirement, labels: Labels): boolean | null {
  const label = own(labels, key)
  switch (operator) {
    case '=':
    case 'In':
      return typeof label === 'string' && values.includes(label)
    case 'NotIn':
      return typeof label !== 'string' || !values.includes(label)
    case 'Exists':
      return label !== undefined
    case 'DoesNotExist':
      return label === undefined
    default:
      return null
  }
}

/** The first requirement that labels do not meet; null where they meet all. */
export function unmetRequirement(selector: LabelSelector, labels: Labels): LabelRequirement | null {
  return selector.requirements.find(each => requirementHolds(each, labels) !== true) ?? null
}

/** A requirement as it is written on a command line: `team=web`, `team in (a, b)`, `!team`. */
export function describeRequirement({ key, operator, values }: LabelRequirement): string {
  const listed = values.join(', ')
  if (operator === '=') return `${key}=${listed}`
  if (operator === 'In') return values.length === 1 ? `${key}=${listed}` : `${key} in (${listed})`
  if (operator === 'NotIn') return values.length === 1 ? `${key}!=${listed}` : `${key} notin (${listed})`
  if (operator === 'Exists') return key
  return operator === 'DoesNotExist' ? `!${key}` : `${key} ${operator} ${listed}`.trimEnd()
}

/** The selector as a query parameter of the API; `null` when it is in error. */
export function selectorQuery(selector: LabelSelector): string | null {
  const parts: string[] = []
  for (const { key, operator, values } of selector.requirements) {
    if (operator === '=') parts.push(`${key}=${values[0] ?? ''}`)
    else if (operator === 'In') parts.push(`${key} in (${values.join(',')})`)
    else if (operator === 'NotIn') parts.push(`${key} notin (${values.join(',')})`)
    else if (operator === 'Exists') parts.push(key)
    else if (operator === 'DoesNotExist') parts.push(`!${key}`)
    else return null
  }
  return parts.join(',')
}

/** The label that every namespace carries with its own name. */
const nameLabel = 'kubernetes.io/metadata.name'

/** e.g. `every namespace`, `namespaces team ∈ shop, payments`, `all but kube-system`. */
export function namespacesInWords(selector: LabelSelector): string {
  if (isEmptySelector(selector)) return 'every namespace'
  const [only] = selector.requirements
  if (selector.requirements.length === 1 && only !== undefined && only.key === nameLabel) {
    if (only.operator === 'NotIn') return `all but ${only.values.join(', ')}`
    if (only.operator === 'In' || only.operator === '=') {
      return `${only.values.length === 1 ? 'namespace' : 'namespaces'} ${only.values.join(', ')}`
    }
  }
  return `namespaces ${selector.requirements.map(requirementInWords).join(' and ')}`
}

/** e.g. `every object`, `objects app = web and without skip`. */
export function objectsInWords(selector: LabelSelector): string {
  if (isEmptySelector(selector)) return 'every object'
  return `objects ${selector.requirements.map(requirementInWords).join(' and ')}`
}

function requirementInWords({ key, operator, values }: LabelRequirement): string {
  const name = key === nameLabel ? 'name' : key
  switch (operator) {
    case '=':
      return `${name} = ${values[0] === '' ? '""' : values[0]}`
    case 'In':
      return values.length === 1 ? `${name} = ${values[0]}` : `${name} ∈ ${values.join(', ')}`
    case 'NotIn':
      return values.length === 1 ? `${name} ≠ ${values[0]}` : `${name} ∉ ${values.join(', ')}`
    case 'Exists':
      return `with ${name}`
    case 'DoesNotExist':
      return `without ${name}`
    default:
      return `${name} ${operator || '(no operator)'} ${values.join(', ')}`.trimEnd()
  }
}
