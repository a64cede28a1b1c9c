import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { FindingsDepth, FindingsView } from '../shared/ipc/index.ts'
import { createEngine, type Engine } from './engine.ts'
import { Authority } from './session/fixture/certificates.ts'

let home: string
let engine: Engine
const authority = new Authority('acme-ca')
const other = new Authority('other-ca')

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'gatehouse-findings-'))
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    KUBECONFIG: path.join(home, 'none'),
    PATH: process.env.PATH,
  }
  engine = await createEngine({ host: 'serve', version: 'test', env })
})
afterAll(async () => {
  await engine.close()
  authority.remove()
  other.remove()
  await rm(home, { recursive: true, force: true })
})

/** The findings of a context once nothing is being read any more. */
async function settled(context: string, depth: FindingsDepth = 'whole'): Promise<FindingsView> {
  await engine.contexts.open(context)
  let wake: () => void = () => undefined
  const state = engine.handlers['admission.findings'](
    depth === 'whole' ? { context, depth, readsSecrets: true } : { context, depth },
    () => wake(),
  )
  try {
    for (let view = state.take(); ; view = state.take()) {
      if (view !== undefined && view.loading === 0 && view.trials.done === view.trials.wanted) return view
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  } finally {
    state.close()
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const stamp = '2026-01-01T00:00:00Z'

function object(apiVersion: string, kind: string, name: string, rest: object, namespace = '') {
  const place = namespace === '' ? {} : { namespace }
  return {
    apiVersion,
    kind,
    metadata: { name, ...place, uid: `${kind}-${name}`, creationTimestamp: stamp },
    ...rest,
  }
}

/** A webhook in namespace acme whose Pod mounts a certificate. */
function cluster(serving: string, secretKind = 'Secret'): string {
  const client = {
    service: { namespace: 'acme', name: 'hook', port: 443, path: '/x' },
    caBundle: base64(authority.pair.cert),
  }
  const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]
  const webhook = {
    name: 'a.acme.io',
    rules,
    clientConfig: client,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    failurePolicy: 'Fail',
    timeoutSeconds: 5,
  }
  return [
    object('v1', 'Namespace', 'kube-system', {}),
    object('v1', 'Namespace', 'acme', {}),
    object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'acme', {
      webhooks: [webhook],
    }),
    object('v1', 'Service', 'hook', { spec: { selector: { app: 'hook' }, ports: [{ port: 443 }] } }, 'acme'),
    object(
      'discovery.k8s.io/v1',
      'EndpointSlice',
      'hook-1',
      {
        addressType: 'IPv4',
        endpoints: ['hook-0', 'hook-1'].map(name => ({
          addresses: ['10.0.0.1'],
          conditions: { ready: true },
          targetRef: { kind: 'Pod', namespace: 'acme', name },
        })),
        ports: [{ port: 8443 }],
      },
      'acme',
    ),
    object(
      'v1',
      'Pod',
      'hook-0',
      { spec: { containers: [], volumes: [{ secret: { secretName: 'tls' } }] } },
      'acme',
    ),
    object(
      'v1',
      secretKind,
      'tls',
      { type: 'kubernetes.io/tls', data: { 'tls.crt': base64(serving), 'tls.key': base64('key') } },
      'acme',
    ),
    object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', 'p', {
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: rules },
        validations: [{ expression: 'object.data.mode == "on"' }],
      },
    }),
    object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'b', {
      spec: { policyName: 'p', validationActions: ['Deny'] },
    }),
    object('v1', 'ConfigMap', 'bare', {}, 'acme'),
  ]
    .map(each => {
      const slice = each as { metadata: { labels?: object }; kind: string }
      if (slice.kind === 'EndpointSlice') slice.metadata.labels = { 'kubernetes.io/service-name': 'hook' }
      return stringify(each)
    })
    .join('---\n')
}

async function dump(name: string, content: string): Promise<string> {
  const file = path.join(home, name, 'cluster.yaml')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return engine.dumps.add([file], { isRemembered: false })
}

