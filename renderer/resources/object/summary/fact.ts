import type { Meaning } from '../../../../shared/ipc/index.ts'
import type { KindName } from '../../../../shared/relations/index.ts'

/** One piece of a value, so that kinds say what to show and not how. */
export type FactPart =
  | { readonly type: 'text'; readonly text: string }
  /** A name or an expression, in the monospace face. */
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'chip'; readonly text: string; readonly meaning: Meaning | null }
  | { readonly type: 'time'; readonly at: number }
  | { readonly type: 'link'; readonly kind: KindName; readonly namespace: string; readonly name: string }

export interface Fact {
  readonly term: string
  readonly parts: readonly FactPart[]
}

export interface FactTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (readonly FactPart[])[])[]
}

/** What matters of one object. */
export interface Facts {
  readonly facts: readonly Fact[]
  readonly tables: readonly FactTable[]
}

export const text = (value: string): FactPart => ({ type: 'text', text: value })
export const code = (value: string): FactPart => ({ type: 'code', text: value })
export const chip = (value: string, meaning: Meaning | null = null): FactPart => ({
  type: 'chip',
  text: value,
  meaning,
})
export const link = (kind: KindName, namespace: string, name: string): FactPart => ({
  type: 'link',
  kind,
  namespace,
  name,
})

/** A fact, or nothing where there is no value. */
export function fact(term: string, ...parts: readonly (FactPart | null)[]): readonly Fact[] {
  const present = parts.filter(part => part !== null)
  return present.length === 0 ? [] : [{ term, parts: present }]
}

/** A scalar as it stands in the object; null where there is none. */
export function scalar(value: unknown): FactPart | null {
  if (typeof value === 'string') return value === '' ? null : code(value)
  if (typeof value === 'number' || typeof value === 'boolean') return text(String(value))
  return null
}

/** File modes are stored as decimal numbers and meant as octal ones: `420 (0644)`. */
export function modeText(mode: number): string {
  return `${mode} (0${mode.toString(8)})`
}
