import type { Trace } from '../../../shared/admission/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { ValueParts } from './valueParts.ts'

/** Shorter values would blank out every word of a sentence, and tell nobody anything. */
const shortestValue = 4
const hidden = '(hidden: a value of a Secret)'
/** Stands for it until all values are replaced: one of them could be a word of it. */
const mark = '\u{F0000}'

/** A Secret as it may leave main. */
export type MaskSecret = (object: KubeObject) => KubeObject

/**
 * A trace as it may leave main: Secrets in it are masked, and so is every place in its texts that repeats
 * a value of one, whether it is the traced object or a parameter.
 * @param held all objects that the trace was computed from
 */
export function maskTrace(trace: Trace, held: Iterable<KubeObject>, maskSecret: MaskSecret): Trace {
  const values = new Set<string>()
  for (const object of trace.objects) collectValues(object, values)
  for (const object of held) collectValues(object, values)
  if (values.size === 0) return trace
  const texts = textMasker(values)
  // What expressions made of a Secret is not told in the first place; this is for what servers say.
  const { objects, ...rest } = trace
  return {
    ...(masked(rest, texts) as Omit<Trace, 'objects'>),
    objects: maskObjects(objects, maskSecret, texts),
  }
}

/** The first object is as it was sent; what came to it on the way may have been made of a Secret. */
function maskObjects(
  objects: Trace['objects'],
  maskSecret: MaskSecret,
  texts: (text: string) => string,
): Trace['objects'] {
  const own = new Set<string>()
  return objects.map((object, at) => {
    const known = isSecretObject(object) ? maskSecret(object as unknown as KubeObject) : withoutToken(object)
    if (at === 0) collectTexts(known, own)
    const shown = at === 0 ? known : masked(known, text => (own.has(text) ? text : texts(text)))
    return shown as Trace['objects'][number]
  })
}

function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, into)
  else if (isMapping(value))
    for (const [name, item] of Object.entries(value)) {
      into.add(name)
      collectTexts(item, into)
    }
}

/** Any value that repeats what Secrets hold, with that hidden. */
export function maskTexts<Value>(value: Value, held: Iterable<KubeObject>): Value {
  const values = new Set<string>()
  for (const object of held) collectValues(object, values)
  return values.size === 0 ? value : (masked(value, textMasker(values)) as Value)
}

/** Whether an object is a credential or holds one, so that it does not leave as it is. */
export function holdsCredential(object: unknown): boolean {
  return isSecretObject(object) || tokenOf(object) !== null
}

function isSecretObject(object: unknown): boolean {
  return isMapping(object) && object.kind === 'Secret' && object.apiVersion === 'v1'
}

/** Part of an object that holds a token in its field `token`, by kinds of authentication.k8s.io. */
const tokenParts = new Map([
  ['TokenRequest', 'status'],
  ['TokenReview', 'spec'],
])

interface HeldToken {
  readonly part: string
  readonly token: string
}

function tokenOf(object: unknown): HeldToken | null {
  if (!isMapping(object) || !String(object.apiVersion).startsWith('authentication.k8s.io/')) return null
  const part = tokenParts.get(String(object.kind))
  const held = part === undefined ? undefined : object[part]
  if (part === undefined || !isMapping(held) || typeof held.token !== 'string') return null
  return held.token === '' ? null : { part, token: held.token }
}

function withoutToken(object: unknown): unknown {
  const held = tokenOf(object)
  if (held === null || !isMapping(object)) return object
  const part = object[held.part]
  return { ...object, [held.part]: { ...(isMapping(part) ? part : {}), token: hidden } }
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** What was applied last, which holds the values of then. */
function appliedTo({ metadata }: Readonly<Record<string, unknown>>): unknown {
  const annotations = isMapping(metadata) ? metadata.annotations : undefined
  const text = isMapping(annotations) ? annotations[lastApplied] : undefined
  if (typeof text !== 'string') return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function collectValues(object: unknown, into: Set<string>): void {
  const held = tokenOf(object)
  if (held !== null) into.add(held.token)
  if (!isMapping(object) || !isSecretObject(object)) return
  const applied = appliedTo(object)
  if (isMapping(applied)) collectFields({ ...applied, apiVersion: 'v1', kind: 'Secret' }, into)
  collectFields(object, into)
}

function collectFields(object: Readonly<Record<string, unknown>>, into: Set<string>): void {
  for (const [field, isEncoded] of [
    ['data', true],
    ['stringData', false],
  ] as const) {
    const values = object[field]
    if (!isMapping(values)) continue
    for (const value of Object.values(values)) {
      if (typeof value !== 'string') continue
      into.add(value)
      into.add(
        isEncoded ? Buffer.from(value, 'base64').toString('utf8') : Buffer.from(value).toString('base64'),
      )
    }
  }
}

function textMasker(values: ReadonlySet<string>): (text: string) => string {
  const searched = [...values]
    .flatMap(value => [value, JSON.stringify(value).slice(1, -1), value.replaceAll('"', '""'), value.trim()])
    .filter(value => value.length >= shortestValue)
    // A value that holds another one goes first.
    .sort((one, other) => other.length - one.length)
  const distinct = [...new Set(searched)]
  const parts = new ValueParts(distinct)
  return text => {
    const whole = distinct.some(value => text.includes(value))
      ? distinct.reduce((left, value) => left.replaceAll(value, mark), text)
      : text
    return parts.replaced(whole).replaceAll(mark, hidden)
  }
}

function masked(value: unknown, texts: (text: string) => string): unknown {
  if (typeof value === 'string') return texts(value)
  if (Array.isArray(value)) return value.map(item => masked(item, texts))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [texts(name), masked(item, texts)]))
}
