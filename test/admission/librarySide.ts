import { authorizationStep } from '../../shared/admission/gates/index.ts'
import {
  type Trace,
  type TraceRequest,
  traceRequest,
  type WebhookAnswer,
  type WebhookCall,
  type World,
} from '../../shared/admission/trace/index.ts'
import type { GroupVersionKind, JsonObject } from '../../shared/cel/kubernetes/index.ts'
import type { CaseRequest } from './case.ts'
import type { Observed, ObservedCall } from './expectation.ts'
import { fieldsOf, listOf, textOf } from './json.ts'
import type { Base, Recorded } from './recording.ts'
import { fieldManager, sentObject } from './sending.ts'
import { typeChecked } from './typeChecking.ts'
import { jsonObject, worldOf } from './worlds.ts'

/** What an unreachable webhook’s call fails with. */
const refused = 'dial tcp 127.0.0.1:1: connect: connection refused'

/** What the library says of a request that was made on a server, from what the server had then. */
export function observeInLibrary(base: Base, recorded: Recorded): Observed {
  const { operation } = recorded.request
  const calls: ObservedCall[] = []
  if (operation === 'get' || operation === 'list') return read(base, recorded, worldFor(base, recorded))
  const traces = tracesOf(base, recorded, calls)
  const counted = traces.filter(trace => !isPassedOver(recorded, trace))
  const decisive = counted.find(({ verdict }) => verdict !== 'allowed') ?? counted[0]
  const warnings = warningsOf(traces)
  if (decisive === undefined) return { ...nothing, code: 200, warnings, calls }
  return { ...observedOf(decisive), warnings, calls }
}

/** Of a collection all that were gone through have something to say, the same only once. */
export const warningsOf = (traces: readonly Trace[]): readonly string[] => [
  ...new Set(traces.flatMap(({ warnings }) => warnings)),
]

/**
 * Whether the deletion of a collection goes on without a word where one of its objects is refused: that one is
 * taken to be gone already, whoever says that it is not found. Source: apiserver, registry/generic/registry/store.go.
 */
export function isPassedOver({ request }: Recorded, { status }: Trace): boolean {
  if (request.operation !== 'deletecollection' || status === null) return false
  return status.reason === 'NotFound' || (status.code === 404 && !otherReasons.has(status.reason))
}

/** Reasons that say more than the code 404. Source: apimachinery, api/errors/errors.go. */
const otherReasons: ReadonlySet<string> = new Set([
  ...['Unauthorized', 'Forbidden', 'AlreadyExists', 'Conflict', 'Gone', 'Invalid', 'ServerTimeout'],
  ...['Timeout', 'TooManyRequests', 'BadRequest', 'MethodNotAllowed', 'NotAcceptable'],
  ...['RequestEntityTooLarge', 'UnsupportedMediaType', 'InternalError', 'Expired', 'ServiceUnavailable'],
])

/**
 * The ways that the library sees a request go; of a collection one for each object.
 * @param calls takes up the calls of the test’s webhook server
 */
export function tracesOf(base: Base, recorded: Recorded, calls: ObservedCall[] = []): readonly Trace[] {
  let traced: TraceRequest | undefined
  const world = worldFor(base, recorded, (call, hook) => {
    if (traced !== undefined) calls.push({ hook, request: reviewed(call, traced) })
  })
  const traces: Trace[] = []
  for (const each of requestsOf(base, recorded, world)) {
    traced = each
    const trace = traceRequest(each, world)
    traces.push(trace)
    // The objects of a collection are deleted one after another, until one is refused.
    if (trace.verdict === 'denied' && !isPassedOver(recorded, trace)) break
  }
  return traces
}

