import { describe, expect, test } from 'vitest'
import type { AppErrorBody, AppErrorKind } from '../../shared/errors/index.ts'
import { type Decision, decide, firstStep, type Memory, type Outcome, type Step } from './decisions.ts'

const fresh: Memory = {
  canList: true,
  canWatch: true,
  canStream: true,
  hasVersion: false,
  failures: 0,
  relists: 0,
}
const live: Memory = { ...fresh, hasVersion: true }
const error = (kind: AppErrorKind, status?: number, more: Partial<AppErrorBody> = {}): AppErrorBody => ({
  kind,
  message: kind,
  ...(status === undefined ? {} : { status }),
  ...more,
})
const failed = (kind: AppErrorKind, status?: number, more?: Partial<AppErrorBody>): Outcome => ({
  type: 'failed',
  error: error(kind, status, more),
})
const summary = ({ step, show, wait }: Decision) => `${step}, ${show.type}, ${wait.type}`

test.each([
  [fresh, 'stream'],
  [{ ...fresh, canStream: false }, 'pages'],
  [{ ...fresh, canWatch: false }, 'poll'],
  [{ ...fresh, canList: false }, null],
] as const)('the first step goes by what the server offers (%#)', (memory, step) => {
  expect(firstStep(memory)).toBe(step)
})

const cases: readonly [string, Memory, Step, Outcome, string][] = [
  ['pages are followed by a watch', fresh, 'pages', { type: 'listed' }, 'watch, keep, none'],
  [
    'a poll is followed by a poll',
    { ...fresh, canWatch: false },
    'poll',
    { type: 'listed' },
    'poll, keep, pause',
  ],
  ['an end in order goes on from the version', live, 'watch', { type: 'ended' }, 'watch, keep, backoff'],
  [
    'a cut may be mended before it is told',
    live,
    'watch',
    { type: 'cut', error: error('unreachable') },
    'watch, staleSoon, backoff',
  ],
  [
    'a cut first list begins anew',
    fresh,
    'stream',
    { type: 'cut', error: error('unreachable') },
    'stream, staleSoon, backoff',
  ],
  [
    'a stall is told at once',
    live,
    'watch',
    { type: 'stalled', error: error('unreachable') },
    'watch, stale, none',
  ],
  [
    'a server that is not there may come back with an older store: all is read again',
    live,
    'watch',
    failed('unreachable', undefined, { reason: 'ECONNREFUSED' }),
    'stream, stale, backoff',
  ],
  [
    'a server that is not reached is gone on with from the version',
    live,
    'watch',
    failed('unreachable', undefined, { reason: 'EHOSTUNREACH' }),
    'watch, stale, backoff',
  ],
  ['another stream takes over', live, 'watch', { type: 'renewed' }, 'watch, keep, none'],
  [
    'waking goes on at once, but not all streams in the same instant',
    live,
    'watch',
    { type: 'woken' },
    'watch, keep, backoff',
  ],
  ['no end of initial events: pages', fresh, 'stream', { type: 'endless' }, 'pages, keep, none'],
  [
    'what cannot be read is listed again',
    live,
    'watch',
    { type: 'malformed', error: error('serverFault') },
    'stream, relisting, backoff',
  ],
  [
    'what cannot be read again and again is told',
    { ...live, relists: 1 },
    'watch',
    { type: 'malformed', error: error('serverFault') },
    'stream, stale, backoff',
  ],
  ['410 lists again', live, 'watch', failed('gone', 410), 'stream, relisting, backoff'],
  ['410 while paging pages again', fresh, 'pages', failed('gone', 410), 'pages, relisting, backoff'],
  ['404 is a kind that is gone', live, 'watch', failed('gone', 404), 'stream, kindGone, hold'],
  ['401 holds for a login', live, 'watch', failed('loginNeeded', 401), 'watch, loginNeeded, hold'],
  ['no right to watch: pages are tried', fresh, 'stream', failed('denied', 403), 'pages, keep, none'],
  ['no right to watch after a list: it is polled', live, 'watch', failed('denied', 403), 'poll, keep, none'],
  ['no right to list is a denial', fresh, 'pages', failed('denied', 403), 'pages, denied, hold'],
  [
    'no right to list any more is a denial',
    { ...live, canWatch: false },
    'poll',
    failed('denied', 403),
    'poll, denied, hold',
  ],
  [
    'a refused streamed list falls back to pages',
    fresh,
    'stream',
    failed('invalid', 422),
    'pages, keep, none',
  ],
  ['a refused list has failed', fresh, 'pages', failed('invalid', 400), 'stream, failed, hold'],
  [
    'a server that was set back is listed again',
    live,
    'watch',
    failed('serverFault', 504, { message: 'Timeout: Too large resource version: 90, current: 50' }),
    'stream, relisting, backoff',
  ],
  [
    'another 504 is a fault of the server',
    live,
    'watch',
    failed('serverFault', 504, { message: 'Timeout' }),
    'watch, stale, backoff',
  ],
  ['405 for a watch is polled', live, 'watch', failed('serverFault', 405), 'poll, keep, none'],
  ['a refused version is listed again', live, 'watch', failed('invalid', 400), 'stream, relisting, backoff'],
  [
    '429 waits as told',
    live,
    'watch',
    failed('throttled', 429, { retryAfterSeconds: 7 }),
    'watch, stale, pause',
  ],
  ['429 without a time backs off', live, 'watch', failed('throttled', 429), 'watch, stale, backoff'],
  ['no connection backs off', live, 'watch', failed('unreachable'), 'watch, stale, backoff'],
  ['a fault of the server backs off', live, 'watch', failed('serverFault', 500), 'watch, stale, backoff'],
  [
    'a second fault of a streamed list tries pages',
    { ...fresh, failures: 1 },
    'stream',
    failed('serverFault', 500),
    'pages, stale, backoff',
  ],
  ['a mistake of ours waits for news', live, 'watch', failed('internal'), 'watch, failed, hold'],
]

