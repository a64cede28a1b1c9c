import { expect, it } from 'vitest'
import { initialDraft, isReady, problemsOf, wantedPorts } from './draft.ts'

const port = (asked: string, local: number, protocol = 'TCP') => ({
  asked,
  remote: 8080,
  name: '',
  protocol,
  container: '',
  scheme: '' as const,
  local,
})
const draft = initialDraft({ ports: [port('53', 0, 'UDP'), port('80', 8080), port('443', 8443)] })

it('the first port that can be forwarded to is chosen, so that Enter is enough', () => {
  expect(isReady(problemsOf(draft))).toBe(true)
  expect(wantedPorts(draft)).toEqual([{ asked: '80', local: 8080 }])
})

it('several ports at once, one that no container declares among them, and any free port where none is typed', () => {
  const many = {
    ports: draft.ports.map(each => ({ ...each, isChosen: each.asked !== '53' })),
    other: { remote: ' 9229 ', local: '' },
  }
  expect(wantedPorts(many)).toEqual([
    { asked: '80', local: 8080 },
    { asked: '443', local: 8443 },
    { asked: '9229', local: 0 },
  ])
})

it.each([
  ['nothing is chosen', { local: '1', isChosen: false }, { remote: '', local: '' }],
  ['a local port is no number', { local: 'x', isChosen: true }, { remote: '', local: '' }],
  ['a local port is too large', { local: '65536', isChosen: true }, { remote: '', local: '' }],
  ['a local port is used twice', { local: '80', isChosen: true }, { remote: '9', local: '80' }],
  ['the port of the pod is none', { local: '80', isChosen: true }, { remote: 'http', local: '' }],
])('it cannot be started where %s', (_rule, first, other) => {
  const problems = problemsOf({ ports: [{ asked: '80', ...first }], other })
  expect(isReady(problems)).toBe(false)
})

it('what is wrong with a port that is not forwarded does not matter', () => {
  const ports = [
    { asked: '80', local: '80', isChosen: true },
    { asked: '443', local: 'x', isChosen: false },
  ]
  expect(isReady(problemsOf({ ports, other: { remote: '', local: 'x' } }))).toBe(true)
})
