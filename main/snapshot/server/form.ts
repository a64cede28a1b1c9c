import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ServedResource } from '../catalog/index.ts'
import { type Cell, type ColumnDefinition, rowConditions } from '../tables/index.ts'
import { StatusError } from './status.ts'

/** How objects are written: whole, their metadata alone, or as rows of a table. */
export type Form =
  | { readonly kind: 'object' }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'table'; readonly include: 'None' | 'Metadata' | 'Object' }

interface MediaType {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

export function parseAccept(header: string | undefined): readonly MediaType[] {
  return (header === undefined || header.trim() === '' ? '*/*' : header).split(',').map(part => {
    const [type = '', ...parameters] = part.split(';').map(word => word.trim())
    return {
      type: type.toLowerCase(),
      parameters: new Map(
        parameters.map(parameter => {
          const equals = parameter.indexOf('=')
          return equals < 0
            ? ([parameter, ''] as const)
            : ([parameter.slice(0, equals), parameter.slice(equals + 1)] as const)
        }),
      ),
    }
  })
}

const jsonTypes = new Set(['application/json', 'application/*', '*/*'])

/**
 * The first form of an Accept header that can be served. Lists want
 * `as=PartialObjectMetadataList`, watches and single objects `as=PartialObjectMetadata`.
 * @throws StatusError 406, or 400 for an `includeObject` that does not exist
 */
export function negotiateForm(
  accept: string | undefined,
  includeObject: string | null,
  isList: boolean,
): Form {
  for (const { type, parameters } of parseAccept(accept)) {
    if (!jsonTypes.has(type)) continue
    const as = parameters.get('as')
    if (as === undefined) return { kind: 'object' }
    if (parameters.get('g') !== 'meta.k8s.io' || parameters.get('v') !== 'v1') continue
    if (as === 'Table') return { kind: 'table', include: readInclude(includeObject) }
    if (as === (isList ? 'PartialObjectMetadataList' : 'PartialObjectMetadata')) return { kind: 'metadata' }
  }
  throw new StatusError(
    406,
    'NotAcceptable',
    '406: Not Acceptable\n\nAvailable representations: application/json',
    { details: {} },
  )
}

function readInclude(value: string | null): 'None' | 'Metadata' | 'Object' {
  switch (value ?? '') {
    case '':
    case 'Metadata':
      return 'Metadata'
    case 'None':
    case 'Object':
      return value as 'None' | 'Object'
    default:
      throw new StatusError(
        400,
        'BadRequest',
        `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: ` +
          `must be 'Metadata', 'Object', 'None', or empty`,
      )
  }
}

const partial = (object: KubeObject): object => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata: object.metadata,
})

interface TableRow {
  readonly cells: readonly Cell[]
  readonly object: object | null
}

function rowOf(
  form: Extract<Form, { kind: 'table' }>,
  resource: ServedResource,
  object: KubeObject,
  now: number,
): TableRow {
  const conditions = rowConditions(object)
  return {
    cells: resource.print(object, now),
    ...(conditions === undefined ? {} : { conditions }),
    object: form.include === 'None' ? null : form.include === 'Metadata' ? partial(object) : object,
  }
}

/** An object on its own: the answer to a get, or the `object` of a watch event. */
export function single(
  form: Form,
  resource: ServedResource,
  object: KubeObject,
  now: number,
  columns: readonly ColumnDefinition[] | null = resource.columns,
): object {
  switch (form.kind) {
    case 'object':
      return object
    case 'metadata':
      return partial(object)
    case 'table':
      return {
        kind: 'Table',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: object.metadata.resourceVersion },
        columnDefinitions: columns,
        rows: [rowOf(form, resource, object, now)],
      }
  }
}

/** An element of a list. Built-in kinds leave out what the list already says. */
export function listed(form: Form, resource: ServedResource, object: KubeObject, now: number): object {
  switch (form.kind) {
    case 'object':
      return resource.isCustom ? object : { ...object, apiVersion: undefined, kind: undefined }
    case 'metadata':
      return partial(object)
    case 'table':
      return rowOf(form, resource, object, now)
  }
}
