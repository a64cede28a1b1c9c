import { AppError } from '../../shared/errors/index.ts'
import type {
  FieldVersion,
  KindSchema,
  SchemaField,
  SchemaPlace,
  VersionDifference,
} from '../../shared/ipc/index.ts'
import { childrenOf, describeNode, isRecursive, nodeAt, rootNode, type SchemaNode } from './schemaNode.ts'

const mostFound = 300
const mostDifferences = 1000
/** Places looked at in one go; the largest built-in kind has some 3,000. */
const mostPlaces = 60_000
const deepest = 60

/** A field with those inside of it. @throws AppError `gone` where the kind has no such field */
export function placeOf(set: KindSchema, path: readonly string[]): SchemaPlace {
  const node = nodeAt(set, path)
  if (node === null) throw noField(set, path)
  return {
    field: describeNode(set, node),
    fields: childrenOf(set, node).map(child => describeNode(set, child)),
  }
}

function noField(set: KindSchema, path: readonly string[]): AppError {
  const known = path.findLastIndex((_step, index) => nodeAt(set, path.slice(0, index)) !== null)
  const parent = nodeAt(set, path.slice(0, Math.max(0, known)))
  const names = parent === null ? [] : childrenOf(set, parent).map(({ name }) => name)
  return new AppError({
    kind: 'gone',
    reason: 'NoField',
    message: `There is no field ${path.join('.')}. ${names.length === 0 ? `${path.slice(0, known).join('.')} has no fields.` : `${known === 0 ? 'The kind' : path.slice(0, known).join('.')} has: ${names.join(', ')}.`}`,
  })
}

/** Every field of a kind once, nearest first. What holds itself is told and not gone into. */
export function* everyField(set: KindSchema): Generator<SchemaNode> {
  let level: readonly SchemaNode[] = [rootNode(set)]
  let seen = 0
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: SchemaNode[] = []
    for (const node of level) {
      if (node.path.length > 0) yield node
      if (++seen > mostPlaces) return
      if (node.path.length === 0 || !isRecursive(set, node)) next.push(...childrenOf(set, node))
    }
    level = next
  }
}

/** Fields whose name or documentation has every word; names come before documentation. */
export function searchFields(set: KindSchema, text: string): readonly SchemaField[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return []
  const byName: SchemaField[] = []
  const byText: SchemaField[] = []
  for (const node of everyField(set)) {
    const path = dotted(node.path).toLowerCase()
    const name = node.name.toLowerCase()
    const isNamed = words.every(word => path.includes(word)) && words.some(word => name.includes(word))
    if (isNamed) byName.push(describeNode(set, node))
    else if (byText.length < mostFound) {
      const field = describeNode(set, node)
      const documentation = field.documentation.toLowerCase()
      if (words.every(word => documentation.includes(word))) byText.push(field)
    }
    if (byName.length >= mostFound) break
  }
  return [...byName, ...byText].slice(0, mostFound)
}

/** Names of the fields alone, as people write paths. */
export function dotted(path: readonly string[]): string {
  return path.filter(step => step !== '[]' && step !== '{}').join('.')
}

/** What a version says of a field; `set` is null where it is not served or has no schema. */
export function fieldIn(version: string, set: KindSchema | null, path: readonly string[]): FieldVersion {
  const node = set === null ? null : nodeAt(set, path)
  const type = node === null || set === null ? '' : describeNode(set, node).type
  return { version, isServed: set !== null, type }
}

/** What differs from one version to another, outermost first; what is new or gone is not gone into. */
export function differencesOf(from: KindSchema, to: KindSchema): readonly VersionDifference[] {
  const found: VersionDifference[] = []
  let level: readonly (readonly [SchemaNode, SchemaNode])[] = [[rootNode(from), rootNode(to)]]
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: (readonly [SchemaNode, SchemaNode])[] = []
    for (const [before, after] of level) {
      const old = new Map(childrenOf(from, before).map(node => [node.name, node]))
      const now = new Map(childrenOf(to, after).map(node => [node.name, node]))
      for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
        const a = old.get(name)
        const b = now.get(name)
        if (a === undefined && b !== undefined) found.push({ path: b.path, change: 'added', detail: '' })
        else if (b === undefined && a !== undefined)
          found.push({ path: a.path, change: 'removed', detail: '' })
        else if (a !== undefined && b !== undefined) {
          const detail = detailOf(describeNode(from, a), describeNode(to, b))
          if (detail !== '') found.push({ path: b.path, change: 'changed', detail })
          if (!isRecursive(from, a) && !isRecursive(to, b)) next.push([a, b])
        }
        if (found.length >= mostDifferences) return found
      }
    }
    level = next
  }
  return found
}

function detailOf(a: SchemaField, b: SchemaField): string {
  const said = (before: string, after: string, words: (text: string) => string): readonly string[] =>
    before === after ? [] : [`${words(before || 'none')} → ${after || 'none'}`]
  return [
    ...said(a.type, b.type, text => `type ${text}`),
    ...(a.isRequired === b.isRequired ? [] : [b.isRequired ? 'now required' : 'no longer required']),
    ...said(a.defaultValue, b.defaultValue, text => `default ${text}`),
    ...said(a.choices.join(', '), b.choices.join(', '), text => `values ${text}`),
    ...said(a.constraints.join(', '), b.constraints.join(', '), text => `limits ${text}`),
    ...said(a.listType, b.listType, text => `list type ${text}`),
  ].join('; ')
}
