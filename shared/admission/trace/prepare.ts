import type { Json, JsonObject } from '../../cel/kubernetes/index.ts'
import { fieldsOf, stringOf } from '../fields.ts'
import { sameJson } from '../patch/index.ts'
import { prepareBuiltIn } from './builtInStrategy.ts'
import type { Run } from './run.ts'
import { kindOf } from './versions.ts'

/**
 * What the server does to an object between the mutating and the validating chain: a name for
 * `generateName`, and what its kind’s strategy decides. Source: apiserver, registry/rest/create.go
 * and update.go.
 */
export function prepareObject(run: Run): void {
  const { request, object } = run
  const { operation, subresource } = request
  if (run.ended !== null || object === null || !request.isObjectKnown) return
  if (operation !== 'CREATE' && operation !== 'UPDATE') return
  const named = operation === 'CREATE' && subresource === '' ? withName(object, run) : object
  const prepared = prepare(named, run)
  if (sameJson(object, prepared)) return
  const change = run.change(prepared)
  const reason = 'Its strategy fills in what the server itself decides, before anything validating is asked.'
  run.add({ ...schemaStep, kind: request.kind.kind, outcome: 'mutated', reason, change })
}

/** A custom resource loses what its kind does not have only when it is stored, behind the validating chain. */
export function storeObject(run: Run): void {
  const { request, object, world } = run
  if (run.ended !== null || object === null || !request.isObjectKnown) return
  if (request.operation !== 'CREATE' && request.operation !== 'UPDATE') return
  const known = kindOf(request, world)
  if (known.type !== 'custom') return
  const { object: stored, problem } = known.custom.stored(object)
  const common = { ...schemaStep, kind: request.kind.kind }
  if (problem !== undefined) {
    const status = { code: 500, reason: '', message: problem.message }
    const reason = `It cannot be converted to the version that is stored: ${problem.message}`
    run.add({ ...common, outcome: 'denied', reason, status })
    run.end(status, 'the storage')
  } else if (!sameJson(object, stored)) {
    const reason =
      'It is stored without what its kind does not have and without what is empty in its metadata.'
    run.add({ ...common, outcome: 'mutated', reason, change: run.change(stored) })
  }
}

const schemaStep = { phase: 'schema', name: '', round: 0, certainty: 'predicted' } as const

function prepare(object: JsonObject, { request, world }: Run): JsonObject {
  const known = kindOf(request, world)
  switch (known.type) {
    case 'custom':
      return known.custom.prepare(object, request.oldObject, request.subresource)
    case 'builtIn':
      return prepareBuiltIn(object, request, world)
    case 'unknown':
      return object
  }
}

const keptPods =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning'

/**
 * A Job that is deleted without saying what becomes of its pods: its storage warns before it asks admission. Source:
 * kubernetes, pkg/registry/batch/job/storage.
 */
export function warnOfDelete(run: Run): void {
  const { operation, resource, subresource, options } = run.request
  const isJob = resource.group === 'batch' && resource.version === 'v1' && resource.resource === 'jobs'
  if (run.ended !== null || operation !== 'DELETE' || !isJob || subresource !== '') return
  const { propagationPolicy, orphanDependents } = fieldsOf(options)
  if ((propagationPolicy ?? null) === null && (orphanDependents ?? null) === null) run.warn(keptPods)
}

function withName(object: JsonObject, run: Run): JsonObject {
  const metadata = fieldsOf(object.metadata)
  const prefix = stringOf(metadata.generateName)
  if (prefix === '' || stringOf(metadata.name) !== '') return object
  const name = `${prefix}xxxxx`
  run.rename(name)
  run.assume('The server makes up the last five characters of the name; they are shown as xxxxx.')
  return withMetadata(object, { name })
}

function withMetadata(object: JsonObject, fields: Readonly<Record<string, Json>>): JsonObject {
  return { ...object, metadata: { ...(fieldsOf(object.metadata) as JsonObject), ...fields } }
}
