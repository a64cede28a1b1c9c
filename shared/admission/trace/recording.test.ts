import { expect, it } from 'vitest'
import { recordingWorld } from './recording.ts'
import { worldOf } from './world.fixture.ts'

const pods = { group: '', version: 'v1', kind: 'Pod', namespace: 'shop', name: '' }
const error = { kind: 'denied', message: 'You may not list pods.' } as const

it('what is loading is wished for, once', () => {
  const { world, wishes, gaps } = recordingWorld(
    worldOf({ known: { Pod: { state: 'loading' } }, schema: () => ({ state: 'loading' }) }),
  )
  const kind = { group: '', version: 'v1', kind: 'Pod' }
  for (const _ of [1, 2]) {
    world.objects(pods)
    world.schema(kind)
  }
  expect(wishes()).toEqual([
    { type: 'objects', wanted: pods },
    { type: 'schema', kind },
  ])
  expect(gaps()).toEqual([])
})

it('questions without an answer are wished for, those of users with other extras apart', () => {
  const { world, wishes } = recordingWorld(worldOf({ authorize: () => undefined }))
  for (const extra of [new Map([['a', ['1']]]), new Map([['a', ['2']]]), new Map([['a', ['2']]])])
    world.authorize({
      kind: 'path',
      path: '/x',
      verb: 'get',
      subject: { username: 'ada', groups: [], extra },
    })
  expect(wishes()).toHaveLength(2)
})

it('what cannot be read is a gap', () => {
  const { world, gaps, wishes } = recordingWorld(worldOf({ known: { Pod: { state: 'unreadable', error } } }))
  world.objects(pods)
  world.objects(pods)
  expect([gaps(), wishes()]).toEqual([[error], []])
})

it('an object that is there is no gap, though others may be missing', () => {
  const items = [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }]
  const { world, gaps } = recordingWorld(
    worldOf({ known: { Pod: { state: 'known', items, staleSince: null, partial: error } } }),
  )
  world.objects({ ...pods, name: 'a' })
  expect(gaps()).toEqual([])
  world.objects({ ...pods, name: 'b' })
  expect(gaps()).toEqual([error])
})
