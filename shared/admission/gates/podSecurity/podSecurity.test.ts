import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest } from '../../trace/types.ts'
import { loading, requestOf, unreadable, worldOf } from '../world.fixture.ts'
import { checkedPod, podSecurity, readPolicy, violations, violationsInWords } from './index.ts'
import type { Level } from './levels.ts'

const container = (securityContext: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  name: 'c',
  image: 'x',
  securityContext,
  ...more,
})
const detail = (
  spec: JsonObject,
  level: Level,
  version: number | 'latest' = 'latest',
  metadata: JsonObject = {},
) => violationsInWords(violations({ level, version }, checkedPod(metadata, spec), 36))
const inOne = (securityContext: JsonObject, more: JsonObject = {}) => ({
  containers: [container(securityContext, more)],
})

describe('baseline', () => {
  it.each<[string, JsonObject, string]>([
    ['nothing', inOne({}), ''],
    [
      'privileged',
      inOne({ privileged: true }),
      'privileged (container "c" must not set securityContext.privileged=true)',
    ],
    [
      'host namespaces',
      { hostPID: true, hostNetwork: true },
      'host namespaces (hostNetwork=true, hostPID=true)',
    ],
    ['hostPath', { volumes: [{ name: 'v', hostPath: {} }] }, 'hostPath volumes (volume "v")'],
    [
      'host ports',
      inOne({}, { ports: [{ hostPort: 80 }, { hostPort: 443 }, {}] }),
      'hostPort (container "c" uses hostPorts 443, 80)',
    ],
    [
      'hosts of probes',
      inOne({}, { livenessProbe: { httpGet: { host: 'a' } } }),
      'probe or lifecycle host (container "c" uses probe or lifecycle host "a")',
    ],
    [
      'capabilities',
      inOne({ capabilities: { add: ['NET_RAW', 'CHOWN'] } }),
      'non-default capabilities (container "c" must not include "NET_RAW" in securityContext.capabilities.add)',
    ],
    [
      'procMount',
      inOne({ procMount: 'Unmasked' }),
      'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      'AppArmor',
      {
        ...inOne({ appArmorProfile: { type: 'Unconfined' } }),
        securityContext: { appArmorProfile: { type: 'Unconfined' } },
      },
      'forbidden AppArmor profile (pod and container "c" must not set AppArmor profile type to "Unconfined")',
    ],
    [
      'SELinux',
      inOne({ seLinuxOptions: { type: 'spc_t', user: 'u' } }),
      'seLinuxOptions (container "c" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set)',
    ],
    [
      'seccomp',
      inOne({ seccompProfile: { type: 'Unconfined' } }),
      'seccompProfile (container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    [
      'sysctls',
      { securityContext: { sysctls: [{ name: 'kernel.msgmax' }] } },
      'forbidden sysctls (kernel.msgmax)',
    ],
    [
      'host processes',
      inOne({ windowsOptions: { hostProcess: true } }),
      'hostProcess (container "c" must not set securityContext.windowsOptions.hostProcess=true)',
    ],
  ])('%s', (_, spec, expected) => {
    expect(detail(spec, 'baseline')).toBe(expected)
    expect(detail(spec, 'privileged')).toBe('')
  })
})

const safe = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
  capabilities: { drop: ['ALL'] },
}

describe('restricted', () => {
  it('asks for what a bare pod does not say, in the words and order of the server', () => {
    expect(detail(inOne({}), 'restricted')).toBe(
      [
        'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false)',
        'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"])',
        'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
        'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
      ].join(', '),
    )
    expect(detail(inOne(safe), 'restricted')).toBe('')
  })

  it.each<[string, JsonObject, string]>([
    ['root', inOne({ ...safe, runAsUser: 0 }), 'runAsUser=0 (container "c" must not set runAsUser=0)'],
    [
      'a container that says root',
      { securityContext: { runAsNonRoot: true }, ...inOne({ ...safe, runAsNonRoot: false }) },
      'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
    ],
    [
      'volumes',
      { ...inOne(safe), volumes: [{ name: 'v', nfs: {} }, { name: 'w' }, { name: 'x', secret: {} }] },
      'restricted volume types (volumes "v", "w" use restricted volume types "nfs", "unknown")',
    ],
    [
      'hostPath once',
      { ...inOne(safe), volumes: [{ name: 'v', hostPath: {} }] },
      'restricted volume types (volume "v" uses restricted volume type "hostPath")',
    ],
  ])('%s', (_, spec, expected) => {
    expect(detail(spec, 'restricted')).toBe(expected)
  })

  it('of Windows asks less since 1.25', () => {
    const spec = { os: { name: 'windows' }, securityContext: { runAsNonRoot: true }, ...inOne({}) }
    expect(detail(spec, 'restricted', 25)).toBe('')
    expect(detail(spec, 'restricted', 24)).not.toBe('')
  })

  it('lets pods with users of their own be root since 1.35', () => {
    const spec = { hostUsers: false, ...inOne({ ...safe, runAsNonRoot: false, runAsUser: 0 }) }
    expect(detail(spec, 'restricted')).toBe('')
    expect(detail(spec, 'restricted', 34)).not.toBe('')
    const unmasked = { hostUsers: false, ...inOne({ ...safe, procMount: 'Unmasked' }) }
    expect(detail(unmasked, 'baseline')).toBe('')
    expect(detail(unmasked, 'restricted')).not.toBe('')
  })

  it('of a version that the server does not know is its newest', () => {
    const spec = inOne({}, { livenessProbe: { httpGet: { host: 'a' } } })
    expect(detail(spec, 'baseline', 99)).not.toBe('')
    expect(violations({ level: 'baseline', version: 'latest' }, checkedPod({}, spec), 33)).toEqual([])
  })
})

