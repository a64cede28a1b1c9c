import { describe, expect, it } from 'vitest'
import { known, namespace, served, service, slice, webhooks } from '../cluster.fixture.ts'
import { webhookInventory } from '../webhook-inventory.ts'
import { eventsOf } from './events.ts'
import { webhookHealth } from './health.ts'
import { AdmissionMetrics } from './metrics.ts'
import { isNameFor, servingFaults } from './serving.ts'
import type { ServingCertificate } from './types.ts'

const text = `
# HELP apiserver_admission_webhook_admission_duration_seconds [STABLE] Admission webhook latency histogram
apiserver_admission_webhook_admission_duration_seconds_bucket{name="a.acme.io",operation="CREATE",rejected="false",type="admit",le="0.005"} 60
apiserver_admission_webhook_admission_duration_seconds_bucket{name="a.acme.io",operation="CREATE",rejected="false",type="admit",le="0.1"} 98
apiserver_admission_webhook_admission_duration_seconds_bucket{name="a.acme.io",operation="CREATE",rejected="false",type="admit",le="1"} 100
apiserver_admission_webhook_admission_duration_seconds_bucket{name="a.acme.io",operation="CREATE",rejected="false",type="admit",le="+Inf"} 100
apiserver_admission_webhook_admission_duration_seconds_count{name="a.acme.io",operation="CREATE",rejected="false",type="admit"} 100
apiserver_admission_webhook_admission_duration_seconds_bucket{name="slow.acme.io",operation="CREATE",rejected="false",type="validating",le="1"} 0
apiserver_admission_webhook_admission_duration_seconds_bucket{name="slow.acme.io",operation="CREATE",rejected="false",type="validating",le="+Inf"} 4
apiserver_admission_webhook_rejection_count{error_type="calling_webhook_error",name="a.acme.io",operation="CREATE",rejection_code="0",type="admit"} 3
apiserver_admission_webhook_rejection_count{error_type="no_error",name="a.acme.io",operation="CREATE",rejection_code="403",type="admit"} 2
apiserver_admission_webhook_fail_open_count{name="a.acme.io",type="admit"} 7
apiserver_admission_webhook_request_total{code="200",name="a.acme.io",operation="CREATE",rejected="false",type="admit"} 90
apiserver_admission_webhook_request_total{code="500",name="a.acme.io",operation="CREATE",rejected="true",type="admit"} 12
apiserver_validating_admission_policy_check_total{enforcement_action="deny",error_type="no_error",policy="p",policy_binding="b"} 5
apiserver_validating_admission_policy_check_total{enforcement_action="allow",error_type="no_error",policy="p",policy_binding="b"} 11
apiserver_validating_admission_policy_check_duration_seconds_bucket{enforcement_action="allow",error_type="no_error",policy="p",policy_binding="b",le="5e-07"} 0
apiserver_validating_admission_policy_check_duration_seconds_bucket{enforcement_action="allow",error_type="no_error",policy="p",policy_binding="b",le="0.001"} 16
apiserver_validating_admission_policy_check_duration_seconds_bucket{enforcement_action="allow",error_type="no_error",policy="p",policy_binding="b",le="+Inf"} 16
apiserver_request_total{code="200"} 99
`

function read(lines: string): AdmissionMetrics {
  const metrics = new AdmissionMetrics()
  for (const line of lines.split('\n')) metrics.addLine(line)
  return metrics
}

describe('measures of the API server', () => {
  it('add up over operations and codes, errors apart by type', () => {
    expect(read(text).webhook('mutating', 'a.acme.io')).toEqual({
      calls: 102,
      rejections: 5,
      rejectionsByErrorType: { calling_webhook_error: 3, no_error: 2 },
      failedOpen: 7,
      p50: 0.005,
      p99: 1,
    })
  })

  it('tell a webhook of one phase from one of the same name of the other', () => {
    expect(read(text).webhook('validating', 'a.acme.io')).toBeNull()
  })

  it('have no bound for what is slower than the last one', () => {
    expect(read(text).webhook('validating', 'slow.acme.io')).toMatchObject({ p50: null, p99: null })
  })

  it('count the checks of a policy by what was done', () => {
    expect(read(text).policy('validating', 'p')).toEqual({
      checks: { deny: 5, allow: 11 },
      p50: 0.001,
      p99: 0.001,
    })
    expect(read(text).policy('mutating', 'p')).toBeNull()
  })

  it.each([
    'apiserver_admission_webhook_request_total',
    'apiserver_admission_webhook_request_total{name="x"',
    'apiserver_admission_webhook_request_total{name="x",type="admit"} many',
    'apiserver_admission_webhook_request_total{name="x",type="admit"} -1',
    'apiserver_admission_webhook_admission_duration_seconds_bucket{name="x\\"y",type="admit",le="wide"} 1',
    '}{',
  ])('are read past lines that are none (%s)', line => {
    expect(() => read(line)).not.toThrow()
    expect(read(line).webhook('mutating', 'x')).toBeNull()
  })

  it('keep a name such as constructor apart', () => {
    const line =
      'apiserver_admission_webhook_rejection_count{error_type="constructor",name="__proto__",type="admit"} 1'
    expect(read(line).webhook('mutating', '__proto__')?.rejectionsByErrorType).toEqual({ constructor: 1 })
  })
})

