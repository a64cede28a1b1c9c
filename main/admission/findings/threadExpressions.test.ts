import { afterEach, expect, it } from 'vitest'
import { ComputingThread } from '../trace/index.ts'
import { ThreadExpressions } from './threadExpressions.ts'

const thread = new ComputingThread()
const opened: ThreadExpressions[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.close()
  thread.close()
})

type Webhook = Parameters<ThreadExpressions['ofWebhook']>[0]
type Probe = Parameters<ThreadExpressions['holds']>[1]

const webhook = (...expressions: readonly string[]): Webhook =>
  ({ matchConditions: expressions.map(expression => ({ name: 'c', expression })) }) as unknown as Webhook

/** Resolves when nothing is pending any more. */
function settled(): { readonly expressions: ThreadExpressions; readonly all: Promise<void> } {
  const all = Promise.withResolvers<void>()
  const expressions = new ThreadExpressions(thread, () => {
    if (expressions.pending === 0) all.resolve()
  })
  opened.push(expressions)
  return { expressions, all: all.promise }
}

const probe: Probe = {
  operation: 'CREATE',
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  namespace: 'a',
  name: 'x',
  user: { username: 'u', groups: [] },
}

it('what a thread has not answered yet is nothing and pending, and each is asked for once', async () => {
  const { expressions, all } = settled()
  const hook = webhook('true', 'object.metadata.name == "x"', 'nonsense +')
  for (const _ of [1, 2, 3]) {
    expect(expressions.ofWebhook(hook, 36).expressions).toEqual([])
    expect(expressions.holds(webhook('object.metadata.name == "x"'), probe, 36)).toBe(false)
  }
  expect(expressions.pending).toBe(2)
  await all
  expect(expressions.holds(webhook('object.metadata.name == "x"'), probe, 36)).toBe(true)
  const [first, second, third] = expressions.ofWebhook(hook, 36).expressions
  expect(first).toMatchObject({ field: 'matchConditions[0].expression', constant: true })
  expect(second?.compiled).toMatchObject({ issues: [], expr: { kind: 'call' } })
  expect([third?.compiled.issues.length, third?.compiled.message]).toEqual([1, expect.any(String)])
}, 120_000)

it('hostile expressions hold up no turn of this thread, and what is given up is named', async () => {
  const { expressions, all } = settled()
  const nested = `${'[1,2,3,4,5,6,7,8,9,10].all(a,'.repeat(10)}true${')'.repeat(10)}`
  const hostile = webhook('"a".matches("(a+)+$")', nested, `${'('.repeat(20_000)}1${')'.repeat(20_000)}`)
  const began = performance.now()
  expressions.ofWebhook(hostile, 36)
  expect(performance.now() - began).toBeLessThan(200)
  await all
  const { tooLong, expressions: list } = expressions.ofWebhook(hostile, 36)
  expect(tooLong.length + list.length).toBe(3)
}, 120_000)
