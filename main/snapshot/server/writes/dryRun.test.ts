import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleStore, sampleWebhooks } from '../../sample/index.ts'
import type { SnapshotStore } from '../../store/index.ts'
import { createSnapshotServer, type SnapshotServer } from '../server.ts'
import { type AskOptions, ask } from '../testClient.ts'

const shop = '/api/v1/namespaces/shop'
const apps = '/apis/apps/v1/namespaces'
const merge = 'application/merge-patch+json'

let folder = ''
let socket = ''
let store: SnapshotStore
let server: SnapshotServer
const faults: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-dry-'))
  socket = join(folder, 's')
  store = sampleStore(Date.now())
  const log = (text: string): void => void faults.push(text)
  server = createSnapshotServer(store, {
    versionSuffix: 'sample',
    dryRuns: { webhooks: sampleWebhooks },
    log,
  })
  await server.listen(socket)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
  expect(faults).toEqual([])
})

interface Seen {
  readonly status: number
  readonly warnings: string
  readonly body: Record<string, unknown> & { readonly metadata: Record<string, unknown> }
}

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: AskOptions['headers'] = {},
): Promise<Seen> {
  const before = store.version
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await ask(socket, path, { method, headers, ...(text === undefined ? {} : { body: text }) })
  expect(store.version, 'nothing is stored').toBe(before)
  return {
    status: answer.status,
    warnings: String(answer.headers.warning ?? ''),
    body: JSON.parse(answer.text) as Seen['body'],
  }
}

const map = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { a: 'b' },
  ...more,
})
const restricted = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
}
const pod = (image: string, labels: object = {}, container: object = { securityContext: restricted }) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'tried', labels },
  spec: { containers: [{ name: 'main', image, ...container }] },
})
const sound = 'registry.lanternfish.example/shop/web:2.14.1'

describe('a dry run', () => {
  it('answers with the object as it would be stored, and stores nothing', async () => {
    const { status, body } = await send('POST', `${shop}/configmaps?dryRun=All`, map('tried'))
    expect(status).toBe(201)
    expect(body).toMatchObject({ data: { a: 'b' }, metadata: { name: 'tried', namespace: 'shop' } })
    expect(body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(Date.parse(String(body.metadata.creationTimestamp))).toBeGreaterThan(0)
    expect(body.metadata.resourceVersion).toBeUndefined()
    expect(store.get({ group: '', resource: 'configmaps' }, 'shop', 'tried')).toBeNull()
  })

  it('makes up the end of a generated name', async () => {
    const body = map('', { metadata: { generateName: 'made-' } })
    const answer = await send('POST', `${shop}/configmaps?dryRun=All`, body)
    expect(answer.body.metadata.name).toMatch(/^made-[a-z0-9]{5}$/)
    expect(answer.body.metadata.name).not.toBe('made-xxxxx')
  })

  it('keeps identity, version and managers of what is replaced, and counts the generation', async () => {
    const path = `${apps}/shop/deployments/web`
    const before = await send('GET', path)
    const { status, body } = await send(
      'PATCH',
      `${path}?dryRun=All`,
      { spec: { replicas: 4 } },
      { 'content-type': merge },
    )
    expect([status, (body.spec as { replicas: number }).replicas]).toEqual([200, 4])
    for (const field of ['uid', 'resourceVersion', 'creationTimestamp'])
      expect(body.metadata[field], field).toEqual(before.body.metadata[field])
    const managers = (of: Seen['body']) =>
      (of.metadata.managedFields as readonly { manager: string }[]).map(({ manager }) => manager)
    expect(managers(body)).toEqual(expect.arrayContaining(managers(before.body)))
    expect(body.status).toEqual(before.body.status)
  })

  it('comes as a table where that is asked for', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
    const { body } = await send('POST', `${shop}/configmaps?dryRun=All`, map('tried'), { accept })
    expect(body.kind).toBe('Table')
  })

  it.each([
    ['POST', `${shop}/configmaps`, map('x'), {}],
    ['PUT', `${shop}/configmaps/feature-flags`, map('feature-flags'), {}],
    ['PATCH', `${shop}/configmaps/feature-flags`, {}, { 'content-type': merge }],
    ['DELETE', `${shop}/configmaps/feature-flags`, undefined, {}],
    ['DELETE', `${shop}/configmaps`, undefined, {}],
    // The body of a deletion counts, and not what the path says beside it.
    ['DELETE', `${shop}/configmaps/feature-flags?dryRun=All`, { gracePeriodSeconds: 0 }, {}],
  ])(
    '%s %s that is none is refused, and says that dry runs are taken',
    async (method, path, body, headers) => {
      const answer = await send(method, path, body, headers)
      expect(answer.status).toBe(405)
      expect(answer.body.message).toBe('this cluster is served from memory and is read-only for now')
    },
  )
})

