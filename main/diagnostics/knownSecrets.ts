import { mask } from './mask.ts'

/** Shorter values are words of every sentence; the rules for fields and headers cover them. */
const shortest = 6
/** A line of a key, or a piece of a secret that was cut off, counts from this length on. */
const shortestPiece = 16
const shortestBase64 = 8
/** Tokens are renewed for days: beyond this many forms, the secrets told longest ago are forgotten. */
const mostForms = 20_000

/**
 * The credentials of this run, in every spelling in which they could get into a text. Patterns
 * find what looks like a credential; this finds what is one, wherever a message quotes it.
 */
export class KnownSecrets {
  /** The forms of each secret, the one told last at the end. */
  readonly #known = new Map<string, readonly Form[]>()
  /** Forms by how they begin, longest first: a text is searched once, however many there are. */
  readonly #byStart = new Map<string, Form[]>()
  #count = 0

  get size(): number {
    return this.#known.size
  }

  add(...values: readonly string[]): void {
    for (const value of values.map(text => text.trim())) {
      if (value.length < shortest) continue
      const known = this.#known.get(value)
      this.#known.delete(value)
      this.#known.set(value, known ?? this.#learn(formsOf(value)))
    }
    for (const oldest of this.#known.keys()) {
      if (this.#count <= mostForms || this.#known.size === 1) break
      this.#forget(oldest)
    }
  }

  /** The text with every form of every secret masked. */
  mask(text: string): string {
    let result = ''
    let end = 0
    let isMasked = false
    for (let at = 0; at + shortest <= text.length; at++) {
      const form = this.#byStart.get(startOf(text, at))?.find(each => text.startsWith(each.text, at))
      if (form === undefined) continue
      const { from, to } = extentOf(form, text, at)
      if (!isMasked || from >= end) result += text.slice(end, Math.max(from, end)) + mask
      isMasked = true
      end = Math.max(end, to)
    }
    return result + text.slice(end)
  }

  #learn(forms: readonly Form[]): readonly Form[] {
    this.#count += forms.length
    for (const form of forms) {
      const others = this.#byStart.get(startOf(form.text, 0)) ?? []
      const at = others.findIndex(({ text }) => text.length < form.text.length)
      others.splice(at < 0 ? others.length : at, 0, form)
      this.#byStart.set(startOf(form.text, 0), others)
    }
    return forms
  }

  #forget(value: string): void {
    const forms = this.#known.get(value) ?? []
    this.#known.delete(value)
    this.#count -= forms.length
    for (const form of forms) {
      const others = this.#byStart.get(startOf(form.text, 0))?.filter(each => each !== form) ?? []
      if (others.length === 0) this.#byStart.delete(startOf(form.text, 0))
      else this.#byStart.set(startOf(form.text, 0), others)
    }
  }
}

function startOf(text: string, at: number): string {
  return text.slice(at, at + shortest)
}

/** Where a form that stands at a place begins and ends, with what shares bits with it. */
function extentOf(form: Form, text: string, at: number): { readonly from: number; readonly to: number } {
  let [from, to] = [at, at + form.text.length]
  if (!form.isBase64) return { from, to }
  while (at - from < 4 && /[\w+/-]/.test(text.charAt(from - 1))) from--
  to += /^[\w+/-]{0,4}={0,2}/.exec(text.slice(to, to + 6))?.[0].length ?? 0
  return { from, to }
}

interface Form {
  readonly text: string
  readonly isBase64: boolean
}

/** The spellings of a secret: as it is, escaped, encoded, in pieces. */
function formsOf(value: string): readonly Form[] {
  const lines = value.split(/\r?\n/).map(line => line.trim())
  const pieces = lines.length > 1 ? lines.filter(line => line.length >= shortestPiece) : cutOff(value)
  const forms = [value, ...pieces].flatMap(text => [
    ...[...escapedForms(text), ...hexForms(text)].map(form => ({ text: form, isBase64: false })),
    ...base64Forms(text).map(form => ({ text: form, isBase64: true })),
  ])
  const distinct = new Map(forms.map(form => [form.text, form]))
  return [...distinct.values()].filter(
    ({ text, isBase64 }) => text.length >= (isBase64 ? shortestBase64 : shortest),
  )
}

/** What is left of a long secret where a text was cut in the middle of it. */
function cutOff(value: string): readonly string[] {
  return value.length < 2 * shortestPiece ? [] : [value.slice(0, shortestPiece), value.slice(-shortestPiece)]
}

function escapedForms(text: string): readonly string[] {
  const json = (inner: string): string => JSON.stringify(inner).slice(1, -1)
  const uri = encodeURIComponent(text.toWellFormed())
  return [
    text,
    json(text),
    json(json(text)),
    uri,
    uri.replaceAll('%20', '+'),
    uri.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
    new URLSearchParams({ v: text }).toString().slice(2),
  ]
}

function hexForms(text: string): readonly string[] {
  const hex = Buffer.from(text, 'utf8').toString('hex')
  return [hex, hex.toUpperCase()]
}

function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text, 'utf8')
  return [0, 1, 2].flatMap(offset => base64At(bytes, offset))
}

/**
 * Base64 of the bytes behind `offset` unknown ones, without the characters that depend on what
 * stands before and behind: so it is found inside a larger encoded text, such as `user:password`.
 */
function base64At(bytes: Buffer, offset: number): readonly string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes])
  const whole = padded.subarray(0, padded.length - (padded.length % 3)).toString('base64')
  const inner = whole.slice(offset === 0 ? 0 : 4)
  return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
}
