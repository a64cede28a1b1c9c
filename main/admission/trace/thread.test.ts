import { afterEach, expect, it } from 'vitest'
import { configMapRequest } from './request.fixture.ts'
import { ComputingThread } from './thread.ts'

const threads: ComputingThread[] = []
const thread = (): ComputingThread => {
  const made = new ComputingThread()
  threads.push(made)
  return made
}
afterEach(() => {
  for (const each of threads.splice(0)) each.close()
})

const request = configMapRequest('a', 'x')
const evaluate = (text: string) =>
  ({ type: 'evaluate', scratch: { type: 'expression', text }, request, minor: 36, now: 0 }) as const

it('a computation that takes too long is given up, and the next one is answered', async () => {
  const one = thread()
  const slow = { type: 'parse', text: `a: ${'['.repeat(200_000)}` } as const
  await expect(one.run({ job: slow, world: 'w' }, { limit: 50 })).rejects.toMatchObject({
    body: { kind: 'invalid', reason: 'TookTooLong' },
  })
  const next = await one.run({ job: { type: 'parse', text: 'kind: A' }, world: 'w' })
  expect(next).toMatchObject({ type: 'objects', objects: [{ object: { kind: 'A' } }] })
}, 20_000)

it('a computation is cancelled at once, and what waits behind it goes on', async () => {
  const one = thread()
  const abort = new AbortController()
  const slow = { type: 'parse', text: `a: ${'['.repeat(200_000)}` } as const
  const running = one.run({ job: slow, world: 'w' }, { signal: abort.signal })
  const waiting = one.run({ job: { type: 'parse', text: 'kind: A' }, world: 'w' })
  setTimeout(() => abort.abort(), 300)
  await expect(running).rejects.toMatchObject({ body: { kind: 'cancelled' } })
  expect(await waiting).toMatchObject({ type: 'objects' })
}, 20_000)

it.each([
  [20, 2],
  [null, 1],
])(
  'a thread without work for longer than %s ms is thread number %s when it is asked again',
  async (idleAfter, number) => {
    const one = new ComputingThread({ idleAfter })
    threads.push(one)
    const generations: number[] = []
    const facts = (generation: number) => {
      generations.push(generation)
      return []
    }
    const job = { type: 'parse', text: 'kind: A' } as const
    await one.run({ job, world: 'w', facts })
    await new Promise(resolve => setTimeout(resolve, 300))
    await one.run({ job, world: 'w', facts })
    expect(generations).toEqual([1, number])
  },
  60_000,
)

it('a new thread is told everything again', async () => {
  const one = thread()
  const generations: number[] = []
  const facts = (generation: number) => {
    generations.push(generation)
    return []
  }
  const job = { type: 'parse', text: 'kind: A' } as const
  await one.run({ job, world: 'w', facts })
  await one.run({ job, world: 'w', facts })
  const slow = { type: 'parse', text: `a: ${'['.repeat(200_000)}` } as const
  await one.run({ job: slow, world: 'w' }, { limit: 20 }).catch(() => undefined)
  await one.run({ job, world: 'w', facts })
  expect(generations).toEqual([1, 1, 2])
}, 20_000)

it.each([
  ['(a+)+$ over a long text', `"${'a'.repeat(5000)}!".matches("(a+)+$")`],
  ['nested comprehensions', `${'[1,2,3,4,5,6,7,8,9,10].all(a,'.repeat(12)}true${')'.repeat(12)}`],
  ['a megabyte of expression', Array(100_000).fill('true').join(' && ')],
  ['deep nesting', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
])(
  'hostile expressions end in time with an answer: %s',
  async (_name, text) => {
    const one = thread()
    const began = performance.now()
    const outcome = await one
      .run({ job: evaluate(text), world: 'w' }, { limit: 5000 })
      .then(({ answer }) => answer.state)
      .catch((error: { body?: { kind: string } }) => error.body?.kind)
    expect(['evaluated', 'invalid']).toContain(outcome)
    expect(performance.now() - began).toBeLessThan(12_000)
  },
  30_000,
)

it('an expression is told with its parts, or with the place at which it is wrong', async () => {
  const one = thread()
  const { answer } = await one.run({
    job: evaluate('object.metadata.name == "y" || size(object.kind) > 3'),
    world: 'w',
  })
  expect(answer).toMatchObject({
    state: 'evaluated',
    expressions: [
      {
        field: 'expression',
        type: 'bool',
        result: { type: 'value', text: 'true' },
        parts: expect.arrayContaining([expect.objectContaining({ start: 0, end: 27, text: 'false' })]),
      },
    ],
  })
  const wrong = await one.run({ job: evaluate('object.spec.\n  nonsense +'), world: 'w' })
  expect(wrong.answer).toMatchObject({
    state: 'evaluated',
    expressions: [{ type: '', result: { type: 'error' }, issues: [{ line: 2 }] }],
  })
})

it('a job that is settled leaves nothing at the signal, however it ended', async () => {
  const one = thread()
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners--
    remove(...args)
  }
  const job = { type: 'parse', text: 'kind: A' } as const
  for (let count = 0; count < 5; count++) await one.run({ job, world: 'w' }, { signal })
  const slow = { type: 'parse', text: `a: ${'['.repeat(200_000)}` } as const
  await expect(one.run({ job: slow, world: 'w' }, { signal, limit: 20 })).rejects.toThrow()
  const closed = one.run({ job: slow, world: 'w' }, { signal })
  one.close()
  await expect(closed).rejects.toThrow()
  expect(listeners).toBe(0)
}, 20_000)

it('an evaluation that is cancelled ends by itself, and its thread goes on knowing what it was told', async () => {
  const one = thread()
  const generations: number[] = []
  const facts = (generation: number) => {
    generations.push(generation)
    return []
  }
  await one.run({ job: evaluate('1 + 1'), world: 'w', facts })
  const slow = `${'[1,2,3,4,5,6,7,8,9,10].all(a,'.repeat(12)}true${')'.repeat(12)}`
  for (let stroke = 0; stroke < 3; stroke++) {
    const abort = new AbortController()
    const running = one.run({ job: evaluate(slow), world: 'w', facts }, { signal: abort.signal })
    setTimeout(() => abort.abort(), 20)
    await expect(running).rejects.toMatchObject({ body: { kind: 'cancelled' } })
  }
  const next = await one.run({ job: evaluate('1 + 1'), world: 'w', facts })
  expect(next.answer).toMatchObject({ state: 'evaluated' })
  expect(new Set(generations)).toEqual(new Set([1]))
}, 20_000)
