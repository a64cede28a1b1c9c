import { spawnSync } from 'node:child_process'
import type { GroupVersionKind, JsonObject } from '../../shared/cel/kubernetes/index.ts'

/** An object to decode, and the version to convert it to where one is given. */
export interface DefaultsQuestion {
  readonly apiVersion: string
  readonly kind: string
  readonly object: unknown
  readonly to?: { readonly apiVersion: string; readonly kind: string }
}

export interface DefaultsAnswer {
  readonly object?: JsonObject
  readonly error?: string
}

/** What the server’s own types make of objects (test/cluster/defaults); an answer for each, in their order. */
export function askDefaults(
  binary: string,
  questions: readonly DefaultsQuestion[],
): readonly DefaultsAnswer[] {
  const input = questions.map(question => JSON.stringify(question)).join('\n')
  const { stdout, stderr, status } = spawnSync(binary, { input, maxBuffer: 1 << 30, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the oracle ended with ${status}: ${stderr.slice(0, 2000)}`)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as DefaultsAnswer)
}

export function kindOf({ apiVersion, kind }: { apiVersion: string; kind: string }): GroupVersionKind {
  const slash = apiVersion.indexOf('/')
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1), kind }
}

/** Where two values differ, as `path: ours ≠ theirs`; at most some of them. */
export function differencesOf(
  ours: unknown,
  theirs: unknown,
  path = '',
  all: string[] = [],
): readonly string[] {
  if (all.length >= 5 || Object.is(ours, theirs)) return all
  const isDeep = (value: unknown): value is object => typeof value === 'object' && value !== null
  if (!isDeep(ours) || !isDeep(theirs) || Array.isArray(ours) !== Array.isArray(theirs)) {
    all.push(`${path}: ${JSON.stringify(ours)?.slice(0, 300)} ≠ ${JSON.stringify(theirs)?.slice(0, 300)}`)
    return all
  }
  const left = new Map(Object.entries(ours))
  const right = new Map(Object.entries(theirs))
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    differencesOf(left.get(key), right.get(key), `${path}.${key}`, all)
  }
  return all
}
