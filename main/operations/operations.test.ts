import { describe, expect, it } from 'vitest'
import { wordsOf } from './deletion/finalizers.ts'
import { knownFinalizer } from './deletion/knownFinalizers.ts'
import { effectivePropagation } from './deletion/options.ts'
import { kindsIn } from './deletion/preview.ts'
import { jobNameFor } from './jobs.ts'
import { keysOf, valueOfKey } from './keys.ts'
import { checkKeys, checkPairs } from './metadata.ts'
import { changedTaints, tolerates } from './nodes.ts'
import { targetFixture } from './operations.fixture.ts'
import { askedBy, replaceIfUnchanged } from './patches.ts'
import { pluralOf } from './requests.ts'

describe('a field is set only where it is as it was read', () => {
  const object = { spec: { a: { 'x/y~z': 1 }, none: null } }
  it.each([
    [
      'present',
      ['spec', 'a', 'x/y~z'],
      2,
      [
        { op: 'test', path: '/spec/a/x~1y~0z', value: 1 },
        { op: 'add', path: '/spec/a/x~1y~0z', value: 2 },
      ],
    ],
    [
      'absent',
      ['spec', 'b'],
      2,
      [
        { op: 'test', path: '/spec/b', value: null },
        { op: 'add', path: '/spec/b', value: 2 },
      ],
    ],
    [
      'removed',
      ['spec', 'a'],
      undefined,
      [
        { op: 'test', path: '/spec/a', value: { 'x/y~z': 1 } },
        { op: 'remove', path: '/spec/a' },
      ],
    ],
    ['removed where it is not', ['spec', 'b'], undefined, []],
  ] as const)('%s', (_name, path, after, steps) => {
    expect(replaceIfUnchanged(object, path, after)).toEqual(steps)
  })
})

describe('what a patch asks for', () => {
  it('is what it sets, and what it removes', () => {
    const steps = [
      { op: 'test', path: '/spec/a', value: 1 },
      { op: 'add', path: '/spec/a', value: 2 },
      { op: 'add', path: '/metadata/annotations/x~1y', value: 'z' },
      { op: 'remove', path: '/metadata/finalizers' },
    ] as const
    expect(askedBy('json', steps)).toEqual({
      intent: { spec: { a: 2 }, metadata: { annotations: { 'x/y': 'z' } } },
      dropped: ['metadata.finalizers'],
    })
  })

  it('is the patch itself where it is a merge patch, whose nulls remove', () => {
    const env = [
      { name: 'A', value: 'x', valueFrom: null },
      { name: 'B', $patch: 'delete' },
    ]
    const patch = { metadata: { labels: { 'a/b': null } }, spec: { containers: [{ name: 'main', env }] } }
    expect(askedBy('strategic', patch)).toEqual({
      dropped: [
        'metadata.labels["a/b"]',
        'spec.containers[name=main].env[name=A].valueFrom',
        'spec.containers[name=main].env[name=B]',
      ],
    })
  })
})

describe('taints', () => {
  const before = [
    { key: 'a', value: '1', effect: 'NoSchedule', timeAdded: 't' },
    { key: 'a', effect: 'NoExecute' },
    { key: 'b', effect: 'NoSchedule' },
  ]
  it.each([
    [
      'one of the same key and effect is changed in its place',
      [{ key: 'a', value: '2', effect: 'NoSchedule' }],
      [],
      [{ key: 'a', value: '2', effect: 'NoSchedule' }, before[1], before[2]],
    ],
    ['an equal one stays as it is', [{ key: 'a', value: '1', effect: 'NoSchedule' }], [], before],
    [
      'a new one comes last',
      [{ key: 'c', value: '', effect: 'NoExecute' }],
      [],
      [...before, { key: 'c', effect: 'NoExecute' }],
    ],
    ['all of a key are removed', [], [{ key: 'a', effect: '' }], [before[2]]],
    ['one of a key is removed', [], [{ key: 'a', effect: 'NoExecute' }], [before[0], before[2]]],
  ] as const)('%s', (_rule, set, remove, after) => {
    expect(changedTaints(before, { set: [...set], remove: [...remove] })).toEqual(after)
  })

  const taint = { key: 'k', value: 'v', effect: 'NoExecute' } as const
  it.each([
    [{ operator: 'Exists' }, true],
    [{ key: 'k', operator: 'Exists' }, true],
    [{ key: 'k', value: 'v' }, true],
    [{ key: 'k', value: 'v', effect: 'NoSchedule' }, false],
    [{ key: 'k', value: 'other' }, false],
    [{ key: 'other', operator: 'Exists' }, false],
    [{ value: 'v' }, false],
    [{ key: 'k', operator: 'Exists', tolerationSeconds: 300 }, false],
  ])('%j keeps a pod where it is: %s', (toleration, stays) => {
    expect(tolerates({ spec: { tolerations: [toleration] } }, taint)).toBe(stays)
  })
})

