/**
 * What runs inside the page before anything else: a bridge between the page's world and the
 * isolated world of the preload script, and there the part of Electron that a sandboxed preload
 * script may ask for. These functions are sent as text, so they use nothing from outside.
 */

/** Name of the isolated world. */
export const preloadWorld = 'gatehouse-preload'
/** The binding by which the isolated world speaks to main. */
export const sendBinding = 'standInSend'

/** Source for the page's world. */
export function pageWorldSource(token: string): string {
  return `(${pageWorld})(${JSON.stringify(token)}, ${worldBridge})`
}

/** Source for the isolated world, with the preload script in it. */
export function preloadWorldSource(token: string, preload: string): string {
  return `(${isolatedWorld})(${JSON.stringify(token)}, ${worldBridge}, ${JSON.stringify(sendBinding)}, function (exports, require, module) {\n${preload}\n})`
}

interface Packed {
  readonly kind: 'value' | 'function' | 'object'
  readonly value?: unknown
  readonly id?: number
  readonly entries?: readonly (readonly [string, Packed])[]
}

interface Bridge {
  pack(value: unknown): Packed
  unpack(packed: Packed): unknown
}

/**
 * Functions of one world as functions of the other: arguments and results are structured clones,
 * functions among them are proxies. The worlds share the window's events and nothing else.
 */
function worldBridge(token: string, own: string, other: string): Bridge {
  const dispatch = window.dispatchEvent.bind(window)
  const functions: ((...args: unknown[]) => unknown)[] = []
  const answers = new Map<number, { readonly value?: Packed; readonly error?: string }>()
  let calls = 0
  const pack = (value: unknown): Packed => {
    if (typeof value === 'function') {
      functions.push(value as (...args: unknown[]) => unknown)
      return { kind: 'function', id: functions.length - 1 }
    }
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, pack(item)]) }
    if (value instanceof globalThis.Promise)
      throw new Error('The stand-in for Electron carries no promises over the bridge.')
    return { kind: 'value', value }
  }
  const unpack = (packed: Packed): unknown => {
    if (packed.kind === 'value') return packed.value
    if (packed.kind === 'function') return (...args: unknown[]) => call(packed.id ?? -1, args)
    const entries = (packed.entries ?? []).map(([key, item]) => [key, unpack(item)] as const)
    return Object.freeze(Object.fromEntries(entries))
  }
  const call = (id: number, args: readonly unknown[]): unknown => {
    const answer = ++calls
    const detail = { id, args: args.map(pack), answer }
    dispatch(new CustomEvent(`${token} call ${other}`, { detail }))
    const result = answers.get(answer)
    answers.delete(answer)
    if (result === undefined) throw new Error('The other world did not answer.')
    if (result.error !== undefined) throw new Error(result.error)
    return result.value === undefined ? undefined : unpack(result.value)
  }
  window.addEventListener(`${token} call ${own}`, event => {
    const { id, args, answer } = (event as CustomEvent).detail
    let result: { readonly value?: Packed; readonly error?: string }
    try {
      result = { value: pack(functions[id]?.(...args.map(unpack))) }
    } catch (error) {
      result = { error: error instanceof Error ? error.message : String(error) }
    }
    dispatch(new CustomEvent(`${token} answer ${other}`, { detail: { answer, result } }))
  })
  window.addEventListener(`${token} answer ${own}`, event => {
    const { answer, result } = (event as CustomEvent).detail
    answers.set(answer, result)
  })
  return { pack, unpack }
}

function pageWorld(token: string, bridgeOf: typeof worldBridge): void {
  if (window.top !== window) return
  const bridge = bridgeOf(token, 'page', 'preload')
  window.addEventListener(`${token} expose`, event => {
    const { key, api } = (event as CustomEvent).detail
    Object.defineProperty(window, key, { value: bridge.unpack(api), enumerable: true })
  })
}

type Listener = (event: object, ...args: unknown[]) => void

function isolatedWorld(
  token: string,
  bridgeOf: typeof worldBridge,
  binding: string,
  preload: (exports: object, require: (name: string) => unknown, module: object) => void,
): void {
  if (window.top !== window) return
  const bridge = bridgeOf(token, 'preload', 'page')
  const listeners = new Map<string, Set<Listener>>()
  const known = (name: string, object: object): object =>
    new Proxy(object, {
      get: (target, key, receiver) => {
        if (typeof key === 'symbol' || key in target) return Reflect.get(target, key, receiver)
        throw new Error(`The stand-in for Electron has no ${name}.${key} in preload scripts.`)
      },
    })
  const ipcRenderer = known('ipcRenderer', {
    send: (channel: string, ...args: unknown[]) => {
      for (const arg of args)
        if (typeof arg !== 'string')
          throw new Error('The stand-in for Electron sends texts only from preload scripts.')
      send({ channel, args })
    },
    on: (channel: string, listener: Listener) => {
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(listener))
    },
    off: (channel: string, listener: Listener) => void listeners.get(channel)?.delete(listener),
  })
  const contextBridge = known('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => {
      const detail = { key, api: bridge.pack(api) }
      window.dispatchEvent(new CustomEvent(`${token} expose`, { detail }))
    },
  })
  const webUtils = known('webUtils', {
    getPathForFile: () => {
      throw new Error('The stand-in for Electron cannot tell where a dropped file lies.')
    },
  })
  const electron = known('electron', { contextBridge, ipcRenderer, webUtils })
  Reflect.set(globalThis, 'standInReceive', (channel: string, args: readonly unknown[]) => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, ...args)
  })
  const send = (message: object): void => {
    const toMain = Reflect.get(globalThis, binding) as (text: string) => void
    toMain(JSON.stringify(message))
  }
  const followTitle = (): void => {
    let last = ''
    const tell = (): void => {
      if (document.title === last) return
      last = document.title
      send({ title: last })
    }
    tell()
    new MutationObserver(tell).observe(document.head, { subtree: true, childList: true, characterData: true })
  }
  document.addEventListener('DOMContentLoaded', followTitle)
  const module = { exports: {} }
  const require = (name: string): unknown => {
    if (name === 'electron') return electron
    throw new Error(`A sandboxed preload script cannot have “${name}”.`)
  }
  preload(module.exports, require, module)
}
