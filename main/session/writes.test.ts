import { describe, expect, it } from 'vitest'
import { consentTo } from './consent.ts'
import type { ApiRequest, ChannelRequest } from './types.ts'
import { dryRunDeleteBody, dryRunDeletion, refuseChannels, refuseWrites } from './writes.ts'

const pods = '/api/v1/namespaces/a/pods'
const account = '/api/v1/namespaces/a/serviceaccounts/default'
const all = { dryRun: 'All' }
const sent = (request: object): ApiRequest => ({ purpose: 'p', ...request }) as ApiRequest

it.each([
  { method: 'GET', path: pods },
  { method: 'GET', path: '/version' },
  { method: 'GET', path: `${pods}/proxy` },
  { method: 'GET', path: '/api/v1/namespaces/proxy/pods/exec' },
  { method: 'GET', path: `${pods}/x/log` },
  { method: 'GET', path: '/openapi/v3/apis/apps/v1', headers: { 'if-none-match': '"a"' } },
  { method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews' },
  { method: 'POST', path: '/apis/authorization.k8s.io/v1/subjectaccessreviews' },
  { method: 'POST', path: '/apis/authorization.k8s.io/v1/namespaces/a/localsubjectaccessreviews' },
  { method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews' },
  { method: 'POST', path: '/apis/authentication.k8s.io/v1/selfsubjectreviews' },
])('reads and reviews leave: %o', request => {
  expect(() => refuseWrites(sent(request))).not.toThrow()
})

it.each([
  { method: 'POST', path: pods },
  { method: 'POST', path: pods, headers: { 'impersonate-user': 'u', 'impersonate-group': ['a', 'b'] } },
  { method: 'PUT', path: `${pods}/x` },
  { method: 'PATCH', path: `${pods}/x/status` },
  { method: 'PUT', path: `${pods}/x/ephemeralcontainers` },
  { method: 'PATCH', path: `${pods}/x/resize` },
  { method: 'POST', path: `${pods}/x/eviction` },
  { method: 'POST', path: `${pods}/x/binding` },
  { method: 'POST', path: '/api/v1/namespaces/a/bindings' },
  { method: 'PUT', path: '/api/v1/namespaces/a/finalize' },
  { method: 'PUT', path: '/apis/apps/v1/namespaces/a/deployments/x/scale' },
  { method: 'PUT', path: '/apis/example.com/v1/namespaces/a/things/x/scale' },
  { method: 'PUT', path: '/apis/certificates.k8s.io/v1/certificatesigningrequests/x/approval' },
  { method: 'PUT', path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Aa' },
  { method: 'DELETE', path: '/apis/apps/v1/namespaces/a/deployments/x', body: dryRunDeleteBody },
  { method: 'DELETE', path: `${pods}/token`, body: dryRunDeleteBody, contentType: 'application/json' },
  { method: 'DELETE', path: pods, body: dryRunDeletion({ propagationPolicy: 'Orphan' }) },
  { method: 'DELETE', path: `${pods}/x`, body: dryRunDeletion({ dryRun: [], preconditions: { uid: 'u' } }) },
])('dry runs leave, and not without the word: %o', request => {
  expect(() => refuseWrites(sent({ ...request, query: all }))).not.toThrow()
  for (const query of [undefined, {}, { dryRun: '' }, { dryRun: true }, { dryrun: 'All' }, { dryRun: 'all' }])
    expect(() => refuseWrites(sent({ ...request, query }))).toThrow(/only reads/)
})

describe('nothing else leaves, whatever its query says:', () => {
  const refused: Readonly<Record<string, readonly object[]>> = {
    'a token, which a server issues all the same': [
      { method: 'POST', path: `${account}/token` },
      { method: 'PUT', path: `${account}/token` },
      { method: 'POST', path: `${account}/%74oken` },
      { method: 'POST', path: `${account}/token/` },
    ],
    'a connection, however it is written': [
      { method: 'POST', path: `${pods}/x/exec` },
      { method: 'GET', path: `${pods}/x/exec` },
      { method: 'GET', path: `${pods}/x/%65xec` },
      { method: 'GET', path: `${pods}/x%2Fexec` },
      { method: 'GET', path: `${pods}/./x//exec` },
      { method: 'GET', path: `${pods}/x/exec?command=sh` },
      { method: 'GET', path: `${pods}/y/../x/exec` },
      { method: 'GET', path: '/api/v1/nodes/x/proxy/run' },
      { method: 'GET', path: '/api/v1/proxy/nodes/x' },
      { method: 'POST', path: `${pods}/x/proxy/anything` },
      { method: 'PUT', path: '/api/v1/namespaces/a/services/x/proxy' },
      { method: 'PUT', path: '/api/v1/namespaces/a/services/x%2Fproxy' },
      { method: 'PUT', path: '/api/v1/namespaces/a/services/x%252Fproxy' },
      { method: 'POST', path: '/api/v1/proxy/namespaces/a/services/x' },
      {
        method: 'POST',
        path: '/api/v1/namespaces/a/services/x/proxy/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      },
    ],
    'what is sent to a subresource that is not known': [
      { method: 'PUT', path: '/apis/subresources.kubevirt.io/v1/namespaces/a/virtualmachines/x/start' },
      { method: 'POST', path: '/apis/apps.openshift.io/v1/namespaces/a/deploymentconfigs/x/instantiate' },
      { method: 'POST', path: `${pods}/x/__proto__` },
      { method: 'POST', path: `${pods}/x/status` },
      { method: 'POST', path: '/apis/example.com/v1/namespaces/a/pods/x/eviction' },
    ],
    'a deletion whose body does not ask for the dry run': [
      { method: 'DELETE', path: `${pods}/x` },
      { method: 'DELETE', path: `${pods}/x`, body: '' },
      { method: 'DELETE', path: `${pods}/x`, body: '{}' },
      { method: 'DELETE', path: `${pods}/x`, body: '{"kind":"DeleteOptions","apiVersion":"v1"}' },
      { method: 'DELETE', path: `${pods}/x`, body: dryRunDeleteBody.replace('}', ',"dryRun":[]}') },
      { method: 'DELETE', path: `${pods}/x`, body: dryRunDeleteBody, contentType: 'application/yaml' },
      { method: 'DELETE', path: `${pods}/x`, body: ` ${dryRunDeleteBody}` },
      { method: 'DELETE', path: `${pods}/x`, body: dryRunDeleteBody.replace('"dryRun"', '"DryRun"') },
      { method: 'DELETE', path: `${pods}/x`, body: dryRunDeletion({ DRYRUN: [] }) },
      { method: 'DELETE', path: `${pods}/x`, body: dryRunDeletion({ dryrun: null }) },
      { method: 'DELETE', path: `${pods}/x`, body: dryRunDeleteBody.replace('}', ',"dryRun":["All"]}') },
      { method: 'DELETE', path: pods, body: '{}' },
    ],
    'what could be read in more than one way, or is no resource': [
      { method: 'DELETE', path: `${pods}/x?dryRun=All`, body: dryRunDeleteBody },
      { method: 'PUT', path: `${pods}//x` },
      { method: 'PUT', path: `${pods}/%2E%2E` },
      { method: 'PUT', path: `${pods}/..` },
      { method: 'PUT', path: `${pods}/a:b` },
      { method: 'PUT', path: `${pods}/%C3%28` },
      { method: 'POST', path: '/elsewhere' },
      { method: 'POST', path: '/api/v1' },
      { method: 'POST', path: 'api/v1/namespaces' },
      { method: 'POST', path: `${pods}/x` },
      { method: 'PUT', path: pods },
      { method: 'POST', path: '/apis/example.com/v1/namespaces/a/x/y/selfsubjectaccessreviews' },
      { method: 'HEAD', path: `${pods}/x` },
      { method: 'CONNECT', path: `${pods}/x` },
    ],
    'what a header or a body turns into something else': [
      { method: 'GET', path: pods, headers: { 'x-http-method-override': 'DELETE' } },
      { method: 'GET', path: pods, headers: { upgrade: 'websocket', connection: 'upgrade' } },
      { method: 'GET', path: pods, body: '{}' },
      { method: 'PUT', path: `${pods}/x`, headers: { 'X-HTTP-Method': 'DELETE' } },
      {
        method: 'DELETE',
        path: `${pods}/x`,
        body: dryRunDeleteBody,
        headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
      },
    ],
  }
  for (const [what, requests] of Object.entries(refused))
    it.each(requests)(`${what}: %o`, request => {
      expect(() => refuseWrites(sent({ query: all, ...request }))).toThrow(/only reads/)
    })
})

it.each([
  '/apis/example.com/v1/selfsubjectaccessreviews',
  `${pods}/selfsubjectaccessreviews`,
  '/apis/authentication.k8s.io/v1/tokenreviews',
  '/x/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
  '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/',
  '/apis/authorization.k8s.io/v1/namespaces/a%2Fb/localsubjectaccessreviews',
])('what only ends like a review is none: %s', path => {
  expect(() => refuseWrites(sent({ method: 'POST', path }))).toThrow(/only reads/)
})

it('why a token is not asked for is said', () => {
  expect(() => refuseWrites(sent({ method: 'POST', path: `${account}/token`, query: all }))).toThrow(
    /issues a real token even where it is asked for a dry run/,
  )
})

describe('a write that the user agreed to', () => {
  const merge = 'application/strategic-merge-patch+json'
  const uid = JSON.stringify({ preconditions: { uid: 'u' } })
  const allowed = [
    { method: 'POST', path: pods, query: { fieldManager: 'gatehouse' }, body: '{"kind":"Pod"}' },
    { method: 'PATCH', path: `${pods}/x/ephemeralcontainers`, contentType: merge, body: '{"spec":{}}' },
    { method: 'DELETE', path: `${pods}/x`, body: uid },
    { method: 'DELETE', path: '/api/v1/namespaces/a/secrets', query: { labelSelector: 'a=b' } },
    { method: 'POST', path: '/apis/apps/v1/namespaces/a/deployments', body: '{}' },
    { method: 'PUT', path: '/apis/example.com/v1/things/x', query: { fieldManager: 'm' }, body: '{}' },
    {
      method: 'PATCH',
      path: '/apis/apps/v1/namespaces/a/deployments/x',
      query: { force: true },
      body: 'a: 1',
    },
    { method: 'POST', path: `${account}/token`, body: '{}' },
    { method: 'POST', path: `${pods}/x/eviction`, body: '{}' },
    {
      method: 'POST',
      path: '/apis/apps.openshift.io/v1/namespaces/a/deploymentconfigs/x/instantiate',
      body: '{}',
    },
    {
      method: 'PUT',
      path: '/apis/subresources.kubevirt.io/v1/namespaces/a/virtualmachines/x/start',
      body: '{}',
    },
    { method: 'PUT', path: '/api/v1/namespaces/a/finalize', body: '{}' },
    { method: 'POST', path: '/api/v1/namespaces/a/services/x/proxy/any/path', body: Buffer.from([0, 1]) },
    { method: 'GET', path: '/api/v1/nodes/x/proxy/healthz' },
    { method: 'OPTIONS', path: `${pods}/x/proxy` },
  ] as const

  it.each(allowed)('leaves once it was agreed to, and not in a protected context: %o', request => {
    const agreed = sent({ ...request, consent: consentTo(request, 'p') })
    expect(() => refuseWrites(agreed, true)).toThrow(/is protected/)
    expect(() => refuseWrites(agreed, false)).not.toThrow()
    expect(() => refuseWrites(sent(request), false)).toThrow(/only reads/)
  })

  it.each([
    { path: '/api/v1/namespaces/b/pods' },
    { method: 'PUT' },
    { body: '{"kind":"Pod","more":1}' },
    { body: Buffer.from('{"kind":"Pod"}') },
    { contentType: 'application/yaml' },
    { query: {} },
    { query: { fieldManager: 'other' } },
    { query: { fieldManager: 'gatehouse', force: true } },
    { headers: { 'impersonate-user': 'jane' } },
    { consent: { purpose: 'p' } },
    { consent: Object.freeze({ purpose: 'p' }) },
  ])('is no other than that, to the byte: %o', change => {
    const consent = consentTo(allowed[0], 'p')
    expect(() => refuseWrites(sent({ ...allowed[0], consent, ...change }), false)).toThrow(/only reads/)
  })

  it('leaves once: sent again for renewed credentials, but not asked for a second time', () => {
    const consent = consentTo(allowed[0], 'p')
    const first = sent({ ...allowed[0], consent })
    for (let time = 0; time < 2; time++) expect(() => refuseWrites(first, false)).not.toThrow()
    expect(() => refuseWrites(sent({ ...allowed[0], consent }), false)).toThrow(/only reads/)
  })

  it.each([
    { method: 'POST', path: `${pods}/x/exec`, body: '{}' },
    { method: 'GET', path: `${pods}/x/exec` },
    { method: 'POST', path: `${pods}/x/attach`, body: '{}' },
    { method: 'POST', path: `${pods}/x/portforward`, body: '{}' },
    { method: 'POST', path: `${pods}/x`, body: '{}' },
    { method: 'PUT', path: pods, body: '{}' },
    { method: 'PATCH', path: `${pods}/x` },
    { method: 'PATCH', path: `${pods}/y%2F..%2Fx/ephemeralcontainers`, contentType: merge, body: '{}' },
    { method: 'DELETE', path: `${pods}/../secrets` },
    { method: 'DELETE', path: `${pods}?dryRun=All` },
    { method: 'POST', path: '/api/v1/proxy/namespaces/a/services/x', body: '{}' },
    { method: 'POST', path: '/api/v1/namespaces/a/services/x/proxy//y', body: '{}' },
    { method: 'POST', path: '/elsewhere', body: '{}' },
    { method: 'HEAD', path: `${pods}/x` },
    { method: 'OPTIONS', path: pods },
    { method: 'GET', path: `${pods}/x/proxy`, body: '{}' },
    { method: 'POST', path: pods, body: '{}', headers: { 'impersonate-user': 'jane' } },
    { method: 'CONNECT', path: `${pods}/x/proxy` },
  ] as const)('stays here where it is no write of a resource, whatever was agreed to: %o', request => {
    const asked = request as unknown as ApiRequest
    expect(() => refuseWrites(sent({ ...asked, consent: consentTo(asked, 'p') }), false)).toThrow(
      /only reads/,
    )
  })
})

describe('connections', () => {
  const asked = (change: object): ChannelRequest => ({
    ...{ path: `${pods}/x/exec`, query: [['command', 'sh']], protocols: [], purpose: 'p' },
    ...(change as Partial<ChannelRequest>),
  })

  it.each([
    {},
    {
      path: `${pods}/x/attach`,
      query: [
        ['container', 'a'],
        ['stdin', 'true'],
        ['tty', 'true'],
      ],
    },
    { path: `${pods}/x/portforward`, query: [['ports', '80']] },
  ])('lead to processes and ports of pods, and nowhere in a protected context: %o', change => {
    expect(() => refuseChannels(asked(change), false)).not.toThrow()
    expect(() => refuseChannels(asked(change), true)).toThrow(/is protected/)
  })

  it.each([
    { path: `${pods}/x/proxy` },
    { path: `${pods}/x/log` },
    { path: `${pods}/x` },
    { path: `${pods}/x/exec/` },
    { path: `${pods}/x/exec/more` },
    { path: `${pods}/x/%65xec` },
    { path: `${pods}/x%2Fexec` },
    { path: `${pods}/../pods/x/exec` },
    { path: `${pods}/x/exec?command=sh` },
    { path: '/api/v1/pods/x/exec' },
    { path: '/api/v1/namespaces/a/services/x/proxy' },
    { path: '/api/v1/nodes/x/proxy' },
    { path: '/api/v2/namespaces/a/pods/x/exec' },
    { path: '/apis/example.com/v1/namespaces/a/pods/x/exec' },
    { path: '/api/v1/watch/namespaces/a/pods/x/exec' },
    { path: `/base${pods}/x/exec` },
    { path: `${pods}/x/constructor` },
    { query: [['ports', '80']] },
    {
      query: [
        ['command', 'sh'],
        ['dryRun', 'All'],
      ],
    },
    { path: `${pods}/x/attach`, query: [['command', 'sh']] },
  ])('lead to nothing else: %o', change => {
    expect(() => refuseChannels(asked(change), false)).toThrow(/nothing else/)
  })
})
