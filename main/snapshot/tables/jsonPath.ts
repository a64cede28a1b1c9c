import { at, list, mapping, text } from './fields.ts'

/**
 * Values that a JSONPath of a CRD's printer column names: `.a.b`, `.a['b']`, `.a[0]`, `.a[*]`,
 * `.a[?(@.type=="Ready")].status`. An expression beyond these finds nothing.
 */
export function evaluateJsonPath(value: unknown, path: string): readonly unknown[] {
  const steps = parse(path)
  if (steps === null) return []
  return steps.reduce<readonly unknown[]>((values, step) => values.flatMap(step), [value])
}

type Step = (value: unknown) => readonly unknown[]

const field =
  (name: string): Step =>
  value => {
    const found = at(value, name)
    return found === undefined || found === null ? [] : [found]
  }

const item =
  (index: number): Step =>
  value => {
    const found = list(value).at(index)
    return found === undefined ? [] : [found]
  }

const every: Step = value => (Array.isArray(value) ? list(value) : Object.values(mapping(value)))

const where =
  (path: string, isEqual: boolean, wanted: string): Step =>
  value =>
    list(value).filter(entry => (text(at(entry, ...path.split('.'))) === wanted) === isEqual)

const token =
  /\.([A-Za-z_][\w-]*(?:\\\.[\w-]+)*)|\.?\[\*\]|\.?\[(-?\d+)\]|\.?\['((?:[^'\\]|\\.)*)'\]|\.?\[\?\(@\.([\w.-]+)\s*(==|!=)\s*["']([^"']*)["']\)\]|\.\*/y

function parse(path: string): readonly Step[] | null {
  const steps: Step[] = []
  const trimmed = path
    .trim()
    .replace(/^\{|\}$/g, '')
    .replace(/^\$/, '')
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed)
    if (match === null) return null
    const [, name, index, quoted, filter, operator, wanted] = match
    if (name !== undefined) steps.push(field(name.replaceAll('\\.', '.')))
    else if (index !== undefined) steps.push(item(Number(index)))
    else if (quoted !== undefined) steps.push(field(quoted.replace(/\\(.)/g, '$1')))
    else if (filter !== undefined) steps.push(where(filter, operator === '==', wanted ?? ''))
    else steps.push(every)
  }
  return steps
}
