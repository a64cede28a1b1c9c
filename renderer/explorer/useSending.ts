import { useEffect, useRef, useState } from 'react'
import { type AppErrorBody, assertNever, isCancelled } from '../../shared/errors/index.ts'
import type {
  ApiAnswer,
  ApiCall,
  CallRoute,
  ChannelFrame,
  FollowEntry,
  FollowFrame,
} from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { errorBody, openReview } from '../live/index.ts'

/** Entries of a stream that the page keeps: the newest. */
export const mostKept = 1000

export type Received =
  | { readonly type: 'nothing' }
  | { readonly type: 'waiting'; readonly route: CallRoute }
  | { readonly type: 'failed'; readonly error: AppErrorBody }
  | { readonly type: 'answer'; readonly answer: ApiAnswer }
  | {
      readonly type: 'stream'
      readonly frame: Omit<FollowFrame, 'entries'>
      readonly entries: readonly FollowEntry[]
    }
  | {
      readonly type: 'channel'
      readonly frame: Omit<ChannelFrame, 'messages'>
      readonly messages: ChannelFrame['messages']
      readonly input: (text: string) => void
    }
  | { readonly type: 'planned' }

export interface Sending {
  readonly received: Received
  /** Something is under way or stays open. */
  readonly isBusy: boolean
  send(route: CallRoute, reveal: boolean): void
  stop(): void
}

/** Sends a call on its route; one at a time. Ends with the component. */
export function useSending(call: ApiCall): Sending {
  const [received, setReceived] = useState<Received>({ type: 'nothing' })
  const running = useRef<(() => void) | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => () => running.current?.(), [])
  const over = () => {
    running.current = null
    setIsBusy(false)
  }
  const stop = () => {
    running.current?.()
    over()
    setReceived(now => (now.type === 'waiting' ? { type: 'nothing' } : now))
  }
  const send = (route: CallRoute, reveal: boolean) => {
    running.current?.()
    setIsBusy(true)
    setReceived({ type: 'waiting', route })
    running.current = begin(route, call, reveal, setReceived, over)
  }
  return { received, isBusy, send, stop }
}

type Take = (received: Received) => void

/** @returns ends it */
function begin(route: CallRoute, call: ApiCall, reveal: boolean, take: Take, over: () => void): () => void {
  switch (route) {
    case 'read':
      return once(
        signal => engine.call('explorer.call', { ...call, reveal }, signal),
        answer => take({ type: 'answer', answer }),
        take,
        over,
      )
    case 'plan':
      return once(
        signal => engine.call('explorer.plan', call, signal),
        plan => {
          take({ type: 'planned' })
          openReview(plan)
        },
        take,
        over,
      )
    case 'stream':
      return follow(call, reveal, take, over)
    case 'channel':
      return connect(call, take, over)
    default:
      return assertNever(route)
  }
}

function once<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  done: (value: T) => void,
  take: Take,
  over: () => void,
): () => void {
  const controller = new AbortController()
  ask(controller.signal).then(
    value => {
      if (controller.signal.aborted) return
      done(value)
      over()
    },
    (error: unknown) => {
      if (controller.signal.aborted || isCancelled(error)) return
      take({ type: 'failed', error: errorBody(error) })
      over()
    },
  )
  return () => controller.abort()
}

function follow(call: ApiCall, reveal: boolean, take: Take, over: () => void): () => void {
  let kept: readonly FollowEntry[] = []
  const stream = engine.openStream(
    'explorer.follow',
    { ...call, reveal },
    {
      value: ({ entries, ...frame }) => {
        kept = [...kept, ...entries].slice(-mostKept)
        take({ type: 'stream', frame, entries: kept })
        if (frame.phase === 'ended' || frame.phase === 'failed') over()
      },
      end: error => {
        if (error !== undefined) take({ type: 'failed', error })
        over()
      },
    },
  )
  return () => stream.close()
}

function connect(call: ApiCall, take: Take, over: () => void): () => void {
  let kept: ChannelFrame['messages'] = []
  const stream = engine.openStream('explorer.channel', call, {
    value: ({ messages, ...frame }) => {
      kept = [...kept, ...messages].slice(-mostKept)
      take({ type: 'channel', frame, messages: kept, input: text => stream.update({ input: text }) })
      if (frame.phase === 'ended' || frame.phase === 'failed') over()
    },
    end: error => {
      if (error !== undefined) take({ type: 'failed', error })
      over()
    },
  })
  return () => stream.close()
}
