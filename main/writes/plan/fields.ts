import {
  type FieldPath,
  isMapping,
  isScalar,
  type KeyElement,
  type PathElement,
  type Scalar,
} from '../../../shared/kube/index.ts'

/** What stands at a path; undefined where it leads nowhere. */
export function valueAt(value: unknown, path: FieldPath): unknown {
  let present = value
  for (const element of path) {
    present = stepInto(present, element)
    if (present === undefined) return undefined
  }
  return present
}

function stepInto(value: unknown, element: PathElement): unknown {
  if (typeof element === 'string')
    return isMapping(value) && Object.hasOwn(value, element) ? value[element] : undefined
  if (!Array.isArray(value)) return undefined
  const index = indexOf(value, element)
  return index < 0 ? undefined : (value as readonly unknown[])[index]
}

/** Where an item stands in a list; -1 where it does not. */
function indexOf(list: readonly unknown[], element: Exclude<PathElement, string>): number {
  if (typeof element === 'number') return element < list.length ? element : -1
  if ('value' in element) return list.indexOf(element.value)
  return list.findIndex(item => isItemOf(item, element))
}

/** Key fields that an item leaves out are of no value, or `TCP`, the only default of a key that servers know. */
function isItemOf(item: unknown, { key }: KeyElement): boolean {
  if (!isMapping(item)) return false
  return key.every(([field, value]) => {
    if (Object.hasOwn(item, field)) return item[field] === value
    return value === null || (field === 'protocol' && value === 'TCP')
  })
}

/** A copy with a value at a path; mappings, lists and items that are missing on the way are made. */
export function withValue(value: unknown, path: FieldPath, put: unknown): unknown {
  const [element, ...rest] = path
  if (element === undefined) return put
  if (typeof element === 'string') {
    const fields = isMapping(value) ? value : {}
    return { ...fields, [element]: withValue(fields[element], rest, put) }
  }
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const index = indexOf(list, element)
  const item = withValue(index < 0 ? newItem(element) : list[index], rest, put)
  return index < 0 ? [...list, item] : list.with(index, item)
}

function newItem(element: Exclude<PathElement, string>): unknown {
  if (typeof element === 'number') return undefined
  return 'value' in element ? element.value : Object.fromEntries(element.key)
}

/** A copy without what stands at a path; mappings and items that it leaves empty go too, but for the root. */
export function withoutValue(value: unknown, path: FieldPath): unknown {
  const [element, ...rest] = path
  if (element === undefined) return undefined
  if (typeof element === 'string') {
    if (!isMapping(value) || !Object.hasOwn(value, element)) return value
    const { [element]: inner, ...others } = value
    const left = withoutValue(inner, rest)
    return left === undefined || isEmptied(left, inner) ? others : { ...value, [element]: left }
  }
  if (!Array.isArray(value)) return value
  const list: readonly unknown[] = value
  const index = indexOf(list, element)
  if (index < 0) return value
  const left = withoutValue(list[index], rest)
  return left === undefined || isEmptied(left, list[index])
    ? list.toSpliced(index, 1)
    : list.with(index, left)
}

function isEmptied(left: unknown, before: unknown): boolean {
  if (left === before) return false
  if (Array.isArray(left)) return left.length === 0
  return isMapping(left) && Object.keys(left).length === 0
}

/**
 * The path that a server writes as `.spec.containers[name="web"].image`. Names of fields stand in it as they are,
 * dots and all, so that the objects have to tell where one ends.
 * Source of the form: sigs.k8s.io/structured-merge-diff, fieldpath/element.go.
 */
export function parseServerPath(text: string, objects: readonly unknown[]): FieldPath {
  const path: PathElement[] = []
  let rest = text
  let places = objects
  while (rest !== '') {
    const { element, length } = rest.startsWith('.') ? fieldIn(rest, places) : itemIn(rest)
    path.push(element)
    places = places.map(place => stepInto(place, element))
    rest = rest.slice(length)
  }
  return path
}

function fieldIn(
  text: string,
  places: readonly unknown[],
): { readonly element: string; readonly length: number } {
  const names = places.flatMap(place => (isMapping(place) ? Object.keys(place) : []))
  const fits = names.filter(
    name => text.startsWith(`.${name}`) && /^(?:$|[.[])/.test(text.slice(name.length + 1)),
  )
  const [longest] = fits.sort((a, b) => b.length - a.length)
  const element = longest ?? /^\.([^.[]*)/.exec(text)?.[1] ?? ''
  return { element, length: element.length + 1 }
}

const itemForm = /^\[((?:[^"\]]|"(?:[^"\\]|\\.)*")*)\]/
const pairForm = /([^=,]*)=("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/g

function itemIn(text: string): { readonly element: PathElement; readonly length: number } {
  const [whole = text, inside = ''] = itemForm.exec(text) ?? []
  if (/^\d+$/.test(inside)) return { element: Number(inside), length: whole.length }
  const pairs = [...inside.matchAll(pairForm)].map(
    ([, field = '', value = '']) => [field, scalarOf(value)] as const,
  )
  const [first] = pairs
  if (first?.[0] === '') return { element: { value: first[1] }, length: whole.length }
  return { element: { key: pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)) }, length: whole.length }
}

function scalarOf(text: string): Scalar {
  try {
    const value: unknown = JSON.parse(text)
    return isScalar(value) ? value : text
  } catch {
    return text
  }
}