describe('every verb', () => {
  it.each([
    ['POST', `${shop}/configmaps`, map('x'), 201],
    ['PUT', `${shop}/configmaps/feature-flags`, map('feature-flags'), 200],
    [
      'PUT',
      '/apis/coordination.k8s.io/v1/namespaces/shop/leases/x',
      { metadata: { name: 'x' }, spec: {} },
      201,
    ],
    ['DELETE', `${shop}/configmaps/feature-flags`, undefined, 200],
    ['DELETE', `${shop}/configmaps`, undefined, 200],
    [
      'PUT',
      `${apps}/shop/deployments/web/scale`,
      { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: 5 } },
      200,
    ],
    ['DELETE', '/apis/policy.lanternfish.example/v1/namespaces/shop/replicalimits/default', undefined, 200],
  ])('%s %s', async (method, path, body, code) => {
    const { status, body: said } = await send(method, `${path}?dryRun=All`, body)
    expect(status, JSON.stringify(said)).toBe(code)
  })

  it.each([
    ['application/json-patch+json', [{ op: 'add', path: '/data/b', value: 'c' }]],
    [merge, { data: { b: 'c' } }],
    ['application/strategic-merge-patch+json', { data: { b: 'c' } }],
  ])('a patch of type %s', async (type, body) => {
    const answer = await send('PATCH', `${shop}/configmaps/feature-flags?dryRun=All`, body, {
      'content-type': type,
    })
    expect(answer.body.data).toMatchObject({ b: 'c', 'flags.yaml': expect.any(String) })
  })

  it('a strategic merge patch finds containers by their name, and keeps the others', async () => {
    const patch = { spec: { template: { spec: { containers: [{ name: 'more', image: sound }] } } } }
    const answer = await send('PATCH', `${apps}/shop/deployments/web?dryRun=All`, patch, {
      'content-type': 'application/strategic-merge-patch+json',
    })
    const { template } = answer.body.spec as { template: { spec: { containers: { name: string }[] } } }
    expect(template.spec.containers.map(({ name }) => name)).toEqual(['web', 'more'])
  })
})

