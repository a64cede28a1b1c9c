import { EventEmitter } from 'node:events'

/** What every object allows to be asked for, whether or not Electron has it. */
const harmless = new Set<string | symbol>(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType'])

/**
 * The object itself, except that what it lacks throws: a test must not pass on a silent
 * `undefined`. Methods are bound to the object, since its private fields are out of reach else.
 */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key, object)
      if (typeof value === 'function' && key !== 'constructor') return value.bind(object)
      if (value !== undefined || typeof key === 'symbol' || harmless.has(key) || key in object) return value
      throw new Error(`The stand-in for Electron has no ${name}.${key}.`)
    },
    set: (object, key, value) => Reflect.set(object, key, value, object),
  })
}

/** An event of Electron: its details, and a default that may be prevented. */
export interface StandInEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function eventWith<D extends object>(details: D): D & StandInEvent {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}

/** An emitter that knows its events by name; listening for another throws. */
export class KnownEvents extends EventEmitter {
  readonly #owner: string
  readonly #known: ReadonlySet<string>

  constructor(owner: string, known: readonly string[]) {
    super()
    this.#owner = owner
    this.#known = new Set(known)
  }

  override on(name: string, listener: (...args: never[]) => void): this {
    this.#check(name)
    return super.on(name, listener as () => void)
  }

  override once(name: string, listener: (...args: never[]) => void): this {
    this.#check(name)
    return super.once(name, listener as () => void)
  }

  #check(name: string): void {
    if (!this.#known.has(name))
      throw new Error(`The stand-in for Electron never emits “${name}” of ${this.#owner}.`)
  }
}
