import { expect, it } from 'vitest'
import type { Forward, Terminal, Transfer } from '../../../shared/ipc/index.ts'
import { type DockStreams, dockNews } from './dockNews.ts'

const terminal = (id: string, phase: Terminal['phase']) => ({ id, phase }) as Terminal
const forward = (id: string, phase: Forward['phase']) => ({ id, phase }) as Forward
const transfer = (id: string, phase: Transfer['phase']) => ({ id, phase }) as Transfer
const nothing: DockStreams = { terminals: [], forwards: [], transfers: [] }

it('what was so when the page began is no news', () => {
  const now: DockStreams = {
    terminals: [terminal('a', 'ended')],
    forwards: [forward('b', 'failed')],
    transfers: [transfer('c', 'done')],
  }
  expect(dockNews({ terminals: null, forwards: null, transfers: null }, now)).toEqual([])
  expect(dockNews(now, now)).toEqual([])
})

it('an end and a failure are news of their own tab', () => {
  const before = { ...nothing, terminals: [terminal('a', 'open'), terminal('b', 'open')] }
  const now = { ...nothing, terminals: [terminal('a', 'lost'), terminal('b', 'open')] }
  expect(dockNews(before, now)).toEqual(['terminal a'])
  expect(dockNews(nothing, { ...nothing, forwards: [forward('x', 'failed')] })).toEqual(['forwards'])
  expect(dockNews(nothing, { ...nothing, forwards: [forward('x', 'open')] })).toEqual([])
  const copied = { ...nothing, transfers: [transfer('x', 'failed'), transfer('y', 'running')] }
  expect(dockNews({ ...nothing, transfers: [transfer('x', 'running')] }, copied)).toEqual(['transfers'])
})
