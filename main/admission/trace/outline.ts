import type { TraceRequest } from '../../../shared/admission/index.ts'
import type { JsonObject } from '../../../shared/cel/kubernetes/index.ts'
import { isMapping } from '../../../shared/kube/index.ts'
import { type Fields, type Manifest, oneObject } from './manifest.ts'
import { holdsCredential } from './mask.ts'

/**
 * Characters of a text from which on its objects stay in the thread that read them. To hand a large
 * object from thread to thread stops both for as long as it is copied.
 */
export const largeText = 100_000

/** Texts of which a request holds outlines, by the field of the request that they complete. */
export interface OutlinedTexts {
  readonly object?: string
  readonly oldObject?: string
}

/** A manifest with no more of its objects than a request is built from. */
export function outlineOf(manifest: Manifest): Manifest {
  if (manifest.type === 'invalid') return manifest
  return {
    ...manifest,
    objects: manifest.objects.map(({ object, line }) => ({ object: outline(object), line })),
  }
}

function outline({ apiVersion, kind, metadata }: Fields): Fields {
  return {
    ...standIn('apiVersion', apiVersion),
    ...standIn('kind', kind),
    ...(isMapping(metadata)
      ? {
          metadata: {
            ...standIn('name', metadata.name),
            ...standIn('namespace', metadata.namespace),
            ...standIn('generateName', metadata.generateName),
          },
        }
      : standIn('metadata', metadata)),
  }
}

/** The field, where it is there; of what is no plain value only that it is none. */
function standIn(field: string, value: unknown): Fields {
  if (value === undefined) return {}
  return { [field]: typeof value === 'object' && value !== null ? [] : value }
}

/**
 * A request with the objects that its texts hold, under the names that it gave to their outlines.
 * @param read reads one of the texts
 */
export function completed(
  request: TraceRequest,
  texts: OutlinedTexts | undefined,
  read: (text: string) => Manifest,
): TraceRequest {
  if (texts === undefined) return request
  return {
    ...request,
    object: whole(request.object, texts.object, read),
    oldObject: whole(request.oldObject, texts.oldObject, read),
  }
}

function whole(
  outlined: JsonObject | null,
  text: string | undefined,
  read: (text: string) => Manifest,
): JsonObject | null {
  if (text === undefined || outlined === null) return outlined
  const found = oneObject(read(text))
  if (found.type === 'invalid') throw new Error('a text was read as an object that holds none')
  const { object } = found
  const own = isMapping(object.metadata) ? object.metadata : {}
  const metadata = isMapping(outlined.metadata) ? { ...own, ...outlined.metadata } : object.metadata
  return { ...object, ...(metadata === undefined ? {} : { metadata }) } as unknown as JsonObject
}

/**
 * Objects as one text, for a page that reads it itself; undefined where they are small, or where a Secret
 * or a token is among them, which does not leave main as it is.
 */
export function asText(objects: readonly (JsonObject | null)[]): string | undefined {
  if (objects.some(object => object?.kind === 'Secret' || holdsCredential(object))) return undefined
  const text = JSON.stringify(objects)
  return text.length > largeText ? text : undefined
}
