import { useSyncExternalStore } from 'react'
import { formatDuration } from './age.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  for (const listener of [...listeners]) listener()
}

/** Age in words of a moment (milliseconds since the epoch); renders again only when the text changes. */
export function useAge(since: number): string {
  return useSyncExternalStore(subscribe, () => formatDuration(Date.now() - since))
}

/** A ticking age. One timer serves every age on the page. */
export function Age({ since }: { readonly since: number }) {
  const text = useAge(since)
  return <time title={momentText(since)}>{text}</time>
}

/** A moment in the reader's own date format and time zone. */
export function momentText(moment: number): string {
  return Number.isFinite(moment) ? dateFormat.format(moment) : ''
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
