import { describe, expect, test } from 'vitest'
import type { EventRecord, Revision } from '../../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import { axisOf, fittingSpan, lanesOf, placeOn, ticksOf } from './axis.ts'
import { type Entry, entriesOf } from './entries.ts'

const now = Date.parse('2026-12-01T10:00:00Z')
const ago = (minutes: number) => now - minutes * 60_000
const stamp = (minutes: number) => new Date(ago(minutes)).toISOString()

const event = (part: Partial<EventRecord>): EventRecord => ({
  id: 'e',
  type: 'Normal',
  reason: 'Pulled',
  message: 'm',
  source: 'kubelet, a',
  fieldPath: '',
  count: 1,
  first: ago(5),
  last: ago(5),
  ...part,
})
const revision = (part: Partial<Revision>): Revision => ({
  id: 'r',
  origin: 'seen',
  part: 'object',
  label: 'resourceVersion 1',
  at: ago(1),
  managers: [],
  isStatusOnly: false,
  ...part,
})

const pod: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', creationTimestamp: stamp(60) },
  status: {
    conditions: [{ type: 'Ready', status: 'False', reason: 'NotReady', lastTransitionTime: stamp(3) }],
    containerStatuses: [
      {
        name: 'main',
        restartCount: 4,
        ready: false,
        state: { running: { startedAt: stamp(2) } },
        lastState: {
          terminated: { startedAt: stamp(9), finishedAt: stamp(4), exitCode: 137, reason: 'OOMKilled' },
        },
      },
    ],
  },
}

describe('what happened to an object', () => {
  const entries = entriesOf(
    pod,
    [
      revision({ id: '2', at: ago(1) }),
      revision({ id: '1', at: ago(30) }),
      revision({ id: 'k', origin: 'kept', at: ago(50), label: 'ReplicaSet web-1, revision 1' }),
    ],
    [
      event({
        id: 'x',
        type: 'Warning',
        reason: 'BackOff',
        fieldPath: 'spec.containers{main}',
        count: 7,
        first: ago(8),
      }),
    ],
  )
  const titles = entries.map(({ title }) => title)

  test('is told from its events, changes, conditions and containers, the latest first', () => {
    expect(titles).toEqual([
      'Object changed',
      'main started',
      'Ready became False',
      'main ended with 137',
      'BackOff · main',
      'ReplicaSet web-1, revision 1',
      'Pod created',
    ])
  })

  test('begins with how it was when it was opened, which is no change', () => {
    expect(entries.filter(({ title }) => title === 'Object changed')).toHaveLength(1)
  })

  test('says what went wrong by its meaning', () => {
    const meaning = (title: string) => entries.find(entry => entry.title === title)?.meaning
    expect(
      ['main ended with 137', 'Ready became False', 'BackOff · main', 'Pod created'].map(meaning),
    ).toEqual(['bad', 'bad', 'warning', null])
  })

  test('stands in lines: changes, conditions, containers, then events by reason', () => {
    const { lanes } = lanesOf(entries, axisOf('15m', entries, now))
    expect(lanes.map(({ name }) => name)).toEqual(['Changes', 'Conditions', 'main', 'BackOff'])
    expect(lanesOf(entries, axisOf('all', entries, now)).lanes.map(({ name }) => name)).toContain('Revisions')
  })
})

test('an object of any shape has a timeline', () => {
  const odd = { kind: 'Odd', metadata: {}, status: { conditions: 'x', containerStatuses: [null, 3, {}] } }
  expect(entriesOf(odd as unknown as KubeObject, [], [])).toEqual([])
})

describe('the axis', () => {
  const at = (minutes: number): Entry => ({
    ...{ id: String(minutes), type: 'event', lane: 'x', meaning: null },
    ...{ title: '', detail: '', count: 1, source: '', from: ago(minutes), to: ago(minutes) },
  })

  test('is as short as the events allow', () => {
    expect(fittingSpan([], now)).toBe('1h')
    expect(fittingSpan([at(2), at(12)], now)).toBe('15m')
    expect(fittingSpan([at(2), at(61)], now)).toBe('1h')
    expect(fittingSpan([at(2), at(60 * 24 * 30)], now)).toBe('all')
  })

  test('holds everything where all is asked for, and has few round ticks', () => {
    for (const minutes of [3, 50, 600, 20_000, 900_000]) {
      const axis = axisOf('all', [at(minutes)], now)
      expect(placeOn(axis, ago(minutes))).toBeGreaterThan(0)
      const ticks = ticksOf(axis)
      expect(ticks.length).toBeGreaterThanOrEqual(1)
      expect(ticks.length).toBeLessThanOrEqual(8)
    }
  })
})