describe('the findings of a dump', () => {
  it.each([
    ['fits', (): string => authority.issue('DNS:hook.acme.svc').cert, []],
    [
      'has another name',
      (): string => authority.issue('DNS:hook.other.svc').cert,
      ['serving-certificate-name'],
    ],
    [
      'is of another authority',
      (): string => other.issue('DNS:hook.acme.svc').cert,
      ['serving-certificate-untrusted'],
    ],
    [
      'has ended',
      (): string => authority.issue('DNS:hook.acme.svc', { isExpired: true }).cert,
      ['serving-certificate-expires'],
    ],
    [
      'is one of another purpose, which tells nothing',
      (): string => other.issue('DNS:metrics.acme.svc').cert,
      [],
    ],
    ['is none', (): string => 'no certificate', []],
  ] as const)('tell where the serving certificate %s', async (name, serving, expected) => {
    const view = await settled(await dump(name.replaceAll(/\W/g, ''), cluster(serving())))
    expect(view.findings.map(({ id }) => id).filter(id => id.startsWith('serving-'))).toEqual(expected)
    expect(JSON.stringify(view)).not.toContain(base64('key'))
  })

  it('tell of expressions that fail on its objects', async () => {
    const view = await settled(await dump('trials', cluster(authority.issue('DNS:hook.acme.svc').cert)))
    const [finding] = view.findings.filter(({ id }) => id === 'expression-fails')
    expect(finding?.evidence.join()).toContain('no such key: data')
    expect(finding?.objects.map(({ ref }) => ref.name)).toEqual(['p', 'bare'])
    expect(view.trials).toEqual({ done: 1, wanted: 1 })
  })

  it('say which kinds it does not hold, and find nothing missing for want of them', async () => {
    const lone = stringify(
      object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'b', {
        metadata: { name: 'b' },
        spec: { policyName: 'gone', validationActions: ['Deny'] },
      }),
    )
    const view = await settled(await dump('partial', lone))
    expect(view.findings).toEqual([])
    expect(view.notes.join()).toContain('Whether its policy exists cannot be told')
  })
})

/** Watches that are open once those of the last view have ended. */
async function quiet(): Promise<number> {
  for (let last = -1; ; ) {
    if (engine.watches.openCount === last) return last
    last = engine.watches.openCount
    await new Promise(resolve => setTimeout(resolve, 400))
  }
}

describe('the findings of the sample cluster', () => {
  it('are those of its faults, with engines and health, and leave nothing open', async () => {
    await settled('sample')
    // What an open context follows by itself.
    const before = await quiet()
    const view = await settled('sample')
    const ids = new Set<string>(view.findings.map(({ id }) => id))
    for (const id of ['webhook-deadlock', 'ca-bundle-expired', 'parameter-missing', 'binding-without-policy'])
      expect(ids).toContain(id)
    expect(view.engines.map(({ id }) => id)).toContain('cert-manager')
    expect(view.webhooks.find(({ id }) => id.includes('image-signatures'))?.meaning).toBe('bad')
    expect(view.measures.state).toBe('unreadable')
    expect(await quiet()).toBe(before)
    // What the navigation counts is part of what the view tells.
    const keyed = ({ findings }: FindingsView) => findings.map(({ key, severity }) => `${severity} ${key}`)
    const { findings } = await settled('sample', 'configuration')
    expect(findings.length).toBeGreaterThan(5)
    expect(keyed(view)).toEqual(expect.arrayContaining(keyed({ ...view, findings })))
  })
})

/** Paths that were asked of a context since it was opened, once no more come for a second. */
async function asked(context: string): Promise<readonly string[]> {
  let tick: () => void = () => undefined
  const state = engine.handlers['diagnostics.timings']({ context }, () => tick())
  try {
    for (let last = -1; ; ) {
      await new Promise<void>(resolve => {
        tick = resolve
      })
      const detail = state.take()?.detail ?? null
      if (detail !== null && detail.total === last)
        return [...detail.requests, ...detail.streams].map(({ path }) => path)
      last = detail?.total ?? 0
    }
  } finally {
    state.close()
  }
}

describe('what findings read', () => {
  it('is the configuration alone until they are opened, and no Secret until that is asked for', async () => {
    const context = await dump('reads', cluster(authority.issue('DNS:hook.acme.svc').cert))
    await engine.contexts.open(context)
    const openState = (depth: FindingsDepth) =>
      engine.handlers['admission.findings']({ context, depth }, () => undefined)
    const state = openState('configuration')
    const besides = /secrets|\/metrics|events|\/pods|[?&]limit=/
    expect((await asked(context)).filter(path => besides.test(path))).toEqual([])
    await expect
      .poll(() => state.take(), { timeout: 15_000 })
      .toMatchObject({ depth: 'configuration', readsSecrets: false, loading: 0 })
    state.update({ depth: 'whole' })
    await expect
      .poll(() => asked(context), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(['/metrics', '/api/v1/configmaps?limit=50']))
    expect((await asked(context)).filter(path => /secrets|\/pods/.test(path))).toEqual([])
    const serving = () => state.take()?.webhooks.map(each => each.serving.state)
    expect(serving()).toEqual(['notAsked'])
    state.update({ readsSecrets: true })
    await expect.poll(serving, { timeout: 20_000 }).toEqual(['known'])
    expect((await asked(context)).filter(path => path.includes('/secrets'))).toHaveLength(1)
    state.close()
    // Remembered for as long as the context is open, and no longer.
    const again = openState('configuration')
    expect(again.take()?.readsSecrets).toBe(true)
    again.close()
    await engine.contexts.close(context)
    await engine.contexts.open(context)
    const anew = openState('configuration')
    expect(anew.take()?.readsSecrets).toBe(false)
    anew.close()
  }, 60_000)
})
