import type { IncomingMessage } from 'node:http'
import type {
  AuthorizationLookup,
  AuthorizationQuestion,
  Subject,
} from '../../../shared/cel/kubernetes/index.ts'
import { badRequest, StatusError } from './status.ts'

/**
 * Whom a request is made as: the user itself, or whom its impersonation headers name, where the user may
 * impersonate that one. @throws StatusError 400 and 403
 */
export function actingUser(request: IncomingMessage, user: Subject, authorize: AuthorizationLookup): Subject {
  const { headersDistinct } = request
  const [username = ''] = headersDistinct['impersonate-user'] ?? []
  const groups = (headersDistinct['impersonate-group'] ?? []).map(utf8)
  const [uid = ''] = headersDistinct['impersonate-uid'] ?? []
  if (username === '') {
    if (groups.length > 0 || uid !== '') throw badRequest('groups or a uid are impersonated without a user')
    return user
  }
  const wanted = completed(utf8(username), groups)
  const questions = [
    userQuestion(user, wanted.username),
    ...groups.map(name => question(user, { group: '', resource: 'groups', namespace: '', name })),
    ...(uid === ''
      ? []
      : [
          question(user, {
            group: 'authentication.k8s.io',
            resource: 'uids',
            namespace: '',
            name: utf8(uid),
          }),
        ]),
  ]
  for (const asked of questions) if (authorize(asked)?.decision !== 'allow') throw refused(asked)
  return uid === '' ? wanted : { ...wanted, uid: utf8(uid) }
}

/** Headers carry bytes, and clients write UTF-8. */
const utf8 = (header: string): string => Buffer.from(header, 'latin1').toString('utf8')

const account = /^system:serviceaccount:([^:]+):([^:]+)$/

/** With the groups that everybody of the kind is in. Source: apiserver, pkg/endpoints/filters/impersonation. */
function completed(username: string, groups: readonly string[]): Subject {
  const namespace = account.exec(username)?.[1]
  const ofAccount =
    namespace === undefined || groups.length > 0
      ? []
      : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
  const all = username === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated'
  return { username, groups: [...new Set([...groups, ...ofAccount, all])] }
}

type Place = Pick<
  Extract<AuthorizationQuestion, { kind: 'resource' }>['resource'],
  'group' | 'resource' | 'namespace' | 'name'
>

function userQuestion(user: Subject, username: string): AuthorizationQuestion {
  const [, namespace, name] = account.exec(username) ?? []
  return namespace === undefined || name === undefined
    ? question(user, { group: '', resource: 'users', namespace: '', name: username })
    : question(user, { group: '', resource: 'serviceaccounts', namespace, name })
}

function question(subject: Subject, place: Place): AuthorizationQuestion {
  const resource = { ...place, subresource: '', fieldSelector: '', labelSelector: '' }
  return { kind: 'resource', subject, verb: 'impersonate', resource }
}

function refused(asked: AuthorizationQuestion): StatusError {
  if (asked.kind === 'path') throw new Error('impersonation is about resources')
  const { group, resource, namespace, name } = asked.resource
  const qualified = group === '' ? resource : `${resource}.${group}`
  const scope = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const message = `${qualified} "${name}" is forbidden: User "${asked.subject.username}" cannot impersonate resource "${resource}" in API group "${group}" ${scope}`
  const details = { name, ...(group === '' ? {} : { group }), kind: resource }
  return new StatusError(403, 'Forbidden', message, { details })
}
