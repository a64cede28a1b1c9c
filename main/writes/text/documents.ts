import { AppError, type AppErrorBody } from '../../../shared/errors/index.ts'
import {
  expandLists,
  type ManifestObject,
  type ManifestProblem,
  parseManifest,
  rangeOf,
} from '../../../shared/manifest/index.ts'

/** An object of a text, and where it stands there. */
export interface PlacedObject extends Pick<ManifestObject, 'document' | 'path' | 'object'> {
  readonly line: number
  readonly column: number
}

export interface ReadDocuments {
  readonly objects: readonly PlacedObject[]
  readonly problems: readonly ManifestProblem[]
  /** Of each document, whatever it holds: what is no object can be a patch. */
  readonly values: readonly unknown[]
}

export function readDocuments(text: string): ReadDocuments {
  const { documents, problems } = parseManifest(text)
  const objects = expandLists(documents).map(({ document, path, object }) => {
    const place = rangeOf(text, document, path)
    return { document, path, object, line: place?.line ?? 1, column: place?.column ?? 1 }
  })
  return { objects, problems, values: documents.filter(each => !each.isEmpty).map(({ value }) => value) }
}

/** @throws AppError `invalid`, with the place of the first error, where the text cannot be sent as it is */
export function refuseUnreadable({ problems, objects, values }: ReadDocuments): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first !== undefined) throw new AppError(unreadable(first, errors.length))
  if (objects.length === 0 && values.length === 0)
    throw new AppError({ kind: 'invalid', reason: 'NoObjects', message: 'The text holds no object.' })
}

function unreadable({ line, column, message }: ManifestProblem, count: number): AppErrorBody {
  const more = count > 1 ? ` There are ${count - 1} more.` : ''
  return {
    kind: 'invalid',
    reason: 'UnreadableText',
    message: `Line ${line}, column ${column}: ${message}${more}`,
  }
}

/** Place in a text of a field as servers name it: `spec.template.spec.containers[0].image`. */
export function placeOfServerField(
  text: string,
  document: number,
  path: readonly (string | number)[],
  field: string,
): { readonly line: number; readonly column: number } | null {
  const steps = [...field.matchAll(/\[(\d+)\]|\["?([^\]"]+)"?\]|([^.[\]]+)/g)].map(([, index, key, name]) =>
    index === undefined ? (key ?? name ?? '') : Number(index),
  )
  for (let length = steps.length; length > 0; length--) {
    const place = rangeOf(text, document, [...path, ...steps.slice(0, length)])
    if (place !== null) return { line: place.line, column: place.column }
  }
  return null
}
