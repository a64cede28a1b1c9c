import { expect, test } from 'vitest'
import type { ApiClient } from '../api/index.ts'
import { familyOf } from './family.ts'
import { grouped, shownGroups } from './groups.ts'
import { type EventFact, eventFacts } from './record.ts'

const api = { findKind: () => null } as unknown as ApiClient
const noFilter = { types: [], reasons: [], kinds: [], namespaces: [], text: '' }

const store = eventFacts.create(api, {
  resource: { group: '', version: 'v1', resource: 'events' },
  namespace: '',
  labelSelector: '',
  fieldSelector: '',
})
let count = 0

function read(object: object): EventFact {
  const name = `e${++count}`
  store.put({
    ...{
      namespace: 'shop',
      name,
      uid: `uid-${name}`,
      version: '1',
      created: 5000,
      deleting: false,
      cells: [],
    },
    object: object as never,
  })
  const fact = store.facts.get(`shop/${name}`)
  if (fact === undefined) throw new Error('the event was not kept')
  return fact
}

const about = { kind: 'Pod', apiVersion: 'v1', namespace: 'shop', name: 'web-1' }
const second = (number: number) => new Date(number * 1000).toISOString()

test('both APIs of events are read alike', () => {
  const old = read({
    involvedObject: about,
    type: 'Warning',
    reason: 'BackOff',
    message: 'again',
    source: { component: 'kubelet', host: 'a' },
    firstTimestamp: second(10),
    lastTimestamp: second(20),
    count: 3,
  })
  const fresh = read({
    regarding: about,
    type: 'Warning',
    reason: 'BackOff',
    note: 'again',
    reportingController: 'kubelet',
    deprecatedSource: { host: 'a' },
    eventTime: second(10),
    series: { count: 3, lastObservedTime: second(20) },
  })
  expect({ ...fresh, id: '' }).toEqual({ ...old, id: '' })
})

test('an event of any shape has times and a count', () => {
  expect(read({})).toMatchObject({ count: 1, first: 5000, last: 5000, reason: '', message: '' })
  expect(read({ count: 'x', lastTimestamp: 7, involvedObject: [] })).toMatchObject({ count: 1, last: 5000 })
})

test.each([
  ['Back-off 10s restarting container', 'Back-off 5m40s restarting container'],
  ['Created pod: web-7c9d8f6b54-x2lqz', 'Created pod: web-7c9d8f6b54-9kzwq'],
  ['Readiness probe failed: Get "http://10.1.2.3:80/"', 'Readiness probe failed: Get "http://10.1.2.9:80/"'],
  ['pod 07ce850d-bf82-49b0-a33d-d4d03398c6f7', 'pod 17ce850d-bf82-49b0-a33d-d4d03398c6f7'],
])('messages that differ in numbers and made-up names are of one family: %s', (one, other) => {
  expect(familyOf(one)).toBe(familyOf(other))
})

test('messages that say different things are of different families', () => {
  expect(familyOf('Liveness probe failed')).not.toBe(familyOf('Readiness probe failed'))
})

test('events alike are one group with sums, found by any word, and the newest is first', () => {
  const event = (part: object) =>
    read({ involvedObject: about, type: 'Warning', reason: 'Unhealthy', message: 'failed 1', ...part })
  const facts = [
    event({ count: 4, firstTimestamp: second(1), lastTimestamp: second(30) }),
    event({ count: 2, firstTimestamp: second(3), lastTimestamp: second(40), message: 'failed 2' }),
    event({ type: 'Normal', reason: 'Pulled', lastTimestamp: second(50) }),
  ]
  const all = shownGroups(grouped(facts), noFilter, api)
  expect(
    all.groups.map(({ reason, count: times, events, first, last }) => [reason, times, events, first, last]),
  ).toEqual([
    ['Pulled', 1, 1, 5000, 50_000],
    ['Unhealthy', 6, 2, 1000, 40_000],
  ])
  expect(all.types).toEqual([
    { value: 'Normal', groups: 1 },
    { value: 'Warning', groups: 1 },
  ])
  expect(shownGroups(grouped(facts), { ...noFilter, types: ['Warning'] }, api).matching).toBe(1)
  expect(shownGroups(grouped(facts), { ...noFilter, text: 'WEB failed' }, api).matching).toBe(2)
  expect(shownGroups(grouped(facts), { ...noFilter, text: 'nothing of the kind' }, api)).toMatchObject({
    matching: 0,
    total: 2,
  })
})
