import type { IncomingMessage } from 'node:http'
import type { World } from '../../../shared/admission/index.ts'
import type { AuthorizationQuestion, Subject } from '../../../shared/cel/kubernetes/index.ts'
import { at, list, mapping, text } from '../tables/index.ts'
import { mediaType, parseJson, readBody, unsupportedMediaType } from './body.ts'
import { badRequest } from './status.ts'

/** The user that everyone is here, unless the server is told otherwise. */
export const sampleUser: Subject = {
  username: 'sample-user',
  uid: '6c1f0e2a-5c0b-4c53-9d7c-0f6a6a3f1e10',
  groups: ['sample:visitors', 'system:authenticated'],
}

export interface AskedReview {
  readonly resource: { readonly group: string; readonly resource: string }
  readonly request: IncomingMessage
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly user: Subject
  /** The cluster whose roles and bindings decide; null: everything is allowed. */
  readonly world: World | null
}

type Review = Readonly<Record<string, unknown>>
type Answer = (review: Review, asked: AskedReview) => object | Promise<object>

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['authorization.k8s.io/selfsubjectaccessreviews', (review, asked) => access(review, asked, asked.user)],
  ['authorization.k8s.io/subjectaccessreviews', (review, asked) => access(review, asked, subjectOf(review))],
  [
    'authorization.k8s.io/localsubjectaccessreviews',
    (review, asked) => access(review, asked, subjectOf(review)),
  ],
  ['authorization.k8s.io/selfsubjectrulesreviews', rules],
  [
    'authentication.k8s.io/selfsubjectreviews',
    (_review, { now, user }) => ({
      metadata: { creationTimestamp: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z') },
      status: { userInfo: user },
    }),
  ],
])

/**
 * The answer to a review, which asks and changes nothing; null for a resource that is no review.
 * @throws StatusError 400 for a body that is no JSON object, 413 for one that is too long
 */
export async function answerReview(asked: AskedReview): Promise<object | null> {
  const { group, resource } = asked.resource
  const answer = answers.get(`${group}/${resource}`)
  if (answer === undefined) return null
  if (mediaType(asked.request, 'application/json') !== 'application/json')
    throw unsupportedMediaType(['application/json'])
  const body = parseJson(await readBody(asked.request), 'the body of the request is no JSON object')
  if (mapping(body) !== body) throw badRequest('the body of the request is no JSON object')
  const review = mapping(body)
  return { ...review, metadata: {}, ...(await answer(review, asked)) }
}

function access(review: Review, { world }: AskedReview, subject: Subject): object {
  if (world === null) return { status: { allowed: true } }
  const answer = world.authorize(questionOf(review, subject))
  const reason = answer?.reason ?? ''
  return {
    status: { allowed: answer?.decision === 'allow', ...(reason === '' ? {} : { reason }) },
  }
}

function subjectOf({ spec }: Review): Subject {
  return { username: text(at(spec, 'user')), groups: list(at(spec, 'groups')).map(group => text(group)) }
}

function questionOf({ spec }: Review, subject: Subject): AuthorizationQuestion {
  const path = at(spec, 'nonResourceAttributes')
  const about = at(spec, 'resourceAttributes')
  if (path === undefined && about === undefined)
    throw badRequest('exactly one of nonResourceAttributes or resourceAttributes must be specified')
  if (path !== undefined)
    return { kind: 'path', subject, verb: text(at(path, 'verb')), path: text(at(path, 'path')) }
  const field = (name: string): string => text(at(about, name))
  return {
    kind: 'resource',
    subject,
    verb: field('verb'),
    resource: {
      group: field('group'),
      resource: field('resource'),
      subresource: field('subresource'),
      namespace: field('namespace'),
      name: field('name'),
      fieldSelector: '',
      labelSelector: '',
    },
  }
}

const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
}

async function rules({ spec }: Review, { world, user }: AskedReview): Promise<object> {
  if (world === null) return { status: everything }
  const { heldRules } = await import('../../../shared/admission/gates/index.ts')
  const held = heldRules(world, user, text(at(spec, 'namespace')), 'roles.rbac.authorization.k8s.io').rules
  return {
    status: {
      resourceRules: held
        .filter(({ resources }) => resources.length > 0)
        .map(({ verbs, apiGroups, resources, resourceNames }) => ({
          ...{ verbs, apiGroups, resources },
          ...(resourceNames.length === 0 ? {} : { resourceNames }),
        })),
      nonResourceRules: held
        .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
    },
  }
}
