import type { ApiAction, ApiMethod, ApiParameter } from '../../shared/ipc/index.ts'
import type { Fields } from '../api/index.ts'
import { fieldsOf, listOf, textOf } from '../api/index.ts'

type Type = ApiParameter['type']

/**
 * Parameters of the API reference, for resources of which a server publishes no document. Source: kubernetes
 * 1.36, apimachinery, pkg/apis/meta/v1/types.go.
 */
const known: Readonly<Record<string, readonly [Type, string]>> = {
  pretty: ['string', 'true: the answer is indented for reading. The default is true for browsers and curl.'],
  dryRun: ['string', 'All: every stage of the request is run, and nothing is kept.'],
  fieldManager: [
    'string',
    'Name of who makes the change, at most 128 printable characters. Apply needs one.',
  ],
  fieldValidation: [
    'string',
    'What is done about unknown and duplicate fields: Ignore drops them, Warn drops them and says so (the default), Strict refuses the request.',
  ],
  force: [
    'boolean',
    'Takes fields that other managers own, for apply requests. Must be left out of other patches.',
  ],
  gracePeriodSeconds: [
    'integer',
    'Seconds before the object is deleted. 0 deletes at once. Default: that of the kind.',
  ],
  propagationPolicy: [
    'string',
    'What becomes of dependents: Orphan leaves them, Background deletes them afterwards, Foreground deletes them first.',
  ],
  orphanDependents: [
    'boolean',
    'Deprecated in favour of propagationPolicy. Whether dependents are left without their owner.',
  ],
  ignoreStoreReadErrorWithClusterBreakingPotential: [
    'boolean',
    'Deletes an object that cannot be read from storage any more, without finalizers and preconditions. May break the cluster.',
  ],
  limit: ['integer', 'Most objects of one answer. The answer has a token for those that follow.'],
  continue: ['string', 'Token of an earlier answer with a limit: goes on where that ended.'],
  labelSelector: ['string', 'Only objects with these labels, e.g. app=web,tier!=cache.'],
  fieldSelector: ['string', 'Only objects with these fields, e.g. status.phase=Running.'],
  shardSelector: [
    'string',
    "Only objects of one shard, as an expression: shardRange(object.metadata.uid, '0x0', '0x8000000000000000'). Alpha.",
  ],
  resourceVersion: [
    'string',
    'State to read or to begin from. Empty: the newest; 0: whatever the server has at hand.',
  ],
  resourceVersionMatch: ['string', 'How resourceVersion is meant in a list: Exact, or NotOlderThan.'],
  sendInitialEvents: [
    'boolean',
    'A watch begins with what there is, and says by a bookmark where that ends. Needs resourceVersionMatch=NotOlderThan.',
  ],
  allowWatchBookmarks: ['boolean', 'A watch tells now and then how far it is, by events of type BOOKMARK.'],
  timeoutSeconds: ['integer', 'Ends the request after this time, whatever happens.'],
  watch: ['boolean', 'Stays open and tells of each change, instead of one answer.'],
}

const choices: Readonly<Record<string, readonly string[]>> = {
  dryRun: ['All'],
  fieldValidation: ['Strict', 'Warn', 'Ignore'],
  propagationPolicy: ['Background', 'Foreground', 'Orphan'],
  resourceVersionMatch: ['Exact', 'NotOlderThan'],
}

const reading = [
  'labelSelector',
  'fieldSelector',
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
]
const following = ['allowWatchBookmarks', 'sendInitialEvents', 'shardSelector', 'timeoutSeconds']
const writing = ['dryRun', 'fieldManager', 'fieldValidation']
const deleting = [
  ...['dryRun', 'gracePeriodSeconds', 'propagationPolicy', 'orphanDependents'],
  'ignoreStoreReadErrorWithClusterBreakingPotential',
]

/** Names of query parameters by what is done, `pretty` aside, which everything takes. */
const namesOf: Readonly<Partial<Record<ApiAction, readonly string[]>>> = {
  list: [...reading, ...following, 'watch'],
  watch: [...reading, ...following, 'watch'],
  create: writing,
  replace: writing,
  patch: [...writing, 'force'],
  delete: deleting,
  deletecollection: [...deleting, ...reading, 'sendInitialEvents', 'shardSelector', 'timeoutSeconds'],
}

/** The query parameters of the API reference for what is done to a resource. */
export function knownParameters(action: ApiAction): readonly ApiParameter[] {
  const names = action === 'connect' || action === 'read' ? [] : ['pretty', ...(namesOf[action] ?? [])]
  return names.map(name => {
    const [type, documentation] = known[name] ?? ['string', '']
    return parameterOf({ name, in: 'query', type, documentation })
  })
}

/** The segments in braces of a path template. */
export function pathParameters(path: string): readonly ApiParameter[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) =>
    parameterOf({ name, in: 'path', type: 'string', documentation: segmentText(name), isRequired: true }),
  )
}

function segmentText(name: string): string {
  if (name === 'namespace') return 'Namespace of the object.'
  return name === 'name' ? 'Name of the object.' : 'What follows in the path.'
}

/** Of parameters with one name the first counts: an operation's own come before those of its path. */
export function readParameters(path: string, lists: readonly unknown[]): readonly ApiParameter[] {
  const found = new Map<string, ApiParameter>()
  for (const value of lists.flatMap(listOf)) {
    const fields = fieldsOf(value)
    const place = fields.in === 'path' ? 'path' : fields.in === 'query' ? 'query' : null
    const name = textOf(fields.name)
    if (place === null || name === '' || found.has(`${place} ${name}`)) continue
    if (place === 'path' && !path.includes(`{${name}}`)) continue
    found.set(`${place} ${name}`, declared(fields, name, place))
  }
  for (const parameter of pathParameters(path)) {
    if (!found.has(`path ${parameter.name}`)) found.set(`path ${parameter.name}`, parameter)
  }
  const inPath = (name: string): number => path.indexOf(`{${name}}`)
  return [...found.values()].sort((a, b) =>
    a.in === b.in ? (a.in === 'path' ? inPath(a.name) - inPath(b.name) : 0) : a.in === 'path' ? -1 : 1,
  )
}

function declared(fields: Fields, name: string, place: 'path' | 'query'): ApiParameter {
  const schema = fieldsOf(fields.schema)
  const type = schema.type === 'integer' || schema.type === 'boolean' ? schema.type : 'string'
  const documentation =
    textOf(fields.description) || known[name]?.[1] || (place === 'path' ? segmentText(name) : '')
  return parameterOf({ name, in: place, type, documentation, isRequired: fields.required === true })
}

function parameterOf(
  given: Pick<ApiParameter, 'name' | 'in' | 'type' | 'documentation'> & { readonly isRequired?: boolean },
): ApiParameter {
  const { name, type } = given
  return {
    isRequired: false,
    ...given,
    // An exec takes its command word by word, though its document says one string.
    isRepeated: name === 'command' || name === 'ports',
    choices: type === 'boolean' ? ['true', 'false'] : given.in === 'query' ? (choices[name] ?? []) : [],
  }
}

/** Whether an operation of this method takes a body. */
export function takesBody(method: ApiMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE'
}
