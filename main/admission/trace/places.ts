import { isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml'

/** Line and column from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/**
 * Where a field of an object stands in a text that `readManifest` has read, e.g. `metadata.namespace`: the
 * place of its value, or of what is nearest around it where the object does not have it.
 * @param index which object of the text it is, from 0, items of a `List` counted one by one
 */
export function placeOfField(text: string, index: number, field: string): Place | null {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, {
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter: lines,
  })
  const objects = (Array.isArray(documents) ? documents : []).flatMap(({ contents }) => itemsOf(contents))
  let node: unknown = objects[index]
  for (const name of field.split('.')) {
    const inner: unknown = isMap(node) ? node.get(name, true) : undefined
    if (!isNode(inner)) break
    node = inner
  }
  const start = isNode(node) ? node.range?.[0] : undefined
  if (start === undefined) return null
  const { line, col } = lines.linePos(start)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

/** As `readManifest` counts them. */
function itemsOf(contents: unknown): readonly unknown[] {
  if (!isNode(contents) || (isScalar(contents) && contents.value === null)) return []
  if (!isMap(contents)) return [contents]
  const kind = contents.get('kind')
  const items: unknown = contents.get('items', true)
  if (typeof kind !== 'string' || !kind.endsWith('List') || !isSeq(items)) return [contents]
  return items.items.filter(isMap)
}
