import { expect, it } from 'vitest'
import { handedBy, parseHanded } from './argv.ts'

it('links and paths are told apart, relative paths start from the working directory', () => {
  const args = ['dump.yaml', '/tmp/config', 'gatehouse://c/prod', '../up', 'file:///tmp/with%20space.yaml']
  expect(handedBy(args, '/home/ada/here')).toEqual({
    links: ['gatehouse://c/prod'],
    paths: ['/home/ada/here/dump.yaml', '/tmp/config', '/home/ada/up', '/tmp/with space.yaml'],
  })
})

it.each([
  '--inspect=0.0.0.0:9229',
  '--original-process-start-time=1',
  '-psn_0_123',
  '',
  'https://example.org/a.yaml',
  'file://other-host/share',
])('the argument %j asks for nothing', arg => {
  expect(handedBy([arg], '/home/ada')).toEqual({ links: [], paths: [] })
})

it('no more than fifty of each are taken', () => {
  expect(
    handedBy(
      Array.from({ length: 900 }, (_, index) => `f${index}`),
      '/',
    ).paths,
  ).toHaveLength(50)
})

it.each([null, 'x', [], {}, { links: ['a'] }, { links: 'a', paths: [] }, { links: [1], paths: [] }])(
  'a second instance that hands over %j is ignored',
  value => expect(parseHanded(value)).toBeNull(),
)

it('a second instance hands over absolute paths only', () => {
  expect(parseHanded({ links: ['gatehouse://'], paths: ['/a', 'b'], more: 1 })).toEqual({
    links: ['gatehouse://'],
    paths: ['/a'],
  })
})
