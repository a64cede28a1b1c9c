import { expect, it } from 'vitest'
import { newestTime } from './times.ts'

const now = Date.parse('2026-01-02T00:00:00Z')
const early = '2026-01-01T01:00:00Z'
const late = '2026-01-01T02:00:00Z'

it.each([
  ['when it was written', {}, late, late],
  ['a condition', { status: { conditions: [null, { lastTransitionTime: late }] } }, early, late],
  ['a heartbeat', { status: { conditions: [{ lastHeartbeatTime: late }] } }, early, late],
  ['an event', { lastTimestamp: late }, early, late],
  ['a series of events', { series: { lastObservedTime: late }, eventTime: early }, '', late],
  ['a lease', { spec: { renewTime: '2026-01-01T02:00:00.000000Z' } }, early, late],
  [
    'no time ahead',
    { status: { conditions: [{ lastTransitionTime: '2030-01-01T00:00:00Z' }] } },
    early,
    early,
  ],
  ['no certificate that ends', { status: { notAfter: late } }, early, early],
])('the newest time of an object is that of %s', (_of, object, written, expected) => {
  expect(newestTime(object, written, now)).toBe(Date.parse(expected))
})

it('what tells no time, or nonsense, has none', () => {
  expect(newestTime({ status: 'odd', spec: 3, lastTimestamp: 'soon' }, 'zzz', now)).toBe(0)
})
