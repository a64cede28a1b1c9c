import { describe, expect, it } from 'vitest'
import { type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import { containerOf, exitCodeOf, type Pod, readPodForm, saysWindows, whyNotRunning } from './pod.ts'

function pod(more: { annotations?: object; spec?: object; status?: object } = {}): Pod {
  const value = {
    metadata: { name: 'p', namespace: 'n', uid: 'u', annotations: more.annotations ?? {} },
    spec: {
      containers: [
        { name: 'a', image: 'x' },
        { name: 'b', tty: true },
      ],
      ...more.spec,
    },
    status: more.status ?? {},
  }
  const read = readPodForm({ ...value, spec: { initContainers: [{ name: 'i' }], ...value.spec } })
  if (read === null) throw new Error('no pod')
  return read
}

const annotation = { 'kubectl.kubernetes.io/default-container': 'b' }

describe('the container that is meant', () => {
  it.each([
    ['the first', {}, '', 'a'],
    ['that of the annotation', { annotations: annotation }, '', 'b'],
    [
      'the first where the annotation names none',
      { annotations: { ...annotation, 'kubectl.kubernetes.io/default-container': 'z' } },
      '',
      'a',
    ],
    ['the one that is named', { annotations: annotation }, 'a', 'a'],
    ['an init container by its name', {}, 'i', 'i'],
    [
      'a debug container by its name',
      { spec: { ephemeralContainers: [{ name: 'debugger-x' }] } },
      'debugger-x',
      'debugger-x',
    ],
  ] as const)('is %s', (_what, more, named, chosen) => {
    expect(containerOf(pod(more), named).name).toBe(chosen)
  })

  it('is told where there is none of the name', () => {
    let body: AppErrorBody | null = null
    try {
      containerOf(pod(), 'z')
    } catch (error) {
      body = isAppError(error) ? error.body : null
    }
    expect(body).toMatchObject({ reason: 'ContainerNotFound', message: 'Pod p has no container z.' })
  })
})

describe('why a container does not run', () => {
  const state = (given: object) => ({
    status: { phase: 'Running', containerStatuses: [{ name: 'a', state: given }] },
  })
  it.each([
    ['it runs', state({ running: { startedAt: 'x' } }), null],
    [
      'it waits',
      state({ waiting: { reason: 'ImagePullBackOff', message: 'no such image' } }),
      'Container a of pod p is waiting: ImagePullBackOff.',
    ],
    [
      'it ended',
      state({ terminated: { exitCode: 137, reason: 'OOMKilled' } }),
      'Container a of pod p has ended with exit code 137 (OOMKilled).',
    ],
    [
      'nothing is known of it',
      { status: { phase: 'Pending' } },
      'Container a of pod p does not run yet. The pod is Pending.',
    ],
    ['there is no status', {}, 'Container a of pod p does not run yet.'],
  ])('%s', (_what, more, message) => {
    expect(whyNotRunning(pod(more), 'a')?.message ?? null).toBe(message)
  })

  it('the node’s own words stand beside', () => {
    expect(
      whyNotRunning(pod(state({ waiting: { reason: 'x', message: 'no such image' } })), 'a')?.causes,
    ).toEqual(['no such image'])
  })
})

it.each([
  [{}, false],
  [{ os: { name: 'windows' } }, true],
  [{ os: { name: 'linux' } }, false],
  [{ nodeSelector: { 'kubernetes.io/os': 'windows' } }, true],
])('a pod of %o is one of Windows: %s', (spec, expected) => {
  expect(saysWindows(pod({ spec }))).toBe(expected)
})

it.each([
  null,
  'x',
  [],
  {},
  { metadata: {} },
  { metadata: {}, spec: { containers: [{}] } },
  { metadata: 1, spec: {} },
])('what is no pod, or a strange one, is read without trust: %o', value => {
  expect(() => readPodForm(value)).not.toThrow()
})

describe('the exit code of a run', () => {
  const after = (status: object) => pod({ status: { containerStatuses: [{ name: 'a', ...status }] } })
  it.each([
    ['that just ended', { restartCount: 2, state: { terminated: { exitCode: 3 } } }, 3],
    [
      'that was followed by another',
      { restartCount: 3, state: { running: {} }, lastState: { terminated: { exitCode: 4 } } },
      4,
    ],
    [
      'that still goes on',
      { restartCount: 2, state: { running: {} }, lastState: { terminated: { exitCode: 9 } } },
      null,
    ],
    ['of which nobody tells', {}, null],
  ])('%s', (_what, status, code) => {
    expect(exitCodeOf(after(status), 'a', 2)).toBe(code)
  })
})