describe('what cannot be done', () => {
  const none = { 'content-type': 'text/csv' }
  const operations = { 'content-type': 'application/json-patch+json' }
  const patch = { 'content-type': merge }
  it.each([
    ['no JSON', 'POST', `${shop}/configmaps`, 'x', {}, 400],
    ['no object', 'POST', `${shop}/configmaps`, '[]', {}, 400],
    ['a number', 'POST', `${shop}/configmaps`, '7', {}, 400],
    ['nothing', 'POST', `${shop}/configmaps`, '', {}, 400],
    ['metadata that are none', 'POST', `${shop}/configmaps`, { metadata: 7 }, {}, 400],
    ['too deep', 'POST', `${shop}/configmaps`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`, {}, 400],
    ['too long', 'POST', `${shop}/configmaps`, `"${'x'.repeat(3 * 1024 * 1024)}"`, {}, 413],
    ['an unknown media type', 'POST', `${shop}/configmaps`, 'x', none, 415],
    ['an unknown kind', 'POST', `${shop}/nothings`, map('x'), {}, 404],
    ['another kind', 'POST', `${shop}/configmaps`, { ...map('x'), kind: 'Secret' }, {}, 400],
    [
      'another namespace',
      'POST',
      `${shop}/configmaps`,
      map('x', { metadata: { name: 'x', namespace: 'y' } }),
      {},
      400,
    ],
    ['a namespace for what has none', 'POST', `${shop}/nodes`, {}, {}, 404],
    ['no namespace', 'POST', '/api/v1/configmaps', map('x'), {}, 405],
    ['a name that is there', 'POST', `${shop}/configmaps`, map('feature-flags'), {}, 409],
    ['a missing namespace', 'POST', '/api/v1/namespaces/none/configmaps', map('x'), {}, 404],
    [
      'an older version',
      'PUT',
      `${shop}/configmaps/feature-flags`,
      map('x', { metadata: { name: 'feature-flags', resourceVersion: '1' } }),
      {},
      409,
    ],
    [
      'another object',
      'PUT',
      `${shop}/configmaps/feature-flags`,
      map('x', { metadata: { name: 'feature-flags', uid: 'other' } }),
      {},
      409,
    ],
    ['another name', 'PUT', `${shop}/configmaps/feature-flags`, map('other'), {}, 400],
    ['what is not there', 'PUT', `${shop}/configmaps/none`, map('none'), {}, 404],
    ['what is not there', 'PATCH', `${shop}/configmaps/none`, {}, patch, 404],
    ['what is not there', 'DELETE', `${shop}/configmaps/none`, undefined, {}, 404],
    [
      'an apply without a manager',
      'PATCH',
      `${shop}/configmaps/x`,
      {},
      { 'content-type': 'application/apply-patch+yaml' },
      422,
    ],
    ['a patch without a type', 'PATCH', `${shop}/configmaps/feature-flags`, {}, {}, 415],
    [
      'an operation that fails',
      'PATCH',
      `${shop}/configmaps/feature-flags`,
      [{ op: 'remove', path: '/none' }],
      operations,
      422,
    ],
    [
      'operations without end',
      'PATCH',
      `${shop}/configmaps/feature-flags`,
      Array.from({ length: 10_001 }, () => ({ op: 'remove', path: '/x' })),
      operations,
      413,
    ],
    [
      'a patch that makes a fool of prototypes',
      'PATCH',
      `${shop}/configmaps/feature-flags`,
      '{"__proto__": {"x": 1}, "data": {"__proto__": "y"}}',
      patch,
      200,
    ],
    ['a connection', 'POST', `${shop}/pods/x/exec`, {}, {}, 400],
    ['a subresource that is none', 'PUT', `${shop}/pods/x/nothing`, {}, {}, 404],
  ])('%s (%s %s)', async (_what, method, path, body, headers, code) => {
    const answer = await send(method, `${path}?dryRun=All`, body, headers)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(code)
    if (code !== 200)
      expect(answer.body).toMatchObject({ kind: 'Status', code, message: expect.stringMatching(/.{5}/) })
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('names the causes of what is not valid', async () => {
    const limits = '/apis/policy.lanternfish.example/v1/namespaces/shop/replicalimits?dryRun=All'
    const body = {
      apiVersion: 'policy.lanternfish.example/v1',
      kind: 'ReplicaLimit',
      metadata: { name: 'x' },
      spec: { maxReplicas: 0, minReplicas: 'x' },
    }
    const answer = await send('POST', limits, body)
    expect([answer.status, answer.body.details]).toMatchObject([
      422,
      {
        name: 'x',
        kind: 'ReplicaLimit',
        causes: [{ field: 'spec.maxReplicas' }, { field: 'spec.minReplicas' }, { field: '<nil>' }],
      },
    ])
  })
})

describe('who asks', () => {
  const as = (user: string, ...groups: readonly string[]) => ({
    'impersonate-user': user,
    ...(groups.length === 0 ? {} : { 'impersonate-group': groups[0] ?? '' }),
  })
  it('is decided on by roles and bindings', async () => {
    const path = `${apps}/payments/deployments/gateway?dryRun=All`
    const developer = await send(
      'PATCH',
      `${apps}/shop/deployments/web?dryRun=All`,
      { spec: { replicas: 4 } },
      { 'content-type': merge, ...as('ada', 'shop-developers') },
    )
    expect(developer.status).toBe(200)
    const stranger = await send('PATCH', path, {}, { 'content-type': merge, ...as('ada', 'shop-developers') })
    expect([stranger.status, stranger.body.message]).toEqual([
      403,
      'deployments.apps "gateway" is forbidden: User "ada" cannot patch resource "deployments" in API group "apps" in the namespace "payments"',
    ])
  })

  it('may not impersonate without the right to', async () => {
    const limited = join(folder, 'limited')
    const user = { username: 'ada', groups: ['system:authenticated'] }
    const other = createSnapshotServer(store, { user, dryRuns: { webhooks: new Map() } })
    await other.listen(limited)
    const answer = await ask(limited, `${shop}/configmaps?dryRun=All`, {
      method: 'POST',
      headers: as('ines'),
      body: JSON.stringify(map('x')),
    })
    await other.close()
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 403,
      message:
        'users "ines" is forbidden: User "ada" cannot impersonate resource "users" in API group "" at the cluster scope',
    })
  })

  it('gets the same answer from reviews', async () => {
    const review = (kind: string, spec: object, headers = {}) =>
      send('POST', `/apis/authorization.k8s.io/v1/${kind}`, { spec }, headers)
    const attributes = {
      resourceAttributes: { verb: 'patch', group: 'apps', resource: 'deployments', namespace: 'shop' },
    }
    const allowed = async (answer: Promise<Seen>) =>
      ((await answer).body.status as { allowed: boolean }).allowed
    expect(await allowed(review('selfsubjectaccessreviews', attributes))).toBe(true)
    expect(await allowed(review('selfsubjectaccessreviews', attributes, as('ada')))).toBe(false)
    expect(
      await allowed(
        review('subjectaccessreviews', { ...attributes, user: 'ada', groups: ['shop-developers'] }),
      ),
    ).toBe(true)
    expect((await review('subjectaccessreviews', { user: 'ada' })).status).toBe(400)
    const rules = await review('selfsubjectrulesreviews', { namespace: 'shop' }, as('ada', 'shop-developers'))
    expect(rules.body.status).toMatchObject({
      resourceRules: [
        { verbs: ['get', 'list', 'watch'] },
        { resources: ['deployments', 'deployments/scale'] },
      ],
    })
    const self = await send('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, as('ada'))
    expect(self.body.status).toEqual({ userInfo: { username: 'ada', groups: ['system:authenticated'] } })
  })
})

describe('webhooks are simulated', () => {
  it('fails a call where no endpoint is ready, as the real server words it', async () => {
    const { status, body } = await send(
      'POST',
      '/api/v1/namespaces/payments/pods?dryRun=All',
      pod(sound, {}, { securityContext: restricted }),
    )
    expect([status, body.reason, body.message]).toEqual([
      500,
      'InternalError',
      'Internal error occurred: failed calling webhook "signatures.images.lanternfish.example": failed to call webhook: Post "https://image-verifier.platform.svc:443/verify?timeout=15s": no endpoints available for service "image-verifier"',
    ])
  })

  it('fails a call whose CA bundle has expired', async () => {
    const { status, body } = await send('POST', '/api/v1/namespaces?dryRun=All', { metadata: { name: 'x' } })
    expect(status).toBe(500)
    expect(body.message).toMatch(/"namespaces\.quota\.lanternfish\.example".*x509: certificate has expired/)
  })

  it('goes on where the policy ignores that a service is not there', async () => {
    const [claim] = store.collection({ group: '', resource: 'persistentvolumeclaims' }).list('payments')
    const path = `/api/v1/namespaces/payments/persistentvolumeclaims/${claim?.metadata.name}?dryRun=All`
    expect((await send('DELETE', path)).status).toBe(200)
  })

  it('lets those with a script act, and says so', async () => {
    const image = (tag: string) => ({
      spec: { template: { spec: { containers: [{ name: 'web', image: `${sound.split(':')[0]}:${tag}` }] } } },
    })
    const type = { 'content-type': 'application/strategic-merge-patch+json' }
    const path = `${apps}/shop/deployments/web?dryRun=All`
    const refused = await send('PATCH', path, image('latest'), type)
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'admission webhook "workloads.guard.lanternfish.example" denied the request: container web: the tag latest does not say which version is to run',
    ])
    const taken = await send('PATCH', path, image('2.15.0'), type)
    expect(taken.warnings).toContain('simulated: the sidecar injector annotates the template')
    expect(JSON.stringify(taken.body.spec)).toContain('sidecar.lanternfish.example/proxy')
  })
})

describe('the three stories of the guide', () => {
  it('a policy that is bound to deny lets pass what it cannot evaluate', async () => {
    const body = {
      metadata: { name: 'link-checker', labels: { team: 'platform' } },
      spec: {
        selector: { matchLabels: { app: 'x' } },
        template: {
          metadata: { labels: { app: 'x' } },
          spec: { containers: [{ name: 'main', image: 'docker.io/someone/link-checker:1.0' }] },
        },
      },
    }
    expect((await send('POST', `${apps}/platform/deployments?dryRun=All`, body)).status).toBe(201)
  })

  it('a container that a mutating policy adds is refused by a validating one, as the event says', async () => {
    const tried = await send('POST', `${shop}/pods?dryRun=All`, pod(sound, { logs: 'ship' }))
    expect(tried.status).toBe(422)
    const events = store.collection({ group: '', resource: 'events' }).list('shop')
    const refusal = String(events.find(({ reason }) => reason === 'FailedCreate')?.message)
    expect(refusal.replace(/pods "[^"]+"/, 'pods "tried"')).toBe(`Error creating: ${tried.body.message}`)
    const without = await send('POST', `${shop}/pods?dryRun=All`, pod(sound))
    expect(without.body.message).toMatch(/signatures\.images/)
  })
})
