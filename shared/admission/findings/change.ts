import { printYaml, withoutServerFields } from '../../diff/index.ts'
import { type KubeObject, parseApiVersion } from '../../kube/index.ts'
import { isFields, own } from '../fields.ts'
import type { FindingObject, FixDiff, FixOperation } from './types.ts'

/** Longest text of a value that is shown in full where it does not change. */
const longestShown = 240

/**
 * A change as YAML before and after. Entries of the lists on the way to what changes are left out
 * where nothing in them does: a configuration may hold hundreds.
 */
export function diffOf(
  object: FindingObject,
  content: KubeObject,
  operations: readonly FixOperation[],
): FixDiff {
  const paths = operations.map(({ path }) => steps(path))
  const before = withoutServerFields(content)
  const after = operations.reduce<unknown>(
    (value, operation) => applied(value, steps(operation.path), operation),
    before,
  )
  return {
    object,
    before: printYaml(excerpt(before, paths)),
    after: printYaml(excerpt(after, paths)),
    operations,
  }
}

/** An object that is to be created. */
export function creation(object: KubeObject): FixDiff {
  const { group, version } = parseApiVersion(object.apiVersion)
  const resource = { group, version, resource: `${object.kind.toLowerCase()}s` }
  const { name, namespace = '' } = object.metadata
  return {
    object: { kind: object.kind, ref: { resource, namespace, name } },
    before: '',
    after: printYaml(object),
    operations: [{ op: 'add', path: '', value: object }],
  }
}

/** A JSON pointer of names and positions. */
export function pointer(...path: readonly (string | number)[]): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function steps(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function applied(value: unknown, path: readonly string[], operation: FixOperation): unknown {
  const [step = '', ...rest] = path
  if (Array.isArray(value)) {
    const at = step === '-' ? value.length : Number(step)
    if (rest.length > 0)
      return at < value.length ? value.with(at, applied(value[at], rest, operation)) : value
    if (operation.op === 'add') return value.toSpliced(at, 0, operation.value)
    if (operation.op === 'remove') return value.toSpliced(at, 1)
    return value.with(at, operation.value)
  }
  const entries = new Map(Object.entries(isFields(value) ? value : {}))
  if (rest.length > 0) entries.set(step, applied(entries.get(step), rest, operation))
  else if (operation.op === 'remove') entries.delete(step)
  else entries.set(step, operation.value)
  return Object.fromEntries(entries)
}

/** What of a value is worth showing beside a change at `paths`, of which none leads elsewhere. */
function excerpt(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (typeof value === 'string') return shortened(value, paths.length > 0)
  if (Array.isArray(value)) {
    const touched = new Set(paths.filter(path => path.length > 1).map(path => Number(path[0])))
    // Of a list whose items themselves come and go all is shown.
    const isWhole = paths.length === 0 || touched.size < paths.length
    const shown = isWhole ? value.keys() : [...touched].sort((a, b) => a - b)
    return [...shown].flatMap(index =>
      index < value.length ? [excerpt(value[index], tails(paths, String(index)))] : [],
    )
  }
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, excerpt(field, tails(paths, name))]),
  )
}

function tails(paths: readonly (readonly string[])[], step: string): readonly (readonly string[])[] {
  return paths.filter(([first]) => first === step).map(path => path.slice(1))
}

function shortened(text: string, isChanged: boolean): string {
  if (isChanged || text.length <= longestShown) return text
  return `${text.slice(0, 40)}… (${text.length.toLocaleString('en')} characters)`
}

/** Sets a field whether it is there or not. */
export function setting(content: unknown, path: readonly (string | number)[], value: unknown): FixOperation {
  let at = content
  for (const step of path) {
    at = Array.isArray(at) ? at[Number(step)] : isFields(at) ? own(at, String(step)) : undefined
  }
  return { op: at === undefined ? 'add' : 'replace', path: pointer(...path), value }
}