describe('names and values that the server would refuse are refused with its rule', () => {
  it.each([
    ['labels', { ok: 'yes', 'example.com/also': '' }, null],
    ['labels', { 'a b': '' }, /Name "a b": name part must consist/],
    ['labels', { a: 'x'.repeat(64) }, /no more than 63 bytes/],
    ['labels', { 'UPPER.com/a': '' }, /prefix part/],
    ['annotations', { 'UPPER.com/a': 'anything: goes\n' }, null],
    ['annotations', { 'a/b/c': '' }, /a valid label key/],
  ] as const)('%s %j', (type, changes, fault) => {
    const check = (): void => checkPairs(type, changes)
    if (fault === null) expect(check).not.toThrow()
    else expect(check).toThrow(fault)
  })

  it.each(['', 'a/b', '..', '..data', 'ä', 'x'.repeat(254)])('key %j', key => {
    expect(() => checkKeys([key])).toThrow(/The server takes no such keys/)
  })
})

describe('keys', () => {
  const bytes = Uint8Array.from([0xfe, 0xff, 0x00])
  const config = targetFixture('ConfigMap', {
    data: { text: '\ufeffa\r\n' },
    binaryData: {
      binary: Buffer.from(bytes).toString('base64'),
      odd: Buffer.from('text').toString('base64'),
    },
  })

  it('are listed with their size and what they hold, whichever field they stand in', () => {
    expect(keysOf(config)).toEqual([
      { key: 'binary', bytes: 3, form: 'binary', isSecret: false },
      { key: 'odd', bytes: 4, form: 'text', isSecret: false },
      { key: 'text', bytes: 6, form: 'text', isSecret: false },
    ])
    expect(valueOfKey(config, 'binary')).toEqual(bytes)
    expect([...valueOfKey(config, 'text')]).toEqual([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a])
  })

  it.each(['constructor', '__proto__', 'no'])('%s is no key', key => {
    expect(() => valueOfKey(config, key)).toThrow(/There is no key/)
  })

  it('are of ConfigMaps and Secrets only', () => {
    expect(() => keysOf(targetFixture('Pod'))).toThrow(/Only ConfigMaps and Secrets/)
  })
})

describe('deletion', () => {
  const of = (group: string, kind: string, finalizers: readonly string[] = []) => {
    const target = targetFixture(kind, {}, { finalizers })
    return { ...target, ref: { ...target.ref, resource: { ...target.ref.resource, group } } }
  }
  it.each([
    ['a Deployment', of('apps', 'Deployment'), null, 'Background'],
    ['a Job', of('batch', 'Job'), null, 'Orphan'],
    ['a ReplicationController', of('', 'ReplicationController'), null, 'Orphan'],
    ['a Job, as wished', of('batch', 'Job'), 'Foreground', 'Foreground'],
    ['what is orphaned already', of('apps', 'Deployment', ['orphan']), null, 'Orphan'],
    ['what goes in the foreground already', of('batch', 'Job', ['foregroundDeletion']), null, 'Foreground'],
  ] as const)('of %s propagates as the server has it', (_name, target, wished, propagation) => {
    expect(effectivePropagation(target, wished)).toBe(propagation)
  })

  it('names kinds with their numbers, the most first', () => {
    const pods = Array.from({ length: 3 }, () => ({ kind: 'Pod' }))
    expect(kindsIn([{ kind: 'ReplicaSet' }, ...pods])).toBe('3 Pods and 1 ReplicaSet')
    expect(kindsIn([{ kind: 'Ingress' }, { kind: 'Ingress' }])).toBe('2 Ingresses')
  })

  it.each([
    ['Policy', 'Policies'],
    ['Gateway', 'Gateways'],
    ['StorageClass', 'StorageClasses'],
    ['Endpoints', 'Endpoints'],
  ])('the plural of %s is %s', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural)
  })
})

describe('finalizers', () => {
  it.each([
    ['kubernetes.io/pvc-protection', /PVC protection controller/],
    ['external-attacher/ebs-csi-aws-com', /external attacher of the CSI driver ebs\.csi\.aws\.com/],
  ])('%s is known', (name, owner) => {
    expect(knownFinalizer(name)?.owner).toMatch(owner)
  })

  it.each(['constructor', 'example.com/own'])('%s is not', name => {
    expect(knownFinalizer(name)).toBeNull()
  })

  it('have the name of their owner in theirs, perhaps', () => {
    expect(wordsOf('finalizers.widgets.acme.com/cleanup')).toEqual(['widgets', 'acme', 'cleanup'])
  })
})

it.each(['nightly', 'a'.repeat(52), `${'b'.repeat(47)}.c-d`])('a Job of %s has a name that fits', name => {
  const made = jobNameFor(name, Date.UTC(2026, 0, 1))
  expect(made.length).toBeLessThanOrEqual(63)
  expect(made).toMatch(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/)
  expect(made).not.toMatch(/[-.]{2}/)
})
