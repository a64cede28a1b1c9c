import { randomBytes, timingSafeEqual } from 'node:crypto'

/** What a renderer shows as its first message, and what it keeps for the next connection. */
export class Keys {
  /** One-time token of the printed address. */
  readonly token: string = randomBytes(24).toString('base64url')
  #tokenUsed = false
  readonly #sessions = new Set<string>()

  /** The session key for a first message, or null when it shows nothing valid. */
  admit(text: string): string | null {
    const shown = parse(text)
    if (shown === null) return null
    if ('session' in shown) return this.#sessions.has(shown.session) ? shown.session : null
    if (this.#tokenUsed || !equal(shown.token, this.token)) return null
    this.#tokenUsed = true
    const session = randomBytes(24).toString('base64url')
    this.#sessions.add(session)
    return session
  }
}

function parse(text: string): { readonly token: string } | { readonly session: string } | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    if ('session' in value && typeof value.session === 'string') return { session: value.session }
    if ('token' in value && typeof value.token === 'string') return { token: value.token }
    return null
  } catch {
    return null
  }
}

function equal(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
