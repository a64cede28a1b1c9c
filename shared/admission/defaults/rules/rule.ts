import { emptyFields, type Fields, isObject, type Value } from '../read.ts'
import type { GoType } from '../table.ts'

/** A value of a Go type as JSON text, without defaults. */
export type WriteJson = (value: Value, type: GoType) => string

/** What the server does to a struct beyond its static defaults. */
export interface Rule {
  /** Fields whose default it decides upon: the static one of the table is not taken. */
  readonly decides?: readonly string[]
  /** Sees the struct with its static defaults, the structs inside as they were sent. Changes it. */
  readonly apply: (fields: Fields, writeJson: WriteJson) => void
}

/** A struct within another, which is there from now on. */
export function inside(fields: Fields, name: string): Fields {
  const value = fields[name]
  if (isObject(value)) return value
  const made = emptyFields()
  fields[name] = made
  return made
}

/** A struct or map within another; undefined where there is none. */
export function found(fields: Fields | undefined, name: string): Fields | undefined {
  const value = fields?.[name]
  return isObject(value) ? value : undefined
}

/** The structs of a list. */
export function listed(fields: Fields | undefined, name: string): readonly Fields[] {
  const value = fields?.[name]
  return Array.isArray(value) ? (value as readonly Value[]).filter(isObject) : []
}

export const text = (value: Value | undefined): string => (typeof value === 'string' ? value : '')

export const isEmpty = (map: Fields | undefined): boolean =>
  map === undefined || Object.keys(map).length === 0

/** Fills a field that is absent. */
export function fill(fields: Fields, name: string, value: Value): void {
  fields[name] ??= value
}

export function copyMap(map: Fields): Fields {
  const copy = emptyFields()
  for (const key of Object.keys(map)) copy[key] = map[key] ?? null
  return copy
}

/** Takes annotations away, which the server’s own types keep elsewhere. */
export function dropAnnotations(fields: Fields, names: readonly string[]): void {
  const annotations = found(found(fields, 'metadata'), 'annotations')
  if (annotations === undefined) return
  for (const name of names) delete annotations[name]
}

/** Of a struct whose fields the rule of the one around it fills. */
export const decidedOutside = (...decides: readonly string[]): Rule => ({ decides, apply: () => undefined })