function worldFor(
  base: Base,
  recorded: Recorded,
  onCall: (call: WebhookCall, hook: string) => void = () => undefined,
): World {
  const { objects, documents, at: now } = recorded
  const world: World = worldOf({
    ...{ base, objects, documents, now },
    webhookAnswer: call => {
      const url = webhookUrl(world, call)
      const hook = url.split('/').at(-1) ?? ''
      if (url.startsWith('https://127.0.0.1:1/'))
        return { type: 'failed', message: `Post "${url}?timeout=10s": ${refused}` }
      onCall(call, hook)
      return answerOf(recorded, hook)
    },
  })
  return world
}

const nothing: Observed = {
  code: 0,
  reason: '',
  message: '',
  warnings: [],
  audit: {},
  causes: [],
  object: null,
  calls: [],
}

/** A verdict that is neither yes nor no has the code 0, which no expectation is met by. */
export function observedOf(trace: Trace): Observed {
  const { status, verdict, warnings, auditAnnotations } = trace
  const open = { code: 0, reason: verdict, message: whyOpen(trace) }
  const allowed = { code: 200, reason: '', message: '' }
  const outcome = verdict === 'allowed' ? allowed : verdict === 'denied' ? (status ?? open) : open
  const causes = verdict === 'denied' ? (status?.causes ?? []) : []
  return {
    ...nothing,
    ...outcome,
    causes,
    warnings,
    audit: auditAnnotations,
    object: verdict === 'allowed' ? trace.objects.at(-1) : null,
  }
}

