import { type FieldPath, isMapping, type PathElement } from '../../shared/kube/index.ts'
import { applyEdits, editsFor, parseManifest } from '../../shared/manifest/index.ts'

/**
 * A text with one field as another text of the same object has it; taken out where that has none.
 * @throws AppError where the change has no form in the text
 */
export function textWithFieldFrom(text: string, other: string, path: FieldPath): string {
  const mine = objectIn(text)
  if (mine === undefined) return text
  const after = withFieldFrom(mine.object, objectIn(other)?.object, path)
  return applyEdits(text, editsFor(text, mine.index, after))
}

function objectIn(text: string) {
  return parseManifest(text).documents.find(({ object }) => object !== null)
}

function withFieldFrom(target: unknown, source: unknown, path: FieldPath): unknown {
  const [element, ...rest] = path
  if (element === undefined) return source
  const value = withFieldFrom(stepInto(target, element), stepInto(source, element), rest)
  if (typeof element === 'string') {
    const { [element]: _old, ...others } = isMapping(target) ? target : {}
    if (value === undefined) return isMapping(target) ? others : target
    return { ...(isMapping(target) ? target : {}), [element]: value }
  }
  const items: readonly unknown[] = Array.isArray(target) ? target : []
  const at = indexOf(items, element)
  if (value === undefined) return at < 0 ? target : items.toSpliced(at, 1)
  return at < 0 ? [...items, value] : items.with(at, value)
}

function stepInto(value: unknown, element: PathElement): unknown {
  if (typeof element === 'string') return isMapping(value) ? value[element] : undefined
  return Array.isArray(value) ? value[indexOf(value, element)] : undefined
}

function indexOf(items: readonly unknown[], element: Exclude<PathElement, string>): number {
  if (typeof element === 'number') return element < items.length ? element : -1
  if ('value' in element) return items.indexOf(element.value)
  return items.findIndex(
    item => isMapping(item) && element.key.every(([name, value]) => item[name] === value),
  )
}
