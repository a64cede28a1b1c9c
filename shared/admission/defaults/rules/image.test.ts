import { expect, it } from 'vitest'
import { pullPolicyOf } from './image.ts'

const sum = `@sha256:${'a'.repeat(64)}`

it.each(['nginx', 'nginx:latest', 'ghcr.io/a/b', 'localhost:5000/x', `x:latest${sum}`])(
  'the latest image is pulled always: %s',
  image => {
    expect(pullPolicyOf(image)).toBe('Always')
  },
)

it.each(['nginx:1.25', `nginx${sum}`, 'ghcr.io/a/b:v1', 'localhost:5000/x:1', '', 'a/B', 'x y', 'x@md5:00'])(
  'another image, and what is none, is pulled where it is not there: %s',
  image => {
    expect(pullPolicyOf(image)).toBe('IfNotPresent')
  },
)

it('a hostile reference takes no time', () => {
  const began = performance.now()
  pullPolicyOf(`${'a-'.repeat(2000)}!`)
  pullPolicyOf(`${'a.'.repeat(2000)}!`)
  expect(performance.now() - began).toBeLessThan(100)
})
