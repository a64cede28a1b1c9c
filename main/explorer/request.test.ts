import { describe, expect, it } from 'vitest'
import type { ApiCall, ApiOperation } from '../../shared/ipc/index.ts'
import { curlOf, kubectlOf, quoted } from './commands.ts'
import { operationsOf } from './operations.ts'
import { buildRequest, queryText } from './request.ts'

const query = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } })
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const kind = (name: string) => ({
  'x-kubernetes-group-version-kind': { group: 'apps', version: 'v1', kind: name },
})
const root = '/apis/apps/v1/namespaces/{namespace}/deployments'
const pod = '/api/v1/namespaces/{namespace}/pods/{name}'
const document = {
  paths: {
    [root]: {
      get: {
        ...{ 'x-kubernetes-action': 'list', ...kind('Deployment') },
        parameters: [query('limit', 'integer'), query('labelSelector'), query('watch', 'boolean')],
        responses: {
          200: {
            content: { 'application/json': {}, 'application/json;stream=watch': {}, 'application/yaml': {} },
          },
        },
      },
      post: {
        'x-kubernetes-action': 'post',
        parameters: [query('dryRun'), query('fieldManager')],
        requestBody: {
          content: { '*/*': { schema: { $ref: '#/components/schemas/x.Deployment' } } },
          required: true,
        },
        responses: {
          200: { content: { 'application/json': {}, 'application/vnd.kubernetes.protobuf': {} } },
        },
      },
      parameters: [inPath('namespace'), query('pretty')],
    },
    [`${root}/{name}`]: {
      patch: {
        'x-kubernetes-action': 'patch',
        parameters: [query('force', 'boolean'), query('fieldManager')],
        requestBody: {
          content: {
            'application/json-patch+json': {},
            'application/merge-patch+json': {},
            'application/apply-patch+yaml': {},
          },
          required: true,
        },
      },
      delete: { 'x-kubernetes-action': 'delete', parameters: [query('gracePeriodSeconds', 'integer')] },
      parameters: [inPath('namespace'), inPath('name')],
    },
    [`${pod}/exec`]: {
      get: { 'x-kubernetes-action': 'connect', parameters: [query('command'), query('stdout', 'boolean')] },
    },
    [`${pod}/proxy`]: { get: { 'x-kubernetes-action': 'connect' } },
    [`${pod}/proxy/{path}`]: { put: { 'x-kubernetes-action': 'connect' } },
    [`${pod}/log`]: {
      get: { 'x-kubernetes-action': 'get', parameters: [query('follow', 'boolean'), query('container')] },
    },
  },
  components: {
    schemas: {
      'x.Deployment': {
        'x-kubernetes-group-version-kind': [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
      },
    },
  },
}
const operations = operationsOf(document)

const operation = (id: string): ApiOperation => {
  const found = operations.find(one => one.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

const request = (id: string, values: ApiCall['values'], more: Partial<ApiCall> = {}) =>
  buildRequest(operation(id), { values, accept: '', contentType: '', body: '', ...more })

describe('a document', () => {
  it('tells what each operation is about', () => {
    const { group, version, resource, subresource, action } = operation(`GET ${pod}/exec`)
    expect([group, version, resource, subresource, action]).toEqual(['', 'v1', 'pods', 'exec', 'connect'])
  })

  it('names parameters of the path in their order, before those of the query', () => {
    expect(operation(`PATCH ${root}/{name}`).parameters.map(({ name }) => name)).toEqual([
      ...['namespace', 'name', 'force', 'fieldManager'],
    ])
  })

  it('offers tables and metadata where objects are answered, and no stream as a form', () => {
    const { accepts } = operation(`GET ${root}`)
    expect(accepts.some(form => form.includes('as=Table'))).toBe(true)
    expect(accepts.some(form => form.includes('stream='))).toBe(false)
  })
})

describe('a request', () => {
  it('encodes each segment once and tells what is missing or wrong', () => {
    const built = request(`GET ${root}`, [
      ['namespace', 'a:b'],
      ['limit', 'x'],
    ])
    expect(built.path).toBe('/apis/apps/v1/namespaces/a%3Ab/deployments')
    expect(built.problems).toEqual([{ parameter: 'limit', message: 'limit is a whole number.' }])
    expect(request(`GET ${root}`, []).problems[0]?.parameter).toBe('namespace')
  })

  it.each(['..', '.', 'a/b', 'a%2Fb', 'a\\b'])('leads nowhere else by a name like %s', name => {
    expect(
      request(`DELETE ${root}/{name}`, [
        ['namespace', 'a'],
        ['name', name],
      ]).problems,
    ).toHaveLength(1)
  })

  it.each([
    [`GET ${root}`, [], 'read'],
    [`GET ${root}`, [['watch', 'true']], 'stream'],
    [`GET ${pod}/log`, [['follow', 'true']], 'stream'],
    [`POST ${root}`, [], 'plan'],
    [`POST ${root}`, [['dryRun', 'All']], 'read'],
    [`DELETE ${root}/{name}`, [], 'plan'],
    [`GET ${pod}/exec`, [], 'channel'],
    [`GET ${pod}/proxy`, [], 'plan'],
    [`PUT ${pod}/proxy/{path}`, [], 'plan'],
  ] as const)('%s with %j takes the route %s', (id, values, route) => {
    expect(
      request(
        id,
        values.map(([name, value]) => [name, value]),
      ).route,
    ).toBe(route)
  })

  it('keeps the words of a command apart and in order', () => {
    const built = request(`GET ${pod}/exec`, [
      ['namespace', 'a'],
      ['name', 'b'],
      ['command', 'ls'],
      ['command', '-l'],
    ])
    expect(queryText(built.query)).toBe('?command=ls&command=-l')
    expect(kubectlOf(built, 'prod')).toBe('kubectl --context prod exec b -n a -- ls -l')
  })

  it('takes the bytes of a binary form as base64 and nothing else', () => {
    const binary = { contentType: 'application/vnd.kubernetes.protobuf' }
    const values: ApiCall['values'] = [['namespace', 'a']]
    expect(request(`POST ${root}`, values, { ...binary, body: 'aGk=' }).body).toEqual(Buffer.from('hi'))
    expect(request(`POST ${root}`, values, { ...binary, body: 'no base64!' }).problems).toHaveLength(1)
  })

  it('goes to the root of what stands behind a proxy, and keeps the slashes of a path there', () => {
    const values: ApiCall['values'] = [
      ['namespace', 'a'],
      ['name', 'https:b:443'],
    ]
    expect(request(`GET ${pod}/proxy`, values).path).toBe('/api/v1/namespaces/a/pods/https%3Ab%3A443/proxy/')
    expect(request(`PUT ${pod}/proxy/{path}`, [...values, ['path', 'x/y z/']]).path).toMatch(
      /proxy\/x\/y%20z\/$/,
    )
  })
})

describe('its command lines', () => {
  const values: ApiCall['values'] = [
    ['namespace', 'a'],
    ['name', 'b'],
  ]
  const hostile = "'; rm -rf / #\n$(id) `id`"

  it.each(['', 'plain', hostile, "it's", '$HOME', 'a b'])('say %j as one word', text => {
    expect(quoted(text)).toMatch(/^(?:[\w@%+=:,./-]+|'(?:[^']|'\\'')*')$/)
  })

  it('hold no credential, and their body ends where it should', () => {
    const body = "kind: x\nBODY\n'$(id)'\n"
    const curl = curlOf(request(`POST ${root}`, [['namespace', 'a']], { body }))
    expect(curl).toContain('"Authorization: Bearer $TOKEN"')
    expect(curl).toContain(`<<'BODY_'\n${body}BODY_`)
  })

  it.each([
    [
      'application/merge-patch+json',
      [],
      'patch deployments.v1.apps b --type=merge --patch-file body.yaml -n a',
    ],
    [
      'application/apply-patch+yaml',
      [['force', 'true']],
      'apply --server-side -f body.yaml -n a --force-conflicts',
    ],
    ['application/json-patch+json', [['force', 'true']], ''],
  ] as const)('a patch as %s is said by a verb of kubectl, or not at all', (contentType, more, words) => {
    const built = request(
      `PATCH ${root}/{name}`,
      [...values, ...more.map(([n, v]): [string, string] => [n, v])],
      { contentType, body: '{}' },
    )
    expect(kubectlOf(built, '')).toBe(words === '' ? '' : `kubectl ${words}`)
  })

  it('what no verb says is sent raw', () => {
    expect(
      kubectlOf(
        request(`GET ${root}`, [
          ['namespace', 'a'],
          ['pretty', 'true'],
        ]),
        "it's",
      ),
    ).toBe("kubectl --context 'it'\\''s' get --raw '/apis/apps/v1/namespaces/a/deployments?pretty=true'")
  })
})