describe('labels of a namespace', () => {
  const label = (entries: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]),
    )
  it.each([
    ['nothing', {}, 'privileged', 'privileged', 'privileged'],
    ['what is enforced is warned of', { enforce: 'baseline' }, 'baseline', 'privileged', 'baseline'],
    [
      'unless something is said',
      { enforce: 'restricted', warn: 'baseline' },
      'restricted',
      'privileged',
      'baseline',
    ],
    [
      'an odd level enforces all and warns of nothing',
      { enforce: 'x' },
      'restricted',
      'privileged',
      'privileged',
    ],
    [
      'odd levels audit and warn of nothing',
      { audit: 'x', warn: 'y' },
      'privileged',
      'privileged',
      'privileged',
    ],
  ])('%s', (_, labels, enforce, audit, warn) => {
    const policy = readPolicy(label(labels))
    expect([policy.enforce.level, policy.audit.level, policy.warn.level]).toEqual([enforce, audit, warn])
  })

  it.each([
    ['v1.25', 25],
    ['latest', 'latest'],
    ['v1.025', 'latest'],
    ['v2.0', 'latest'],
  ])('version %s', (text, version) => {
    expect(readPolicy(label({ enforce: 'baseline', 'enforce-version': text })).enforce.version).toBe(version)
  })
})

const namespace = (labels: Record<string, string>) => ({ metadata: { name: 'shop', labels } })
const enforcing = (level: string) =>
  worldOf(['Namespace', [namespace({ 'pod-security.kubernetes.io/enforce': level })]])
const run = (request: TraceRequest, world = enforcing('baseline')) =>
  podSecurity.run(request, request.object, world)
const pod = (spec: JsonObject, changes: Partial<TraceRequest> = {}) =>
  requestOf({ metadata: { name: 'p' }, spec }, changes)
const bad = inOne({ privileged: true })
const violation = 'privileged (container "c" must not set securityContext.privileged=true)'

