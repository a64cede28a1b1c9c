import type { AppErrorBody } from '../errors/index.ts'

/** Renderer to main. Ids are chosen by the renderer and unique within a connection. */
export type Request =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'open'; readonly id: number; readonly stream: string; readonly params: unknown }
  | { readonly type: 'update'; readonly id: number; readonly seq: number; readonly params: unknown }
  | { readonly type: 'ack'; readonly id: number; readonly revision: number }
  | { readonly type: 'close'; readonly id: number }

/** Main to renderer. `seq` is that of the last `update` that the value takes into account. */
export type Reply =
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: AppErrorBody }
  | {
      readonly type: 'next'
      readonly id: number
      readonly seq: number
      readonly revision: number
      readonly value: unknown
    }
  | { readonly type: 'end'; readonly id: number; readonly error?: AppErrorBody }
