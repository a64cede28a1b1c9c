// What every JavaScript runtime of ours offers besides the language itself. `shared` is checked
// against this list instead of the types of Node or the DOM.
interface AbortSignal {
  readonly aborted: boolean
  // biome-ignore lint/suspicious/noExplicitAny: must equal the runtimes' own declaration to merge with it
  readonly reason: any
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare var AbortController: { new (): AbortController }
declare function setTimeout(run: () => void, milliseconds?: number): unknown
declare function clearTimeout(handle: unknown): void
interface Performance {
  now(): number
}
declare var performance: Performance
declare function queueMicrotask(run: () => void): void
declare function btoa(text: string): string
declare function atob(text: string): string
interface TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare var TextEncoder: { new (): TextEncoder }
interface TextDecoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
declare var TextDecoder: {
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder
}
