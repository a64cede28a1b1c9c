import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { bytesOfBase64, hexDump, sizeText, textOfBytes } from './bytes.ts'
import { conditionsOf } from './conditions.ts'
import { dataOf, maskedSize } from './data.ts'
import { modeText } from './fact.ts'
import { factsOf } from './summaries.ts'
import { troublesOf } from './trouble.ts'

const object = (apiVersion: string, kind: string, rest: Record<string, unknown> = {}): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x', namespace: 'shop' },
  ...rest,
})
const terms = (subject: KubeObject) => factsOf(subject).facts.map(fact => fact.term)

describe('bytes', () => {
  it.each([
    ['text that looks like markup stays text', 'e29mVWZhY10+dFs4OThkZnM=', '{ofUfac]>t[898dfs'],
    ['bytes that are no UTF-8 are binary', '/v8A', null],
    ['a byte order mark is kept', '77u/YQ==', '\ufeffa'],
    ['nothing is the empty text', '', ''],
  ])('%s', (_name, base64, expected) => {
    expect(textOfBytes(bytesOfBase64(base64)!)).toBe(expected)
  })

  it('base64 that is none is told', () => {
    expect(bytesOfBase64('***')).toBeNull()
  })

  it('are shown with offsets and characters, up to a limit', () => {
    expect(hexDump(new Uint8Array([0xfe, 0xff, 0, 65]))).toBe(`00000000  fe ff 00 41${' '.repeat(36)}  ...A`)
    expect(hexDump(new Uint8Array(40), 16).split('\n')).toHaveLength(2)
  })

  it.each([
    [1, '1 byte'],
    [512, '512 bytes'],
    [1536, '1.5 KiB'],
    [3 * 1024 * 1024, '3.0 MiB'],
  ])('%i are %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

describe('data', () => {
  it('lists text and binary keys together, empty and odd keys too', () => {
    const entries = dataOf(
      object('v1', 'ConfigMap', { data: { b: '', '.hidden': 'x' }, binaryData: { a: '/v8A' } }),
    )
    expect(entries?.map(entry => `${entry.key} ${entry.type}`)).toEqual([
      '.hidden text',
      'a binary',
      'b text',
    ])
  })

  it('of a Secret is masked, and of other kinds there is none', () => {
    const entries = dataOf(object('v1', 'Secret', { data: { k: '(12 bytes, fingerprint 3fa9c1)' } }))
    expect(entries).toMatchObject([{ key: 'k', type: 'masked' }])
    expect(maskedSize(entries![0]!.text)).toBe('12 bytes')
    expect(dataOf(object('example.com/v1', 'ConfigMap', { data: {} }))).toBeNull()
  })
})

describe('conditions', () => {
  it('stand latest first and mean what their type wants', () => {
    const conditions = [
      { type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' },
      { type: 'MemoryPressure', status: 'False', lastTransitionTime: '2026-01-03T00:00:00Z' },
      { type: 'NamespaceContentRemaining', status: 'True', lastTransitionTime: '2026-01-02T00:00:00Z' },
      { type: 'Odd', status: 'Maybe' },
      null,
      'x',
    ]
    expect(
      conditionsOf(object('v1', 'X', { status: { conditions } })).map(
        ({ type, meaning }) => `${type} ${meaning}`,
      ),
    ).toEqual(['MemoryPressure good', 'NamespaceContentRemaining bad', 'Ready bad', 'Odd unknown'])
  })
})

describe('summaries', () => {
  it('of a kind without one flatten spec and status', () => {
    expect(
      terms(object('example.com/v1', 'Thing', { spec: { a: 1, b: { c: 'x' } }, status: { phase: 'Ok' } })),
    ).toEqual(['a', 'b.c', 'status.phase'])
  })

  it('show modes as people write them', () => {
    expect(modeText(420)).toBe('420 (0644)')
    expect(modeText(256)).toBe('256 (0400)')
  })

  it('stay short for objects with thousands of fields', () => {
    const spec = Object.fromEntries(Array.from({ length: 5500 }, (_, index) => [`k${index}`, index]))
    expect(terms(object('example.com/v1', 'Thing', { spec })).length).toBeLessThan(50)
  })

  it.each([
    'v1/Pod',
    'v1/Service',
    'v1/Node',
    'v1/Namespace',
    'apps/v1/Deployment',
    'batch/v1/Job',
    'batch/v1/CronJob',
    'networking.k8s.io/v1/Ingress',
    'rbac.authorization.k8s.io/v1/ClusterRole',
    'rbac.authorization.k8s.io/v1/RoleBinding',
    'admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration',
    'admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy',
    'apiextensions.k8s.io/v1/CustomResourceDefinition',
    'example.com/v1/Thing',
  ])('of %s survive odd shapes', name => {
    const slash = name.lastIndexOf('/')
    const odd = [
      {},
      { spec: null, status: 3 },
      {
        spec: { ports: [null, 3, {}], containers: {}, template: [] },
        webhooks: [null],
        rules: 'x',
        subjects: [[]],
      },
    ]
    for (const rest of odd)
      expect(factsOf(object(name.slice(0, slash), name.slice(slash + 1), rest))).toBeDefined()
  })
})

describe('troubles', () => {
  it('name the container, its state and its last end', () => {
    const containerStatuses = [
      {
        name: 'app',
        restartCount: 14,
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m' } },
        lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: '2026-01-01T00:00:00Z' } },
      },
      { name: 'fine', state: { running: {} } },
      { name: 'starting', state: { waiting: { reason: 'ContainerCreating' } } },
      { name: 'done', state: { terminated: { exitCode: 0 } } },
    ]
    expect(troublesOf(object('v1', 'Pod', { status: { containerStatuses } }))).toMatchObject([
      { container: 'app', state: 'CrashLoopBackOff', restarts: 14, lastExit: { code: 1, reason: 'Error' } },
    ])
  })
})
