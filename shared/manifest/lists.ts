import { isMapping, type KubeObject } from '../kube/index.ts'
import type { ManifestDocument } from './parse.ts'

/** An object of a text and where it stands in it. */
export interface ManifestObject {
  readonly document: number
  /** In its document: empty, or the way through Lists. */
  readonly path: readonly (string | number)[]
  readonly object: KubeObject
}

/** Lists within Lists that are opened. */
const deepestList = 8

/** The objects of the documents, those in Lists (`kind: List`, `PodList` …) one by one. */
export function expandLists(documents: readonly ManifestDocument[]): readonly ManifestObject[] {
  return documents.flatMap(({ index, object }) => (object === null ? [] : [...objectsIn(object, index, [])]))
}

function* objectsIn(
  object: KubeObject,
  document: number,
  path: readonly (string | number)[],
): Generator<ManifestObject> {
  if (!object.kind.endsWith('List') || !Array.isArray(object.items) || path.length / 2 >= deepestList) {
    yield { document, path, object }
    return
  }
  for (const [index, item] of (object.items as readonly unknown[]).entries())
    if (isObject(item)) yield* objectsIn(item, document, [...path, 'items', index])
}

function isObject(value: unknown): value is KubeObject {
  return isMapping(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string'
}