function whyOpen({ verdict, steps, wishes, gaps }: Trace): string {
  const unknown = steps
    .filter(({ outcome }) => outcome === 'unknown' || outcome === 'called')
    .map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`)
  return `${verdict}: ${[...unknown, ...gaps.map(({ message }) => message)].join('; ')} ${JSON.stringify(wishes)}`
}

function webhookUrl(world: World, { phase, configuration, index }: WebhookCall): string {
  const kind = phase === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration'
  const wanted = {
    group: 'admissionregistration.k8s.io',
    version: '',
    kind,
    namespace: '',
    name: configuration,
  }
  const found = world.objects(wanted)
  const webhook = found.state === 'known' ? listOf(found.items[0]?.webhooks)[index] : undefined
  return textOf(fieldsOf(fieldsOf(webhook).clientConfig).url)
}

function reviewed(call: WebhookCall, request: TraceRequest): ObservedCall['request'] {
  const { kind, resource, object, oldObject } = call
  const { kind: requestKind, resource: requestResource, operation, name, namespace } = request
  return { kind, resource, object, oldObject, requestKind, requestResource, operation, name, namespace }
}

function answerOf({ answers }: Recorded, hook: string): WebhookAnswer {
  const answer = answers[hook] ?? {}
  const { allowed = true, status, patch, patchRaw, warnings, auditAnnotations } = answer
  if (answer.httpStatus !== undefined)
    return {
      type: 'failed',
      message: `an error on the server (${JSON.stringify(answer.body)}) has prevented the request from succeeding`,
    }
  return {
    type: 'answered',
    allowed,
    ...(status === undefined ? {} : { status }),
    ...(patchRaw === undefined ? {} : { patch: { text: patchRaw } }),
    ...(patch === undefined ? {} : { patch }),
    ...(warnings === undefined ? {} : { warnings }),
    ...(auditAnnotations === undefined ? {} : { auditAnnotations }),
  }
}

const operations = {
  create: { operation: 'CREATE', verb: 'create', options: 'CreateOptions' },
  update: { operation: 'UPDATE', verb: 'update', options: 'UpdateOptions' },
  patch: { operation: 'UPDATE', verb: 'patch', options: 'PatchOptions' },
  apply: { operation: 'UPDATE', verb: 'patch', options: 'PatchOptions' },
  delete: { operation: 'DELETE', verb: 'delete', options: 'DeleteOptions' },
  deletecollection: { operation: 'DELETE', verb: 'deletecollection', options: 'DeleteOptions' },
  connect: { operation: 'CONNECT', verb: 'create', options: '' },
} as const

/** The request as admission sees it; of a collection one for each object. */
function requestsOf(base: Base, recorded: Recorded, world: World): readonly TraceRequest[] {
  const { request, stored } = recorded
  if (request.operation === 'deletecollection')
    return listOf(stored).map(item => requestOf(base, recorded, world, jsonObject(item)))
  return [requestOf(base, recorded, world, jsonObject(stored))]
}

export function requestOf(
  base: Base,
  { request }: Pick<Recorded, 'request'>,
  world: World,
  stored: JsonObject | null,
): TraceRequest {
  const { operation, group, version, resource, subresource = '', as, dryRun = false } = request
  const { verb, ...admission } = operations[operation as keyof typeof operations]
  const isCreated = operation === 'create' || (operation === 'apply' && stored === null)
  const isDeleted = admission.operation === 'DELETE'
  const object = operation === 'connect' ? connectOptions(request) : jsonObject(sentObject(request, stored))
  const name =
    operation === 'deletecollection' ? '' : (request.name ?? textOf(fieldsOf(object?.metadata).name))
  const isNamespace = group === '' && resource === 'namespaces'
  return {
    operation: isCreated ? 'CREATE' : admission.operation,
    verb,
    resource: { group, version, resource },
    kind: kindOf(request, object ?? stored, world),
    subresource,
    namespace: isNamespace ? name : (request.namespace ?? ''),
    name,
    object: isDeleted ? null : object,
    oldObject: stored !== null && !isCreated ? stored : null,
    options: optionsOf(isCreated ? 'CreateOptions' : admission.options, request),
    user:
      as === undefined
        ? base.user
        : { username: as.user, groups: [...(as.groups ?? []), 'system:authenticated'] },
    dryRun,
    isObjectKnown: true,
  }
}

function optionsOf(kind: string, { operation, query = {}, dryRun = false }: CaseRequest): JsonObject | null {
  if (kind === '') return null
  const { propagationPolicy } = query
  return {
    kind,
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(propagationPolicy === undefined ? {} : { propagationPolicy }),
    ...(kind === 'DeleteOptions' ? {} : { fieldManager }),
    ...(kind === 'CreateOptions' || kind === 'DeleteOptions' || operation !== 'apply' ? {} : { force: true }),
  }
}

function connectOptions({ query = {} }: CaseRequest): JsonObject {
  const { command, container = '', stdout } = query
  return {
    apiVersion: 'v1',
    kind: 'PodExecOptions',
    container,
    ...(command === undefined ? {} : { command: [command] }),
    ...(stdout === undefined ? {} : { stdout: stdout === 'true' }),
  }
}

function kindOf(
  { group, version, resource }: CaseRequest,
  object: JsonObject | null,
  world: World,
): GroupVersionKind {
  const [first = '', second] = textOf(object?.apiVersion).split('/')
  if (object !== null && first !== '')
    return {
      group: second === undefined ? '' : first,
      version: second ?? first,
      kind: textOf(object.kind),
    }
  const info = world.served.resources.find(
    each => each.group === group && each.version === version && each.resource === resource,
  )
  return { group, version, kind: info?.kind ?? '' }
}

/** Reads do not go through admission: the authorizer alone decides, and of a policy its types are checked. */
function read(base: Base, recorded: Recorded, world: World): Observed {
  const { request, stored } = recorded
  const { group, version, resource, subresource = '', namespace = '', as, query = {} } = request
  const named = /^metadata\.name=(.*)$/.exec(query.fieldSelector ?? '')?.[1] ?? ''
  const step = authorizationStep(
    {
      operation: 'CONNECT',
      verb: request.operation,
      resource: { group, version, resource },
      kind: { group, version, kind: '' },
      subresource,
      namespace,
      name: request.name ?? named,
      object: null,
      oldObject: null,
      options: null,
      user: as === undefined ? base.user : { username: as.user, groups: ['system:authenticated'] },
      dryRun: false,
      isObjectKnown: true,
    },
    world,
  )
  if (step.status !== undefined) return { ...nothing, ...step.status }
  return { ...nothing, code: 200, object: typeChecked(stored, world) }
}