test.each(cases)('%s', (_rule, memory, step, outcome, expected) => {
  expect(summary(decide(memory, step, outcome, memory.failures > 0 ? 0 : 5000))).toBe(expected)
})

describe('repeated trouble slows down', () => {
  const repeat = (outcome: Outcome, lived: number, times: number) => {
    let decision = decide(live, 'watch', outcome, lived)
    for (let count = 1; count < times; count++)
      decision = decide({ ...decision.memory, hasVersion: true }, 'watch', outcome, lived)
    return decision
  }

  test('connections that are cut as soon as they open', () => {
    expect(repeat({ type: 'cut', error: error('unreachable') }, 10, 5).wait).toEqual({
      type: 'backoff',
      failures: 4,
    })
  })

  test('watches that end as soon as they open', () => {
    expect(repeat({ type: 'ended' }, 10, 5).wait).toEqual({ type: 'backoff', failures: 4 })
  })

  test('versions that expire again and again', () => {
    expect(repeat(failed('gone', 410), 5000, 5).wait).toEqual({ type: 'backoff', failures: 4 })
  })

  test('but not what was calm for half a minute', () => {
    expect(repeat(failed('gone', 410), 31_000, 5).wait).toEqual({ type: 'backoff', failures: 0 })
    expect(repeat({ type: 'ended' }, 300_000, 5).wait).toEqual({ type: 'backoff', failures: 0 })
  })

  test('Retry-After: 0 is no invitation to a loop', () => {
    expect(decide(live, 'watch', failed('throttled', 429, { retryAfterSeconds: 0 }), 0).wait).toEqual({
      type: 'pause',
      milliseconds: 1000,
    })
  })
})

test('errors of a server that answers are tried again within 5 s, however many there were', () => {
  const many = { ...live, failures: 30 }
  expect(decide(many, 'watch', failed('serverFault', 503), 0).wait).toMatchObject({ atMost: 5000 })
  expect(decide(many, 'watch', failed('unreachable'), 0).wait).not.toHaveProperty('atMost')
})
