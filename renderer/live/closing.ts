import { create } from 'zustand'
import type { ContextId } from '../../shared/kube/index.ts'

/** The context that somebody wants closed, and that is asked about where something runs in it. */
const closing = create<{ readonly context: ContextId | null }>()(() => ({ context: null }))

/** Closes a context: at once where nothing runs in it, else after a question. */
export function requestClose(context: ContextId): void {
  closing.setState({ context })
}

export function useClosing(): ContextId | null {
  return closing(state => state.context)
}

export function endClosing(): void {
  closing.setState({ context: null })
}
