import type { AuthorizationAnswer, AuthorizationQuestion } from '../../cel/kubernetes/index.ts'
import type { AppErrorBody } from '../../errors/index.ts'
import type { Certainty, TraceRequest, TraceStatus, TraceStep, World } from '../trace/types.ts'
import type { GateResult } from './gate.ts'
import { decideByRbac, type RbacDecision } from './rbac.ts'
import { forbidden } from './statuses.ts'

/**
 * First minor that asks for `create` where a stream is opened by a GET. Source: kubernetes, feature gate
 * AuthorizePodWebsocketUpgradeCreatePermission, on by default from then on.
 */
const firstOfBothVerbs = 35
const streams = new Set(['attach', 'exec', 'portforward'])

function isStream({ operation, resource, subresource }: TraceRequest): boolean {
  return (
    operation === 'CONNECT' &&
    resource.group === '' &&
    resource.resource === 'pods' &&
    streams.has(subresource)
  )
}

/** Which verb a stream is opened with depends on the client: what is taken, and what of the other one. */
function streamText(request: TraceRequest, world: World): string {
  const other = request.verb === 'get' ? 'create' : 'get'
  const { answer } = decide(questionOf(request, other, request.name), world)
  const right =
    answer === undefined
      ? 'whether the user has that right is not known'
      : `the user ${answer.decision === 'allow' ? 'has' : 'does not have'} that right`
  if (other === 'get')
    return `The stream is opened by a POST, as kubectl did before 1.31. A client that opens it by a GET needs get: ${right}.`
  const asked = world.minor >= firstOfBothVerbs ? 'get and, since 1.35, for create as well' : 'get'
  return `The stream is opened by a GET, as kubectl does since 1.31, which asks for ${asked}. A client that opens it by a POST, to which kubectl falls back, needs create alone: ${right}.`
}

/** The questions that the server asks its authorizer of a request, in their order. */
export function authorizationQuestions(
  request: TraceRequest,
  minor: number = firstOfBothVerbs,
): readonly AuthorizationQuestion[] {
  const asked = [questionOf(request, request.verb, nameInUrl(request))]
  const isCreatedByWrite = request.operation === 'CREATE' && request.verb !== 'create'
  const isStreamByGet = isStream(request) && request.verb === 'get' && minor >= firstOfBothVerbs
  return isCreatedByWrite || isStreamByGet ? [...asked, questionOf(request, 'create', request.name)] : asked
}

// A POST names its object in the body alone, except below an object (pods/x/eviction).
function nameInUrl(request: TraceRequest): string {
  const isPost = request.verb === 'create' && request.subresource === ''
  return isPost || request.verb === 'deletecollection' ? '' : request.name
}

function questionOf(request: TraceRequest, verb: string, name: string): AuthorizationQuestion {
  const { group, resource } = request.resource
  // The POST of a Namespace is a request of the cluster; all others on one carry its name.
  const isNewNamespace = group === '' && resource === 'namespaces' && name === ''
  return {
    kind: 'resource',
    subject: request.user,
    verb,
    resource: {
      group,
      resource,
      subresource: request.subresource,
      namespace: isNewNamespace ? '' : request.namespace,
      name,
      fieldSelector: '',
      labelSelector: '',
    },
  }
}

/**
 * Whether the user may make the request: by the answer of a review where there is one, else by the roles
 * and bindings of the cluster. A write that creates (apply, PUT) is asked for `create` too.
 */
export function authorize(request: TraceRequest, world: World): GateResult {
  const steps: TraceStep[] = []
  const gaps: AppErrorBody[] = []
  const assumptions = new Set<string>()
  if (isStream(request)) assumptions.add(streamText(request, world))
  for (const question of authorizationQuestions(request, world.minor)) {
    const decided = decide(question, world)
    const step = stepOf(question, decided)
    steps.push(step)
    for (const gap of decided.gaps) if (step.outcome === 'unknown') gaps.push(gap)
    if (decided.isLocal && step.outcome !== 'unknown')
      assumptions.add('Roles and bindings decide: an authorizer of another mode may say something else.')
    if (step.status !== undefined)
      return { steps, object: request.object, denied: step.status, assumptions: [...assumptions], gaps }
  }
  return { steps, object: request.object, assumptions: [...assumptions], gaps }
}

/** The step that decides of `authorize`. */
export function authorizationStep(request: TraceRequest, world: World): TraceStep {
  const { steps } = authorize(request, world)
  const decisive = steps.find(step => step.outcome !== 'passed') ?? steps[0]
  if (decisive === undefined) throw new Error('a request is authorized by at least one question')
  return decisive
}