const certificate = {
  subject: 'CN=hook',
  issuer: 'CN=ca',
  notBefore: 0,
  notAfter: 1e13,
  isCertificateAuthority: false,
  names: ['hook.acme.svc', '*.acme.svc.cluster.local'],
  serial: '',
  fingerprint: '',
}

describe('a serving certificate', () => {
  it.each([
    ['hook.acme.svc', 'hook.acme.svc', true],
    ['HOOK.acme.svc', 'hook.acme.svc', true],
    ['*.acme.svc', 'hook.acme.svc', true],
    ['*.svc', 'hook.acme.svc', false],
    ['acme.svc', 'hook.acme.svc', false],
  ])('for %s is one for %s: %s', (pattern, name, expected) => {
    expect(isNameFor(pattern, name)).toBe(expected)
  })

  it.each([
    ['hook.acme.svc', true, []],
    ['hook.acme.svc', false, ['untrusted']],
    ['other.acme.svc', false, ['untrusted', 'name']],
  ] as const)('called %s and trusted %s has faults %j', (name, isTrusted, faults) => {
    expect(servingFaults(certificate, name, isTrusted).map(({ type }) => type)).toEqual(faults)
  })
})

function entryWith(ready: readonly boolean[]) {
  const inventory = webhookInventory({
    configurations: {
      mutating: known(),
      validating: known(webhooks('Validating', 'c', { name: 'a.acme.io' })),
    },
    namespaces: known(namespace('acme')),
    served,
    services: () => known(service('acme', 'hook')),
    slices: () => known(slice('acme', 'hook', ready)),
    decode: () => ({
      certificates: [{ ...certificate, isCertificateAuthority: true }],
      rejected: 0,
      failure: '',
    }),
    now: 1e12,
  })
  const [entry] = inventory.webhooks
  if (entry === undefined) throw new Error('no webhook')
  return entry
}

const unknown: ServingCertificate = { state: 'unknown', why: '' }
const measures = { calls: 10, rejections: 0, rejectionsByErrorType: {}, failedOpen: 0, p50: 0.1, p99: 0.1 }

describe('the health of a webhook', () => {
  it.each([
    ['good where nothing speaks against it', [true, true], unknown, null, 'good', '2/2 hook'],
    ['bad without a ready endpoint', [false], unknown, measures, 'bad', '0/1 hook'],
    [
      'a warning where calls failed',
      [true],
      unknown,
      { ...measures, failedOpen: 2 },
      'warning',
      '2 of 10 calls failed',
    ],
    [
      'bad where its certificate has another name',
      [true],
      { state: 'known', certificate, source: null, foundBy: '', faults: [{ type: 'name', text: '' }] },
      null,
      'bad',
      'wrong name',
    ],
  ] as const)('is %s', (_rule, ready, serving, counts, meaning, label) => {
    const health = webhookHealth(entryWith(ready), serving as unknown as ServingCertificate, counts, [], 1e12)
    expect([health.meaning, health.label]).toEqual([meaning, label])
  })
})

describe('events of a webhook', () => {
  const event = (over: object) =>
    ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'acme' },
      type: 'Warning',
      ...over,
    }) as never
  const about = (kind: string, name: string, over: object = {}) =>
    event({ involvedObject: { kind, namespace: 'acme', name, apiVersion: 'v1' }, ...over })

  it('are those of its Service and Pods, and those that name it, the latest first', () => {
    const events = [
      about('Pod', 'hook-0', { reason: 'BackOff', lastTimestamp: '2026-01-01T00:00:00Z' }),
      about('Pod', 'other', { reason: 'BackOff' }),
      about('ReplicaSet', 'web', {
        reason: 'FailedCreate',
        message: 'failed calling webhook "a.acme.io": refused',
        lastTimestamp: '2026-01-02T00:00:00Z',
        count: 4,
      }),
      event({
        regarding: { kind: 'Service', namespace: 'acme', name: 'hook' },
        note: 'x',
        eventTime: '2025-01-01T00:00:00Z',
      }),
      event({}),
    ]
    expect(
      eventsOf(entryWith([true]), events).map(each => [each.about.kind, each.reason, each.count]),
    ).toEqual([
      ['ReplicaSet', 'FailedCreate', 4],
      ['Pod', 'BackOff', 1],
      ['Service', '', 1],
    ])
  })
})
