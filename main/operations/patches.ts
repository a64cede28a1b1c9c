import { type FieldPath, formatPath, isMapping, type PathElement } from '../../shared/kube/index.ts'
import { at } from '../../shared/relations/index.ts'
import type { PlannedRequest } from '../writes/index.ts'

/** A step of a JSON patch (RFC 6902). */
export interface PatchStep {
  readonly op: 'test' | 'add' | 'remove' | 'replace'
  readonly path: string
  readonly value?: unknown
}

export type PatchForm = 'json' | 'merge' | 'strategic'

/**
 * Steps that set a field only where it still is as it was read, so that nothing another writer did is lost; its
 * parent must be there. `undefined` removes it.
 */
export function replaceIfUnchanged(
  object: unknown,
  path: readonly string[],
  after: unknown,
): readonly PatchStep[] {
  const pointer = `/${path.map(escapePointer).join('/')}`
  const before = at(object, ...path)
  const test: PatchStep = { op: 'test', path: pointer, value: before ?? null }
  if (after !== undefined) return [test, { op: 'add', path: pointer, value: after }]
  return before === undefined ? [] : [test, { op: 'remove', path: pointer }]
}

/** A field's name as RFC 6901 has it. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** What a patch asks for, field by field, so that what else comes of it can be told from it. */
export function askedBy(form: PatchForm, patch: unknown): Pick<PlannedRequest, 'intent' | 'dropped'> {
  if (form !== 'json') return { dropped: nullsIn(patch, []).map(formatPath) }
  const steps = patch as readonly PatchStep[]
  const set = steps.filter(({ op, path }) => (op === 'add' || op === 'replace') && !path.endsWith('/-'))
  const removed = steps.filter(({ op }) => op === 'remove')
  return {
    intent: set.reduce<unknown>((whole, { path, value }) => withField(whole, fieldsOf(path), value), {}),
    dropped: removed.map(({ path }) => formatPath(fieldsOf(path))),
  }
}

function fieldsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(field => field.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function withField(whole: unknown, [field, ...rest]: readonly string[], value: unknown): unknown {
  if (field === undefined) return value
  const fields = isMapping(whole) ? whole : {}
  return { ...fields, [field]: withField(fields[field], rest, value) }
}

/** Places of a merge patch that it removes; items of lists by their name. */
function nullsIn(value: unknown, path: FieldPath): readonly FieldPath[] {
  if (value === null) return [path]
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => {
      const element = elementOf(item)
      return element === null ? [] : nullsIn(item, [...path, element])
    })
  if (!isMapping(value)) return []
  if (value.$patch === 'delete') return [path]
  return Object.entries(value).flatMap(([field, inner]) => nullsIn(inner, [...path, field]))
}

function elementOf(item: unknown): PathElement | null {
  return isMapping(item) && typeof item.name === 'string' ? { key: [['name', item.name]] } : null
}
