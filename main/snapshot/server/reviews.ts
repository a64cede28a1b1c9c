import type { IncomingMessage } from 'node:http'
import { mapping } from '../tables/index.ts'
import { badRequest, StatusError } from './status.ts'

/** The user that everyone is here. */
const sampleUser = {
  username: 'sample-user',
  uid: '6c1f0e2a-5c0b-4c53-9d7c-0f6a6a3f1e10',
  groups: ['sample:viewers', 'system:authenticated'],
}

const everything = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]

const answers: ReadonlyMap<string, (now: number) => object> = new Map<string, (now: number) => object>([
  ['authorization.k8s.io/selfsubjectaccessreviews', () => ({ status: { allowed: true } })],
  ['authorization.k8s.io/subjectaccessreviews', () => ({ status: { allowed: true } })],
  ['authorization.k8s.io/localsubjectaccessreviews', () => ({ status: { allowed: true } })],
  [
    'authorization.k8s.io/selfsubjectrulesreviews',
    () => ({
      status: {
        resourceRules: everything,
        nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        incomplete: false,
      },
    }),
  ],
  [
    'authentication.k8s.io/selfsubjectreviews',
    now => ({
      metadata: { creationTimestamp: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z') },
      status: { userInfo: sampleUser },
    }),
  ],
])

/**
 * The answer to a review, which asks and changes nothing; null for a resource that is no review.
 * @throws StatusError 400 for a body that is no JSON object, or too long
 */
export async function answerReview(
  group: string,
  resource: string,
  request: IncomingMessage,
  now: number,
): Promise<object | null> {
  const answer = answers.get(`${group}/${resource}`)
  if (answer === undefined) return null
  const type = request.headers['content-type'] ?? 'application/json'
  if (!/^application\/json\b/.test(type))
    throw new StatusError(
      415,
      'UnsupportedMediaType',
      `the body of the request was in an unknown format - accepted media types include: application/json`,
    )
  const review = await readObject(request)
  return { ...review, metadata: {}, ...answer(now) }
}

const bodyLimit = 1024 * 1024

async function readObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length > bodyLimit) throw badRequest('the body of a review may have one megabyte at most')
    chunks.push(chunk as Buffer)
  }
  try {
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (mapping(parsed) === parsed) return mapping(parsed)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw badRequest('the body of the request is no JSON object')
}