interface Decided {
  readonly answer: AuthorizationAnswer | undefined
  readonly isLocal: boolean
  readonly decidedBy?: RbacDecision['decidedBy']
  readonly gaps: readonly AppErrorBody[]
  readonly why: string
}

function decide(question: AuthorizationQuestion, world: World): Decided {
  const review = world.authorize(question)
  if (review !== undefined) return { answer: review, isLocal: false, gaps: [], why: '' }
  const local = decideByRbac(world, question)
  const { username, groups } = question.subject
  if (username === '') {
    const why = 'The server does not say who asks, and a review of the access has no answer.'
    return { answer: undefined, isLocal: true, gaps: [], why }
  }
  const isNode = username.startsWith('system:node:') && groups.includes('system:nodes')
  if (isNode && local.answer?.decision === 'noOpinion') {
    const why = 'No role allows it, and what the node authorizer says of a kubelet cannot be told from here.'
    return { answer: undefined, isLocal: true, gaps: [], why }
  }
  return { ...local, isLocal: true }
}

function stepOf(question: AuthorizationQuestion, decided: Decided): TraceStep {
  const { answer, isLocal } = decided
  const kind = isLocal ? (decided.decidedBy?.kind ?? 'RBAC') : 'SubjectAccessReview'
  const base = {
    phase: 'authorization' as const,
    kind,
    name: decided.decidedBy?.name ?? '',
    round: 0,
    certainty: certaintyOf(answer, isLocal),
    access: { user: nameOf(question), action: `${question.verb} ${targetOf(question)}` },
    ...(decided.decidedBy?.field ? { field: decided.decidedBy.field } : {}),
  }
  const asked = `${nameOf(question)} ${question.verb} ${targetOf(question)}`
  if (answer === undefined)
    return { ...base, outcome: 'unknown', reason: `Whether ${asked} is allowed is not known: ${decided.why}` }
  if (answer.decision === 'allow')
    return { ...base, outcome: 'passed', reason: `${asked}: ${allowedReason(answer, isLocal)}` }
  const by = isLocal ? 'No role bound to the user allows it' : 'A review of the server says no'
  const status = forbiddenAccess(question, answer)
  return { ...base, outcome: 'denied', reason: `${asked}: ${by}.`, status }
}

/** Only somebody of whom no name is known has none. */
function nameOf({ subject }: AuthorizationQuestion): string {
  return subject.username === '' ? 'who asks' : subject.username
}

const certaintyOf = (answer: AuthorizationAnswer | undefined, isLocal: boolean): Certainty =>
  answer === undefined ? 'unknown' : isLocal ? 'predicted' : 'observed'

function allowedReason(answer: AuthorizationAnswer, isLocal: boolean): string {
  if (!isLocal)
    return answer.reason === ''
      ? 'A review of the server allows it.'
      : `A review of the server allows it: ${answer.reason}`
  return answer.reason === '' ? 'Members of group system:masters may do anything.' : answer.reason
}

function targetOf(question: AuthorizationQuestion): string {
  if (question.kind === 'path') return question.path
  const { group, resource, subresource, namespace, name } = question.resource
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  const qualified = group === '' ? combined : `${combined}.${group}`
  const named = name === '' ? '' : ` "${name}"`
  return `${qualified}${named}${namespace === '' ? '' : ` in namespace ${namespace}`}`
}

/**
 * The server's answer to a request that is not authorized. Source: apiserver,
 * pkg/endpoints/handlers/responsewriters/errors.go.
 */
function forbiddenAccess(question: AuthorizationQuestion, answer: AuthorizationAnswer): TraceStatus {
  const user = JSON.stringify(question.subject.username)
  const said = answer.reason === '' ? '' : `: ${answer.reason}`
  if (question.kind === 'path') {
    const text = `User ${user} cannot ${question.verb} path ${JSON.stringify(question.path)}`
    return { code: 403, reason: 'Forbidden', message: `forbidden: ${sanitized(text)}${said}` }
  }
  const { group, resource, subresource, namespace, name } = question.resource
  const combined = JSON.stringify(subresource === '' ? resource : `${resource}/${subresource}`)
  const scope = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const text = `User ${user} cannot ${question.verb} resource ${combined} in API group ${JSON.stringify(group)} ${scope}`
  return forbidden({ group, resource }, name, `${sanitized(text)}${said}`)
}

const sanitized = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