describe('PodSecurity', () => {
  it('refuses a pod that breaks what is enforced', () => {
    const result = run(pod(bad))
    expect(result.denied).toEqual({
      code: 403,
      reason: 'Forbidden',
      message: `pods "p" is forbidden: violates PodSecurity "baseline:latest": ${violation}`,
    })
    expect(result.steps).toMatchObject([
      { outcome: 'denied', name: 'shop', field: 'metadata.labels["pod-security.kubernetes.io/enforce"]' },
    ])
    expect(result.warnings).toBeUndefined()
    expect(result.auditAnnotations).toEqual({
      'pod-security.kubernetes.io/enforce-policy': 'baseline:latest',
    })
  })

  it('warns of and audits a template, and lets it pass', () => {
    const labels = {
      'pod-security.kubernetes.io/enforce': 'baseline',
      'pod-security.kubernetes.io/audit': 'baseline',
    }
    const request = requestOf(
      { spec: { template: { spec: bad } } },
      { resource: { group: 'apps', version: 'v1', resource: 'deployments' } },
    )
    const result = run(request, worldOf(['Namespace', [namespace(labels)]]))
    expect(result.denied).toBeUndefined()
    expect(result.warnings).toEqual([`would violate PodSecurity "baseline:latest": ${violation}`])
    expect(result.steps.map(step => step.outcome)).toEqual(['audited', 'warned'])
    expect(result.auditAnnotations?.['pod-security.kubernetes.io/audit-violations']).toBe(
      result.warnings?.[0],
    )
  })

  it.each([
    ['batch', 'cronjobs', { spec: { jobTemplate: { spec: { template: { spec: bad } } } } }, true],
    ['', 'podtemplates', { template: { spec: bad } }, true],
    ['', 'replicationcontrollers', { spec: {} }, false],
    ['example.com', 'deployments', { spec: { template: { spec: bad } } }, false],
  ])('%s %s', (group, resource, object, warned) => {
    const result = run(requestOf(object as JsonObject, { resource: { group, version: 'v1', resource } }))
    expect((result.warnings?.length ?? 0) > 0).toBe(warned)
  })

  it.each<[string, Partial<TraceRequest>, boolean]>([
    ['nothing of it changes', { oldObject: { spec: bad } }, false],
    ['an image changes', { oldObject: { spec: { containers: [{ name: 'c', image: 'y' }] } } }, true],
    ['a container comes', { oldObject: { spec: { containers: [] } } }, true],
    ['it is a resize', { subresource: 'resize', oldObject: { spec: bad } }, false],
    ['it is its status', { subresource: 'status', oldObject: { spec: {} } }, false],
  ])('looks at an update of a pod: %s', (_, changes, looked) => {
    expect(run(pod(bad, { operation: 'UPDATE', ...changes })).denied !== undefined).toBe(looked)
  })

  it('looks at an ephemeral container that is added', () => {
    const spec = { containers: [], ephemeralContainers: [container({ privileged: true })] }
    const changes = { operation: 'UPDATE' as const, subresource: 'ephemeralcontainers' }
    expect(run(pod(spec, { ...changes, oldObject: { spec: { containers: [] } } })).denied).toBeDefined()
    expect(run(pod(spec, { ...changes, oldObject: { spec } })).denied).toBeUndefined()
  })

  it('enforces all where the label cannot be read', () => {
    const result = run(pod({ containers: [container()] }), enforcing('x'))
    expect(result.denied?.message).toMatch(/violates PodSecurity "restricted:latest"/)
    expect(result.auditAnnotations?.['pod-security.kubernetes.io/error']).toBe(
      'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "x": must be one of privileged, baseline, restricted',
    )
  })

  it('is not known without the namespace, or without the pod', () => {
    expect(run(pod(bad), worldOf(['Namespace', unreadable('namespaces')])).gaps).toHaveLength(1)
    expect(run(pod(bad), worldOf(['Namespace', loading])).steps).toMatchObject([{ outcome: 'unknown' }])
    expect(run(pod({}, { isObjectKnown: false })).steps).toMatchObject([{ outcome: 'unknown' }])
    expect(run(pod({}, { isObjectKnown: false }), enforcing('privileged')).steps).toMatchObject([
      { outcome: 'passed' },
    ])
  })
})

describe('PodSecurity of a namespace', () => {
  const write = (labels: Record<string, string>, old?: Record<string, string>) =>
    requestOf(namespace(labels), {
      resource: { group: '', version: 'v1', resource: 'namespaces' },
      kind: { group: '', version: 'v1', kind: 'Namespace' },
      name: 'shop',
      ...(old === undefined ? {} : { operation: 'UPDATE', oldObject: namespace(old) }),
    })
  const enforce = (level: string) => ({ 'pod-security.kubernetes.io/enforce': level })
  const fault =
    'Namespace "shop" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "x": must be one of privileged, baseline, restricted'
  it.each([
    ['is made with an odd label', write(enforce('x')), fault],
    ['gets an odd label', write(enforce('x'), {}), fault],
    ['keeps an odd label', write({ ...enforce('x'), a: 'b' }, enforce('x')), undefined],
    ['has none', write({}), undefined],
  ])('%s', (_, request, message) => {
    expect(run(request).denied?.message).toBe(message)
  })

  it('warns of pods that a stricter level would refuse', () => {
    const made = (name: string, spec: JsonObject) => ({ metadata: { name, namespace: 'shop' }, spec })
    const pods = [made('b', bad), made('a', bad), made('c', { hostPID: true }), made('d', {})]
    const world = worldOf(['Pod', pods])
    expect(run(write(enforce('baseline'), {}), world).warnings).toEqual([
      'existing pods in namespace "shop" violate the new PodSecurity enforce level "baseline:latest"',
      'a (and 1 other pod): privileged',
      'c: host namespaces',
    ])
    expect(run(write(enforce('baseline'), enforce('restricted')), world).steps).toEqual([])
    expect(run(write(enforce('baseline'), {}), worldOf(['Pod', unreadable('pods')])).gaps).toHaveLength(1)
  })
})
