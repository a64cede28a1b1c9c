import { expect, it } from 'vitest'
import type { World } from '../trace/types.ts'
import { authorize } from './authorization.ts'
import { requestOf, worldOf } from './world.fixture.ts'

const exec = (verb: string) =>
  requestOf(
    {},
    {
      operation: 'CONNECT',
      verb,
      resource: { group: '', version: 'v1', resource: 'pods' },
      kind: { group: '', version: 'v1', kind: 'PodExecOptions' },
      subresource: 'exec',
      name: 'x',
    },
  )
const world = (minor: number, rights: readonly string[]): World => ({
  ...worldOf(),
  minor,
  authorize: ({ verb }) => ({ decision: rights.includes(verb) ? 'allow' : 'noOpinion', reason: '' }),
})

it.each([
  ['get', 36, ['get', 'create'], null, 'get and, since 1.35, for create as well', 'the user has that right'],
  ['get', 36, ['get'], 'create', 'create as well', 'the user does not have that right'],
  ['get', 36, ['create'], 'get', 'falls back', 'the user has that right'],
  ['get', 34, ['get'], null, 'asks for get.', 'the user does not have that right'],
  ['create', 30, ['create'], null, 'as kubectl did before 1.31', 'needs get: the user does not have'],
])(
  'a stream opened by %s at 1.%i with %j is refused for want of %s',
  (verb, minor, rights, lacks, ...said) => {
    const { denied, assumptions = [] } = authorize(exec(verb), world(minor, rights))
    if (lacks === null) expect(denied).toBeUndefined()
    else expect(denied?.message).toContain(`cannot ${lacks} resource "pods/exec"`)
    for (const text of said) expect(assumptions.join(' ')).toContain(text)
  },
)
