import { compare, type Shape, unknownShape } from '../diff/index.ts'
import { AppError } from '../errors/index.ts'
import { applyEdits } from './applyEdits.ts'
import { TextChange } from './change.ts'
import { type ReadText, readText, withEmptyTexts } from './parse.ts'
import type { TextEdit } from './problems.ts'

/**
 * Replacements that make a document's value `after`, from the end of the text to its start. Lines
 * whose values stay are not touched: comments, order, anchors, quotes, spelling and line ends.
 * `shape` tells which items of lists belong together.
 * @throws AppError `invalid` where the document cannot be read or the change has no form in its text
 */
export function editsFor(
  text: string,
  document: number,
  after: unknown,
  shape: Shape = unknownShape,
): readonly TextEdit[] {
  const read = readText(text)
  const tree = read.trees[document]
  const before = read.manifest.documents[document]
  if (
    tree === undefined ||
    tree.isBroken ||
    before === undefined ||
    (before.value === undefined && !before.isEmpty)
  )
    throw cannot('The text cannot be read as YAML; mend what is marked in it first.')
  const edits = new TextChange(read, tree).edits(before.value ?? null, after, shape)
  if (edits.length > 0) verify(read, document, edits, after)
  return [...edits].reverse()
}

function verify(read: ReadText, document: number, edits: readonly TextEdit[], after: unknown): void {
  const changed = readText(applyEdits(read.text, edits))
  const value = changed.manifest.documents[document]?.value
  if (value === undefined || compare(value, withEmptyTexts(after)).type !== 'same')
    throw cannot('This change cannot be made in the text without rewriting other parts of it.')
}

function cannot(message: string): AppError {
  return new AppError({ kind: 'invalid', message })
}
