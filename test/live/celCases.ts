import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An expression of the case files, and the server it is for. */
export interface Case {
  readonly expr: string
  /** Compatibility version of the server, e.g. `1.36`. */
  readonly version: string
  /** True for an expression that is being written: what is newer than the version is unknown. */
  readonly isNew: boolean
  /** File without its ending. */
  readonly file: string
}

export const caseFolder = join(import.meta.dirname, '../cases/cel')

/** Files of the language itself; those of the Kubernetes libraries begin with `k8s-`. */
export function coreFiles(): readonly string[] {
  return readdirSync(caseFolder)
    .filter(name => name.endsWith('.txt') && !name.startsWith('k8s-') && !name.startsWith('known'))
    .map(name => name.slice(0, -'.txt'.length))
    .sort()
}

/**
 * Reads a file: an expression a line, `# …` comments, `@values NAME a | b` the values of `{NAME}`,
 * `@server VERSION [new]` the server of the lines below, `@json "…"` an expression of several lines.
 */
export function readCases(file: string): readonly Case[] {
  const values = new Map<string, readonly string[]>()
  const cases: Case[] = []
  let [version, isNew] = ['1.36', false]
  for (const line of readFileSync(join(caseFolder, `${file}.txt`), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, name = '', listed = ''] = /^@values (\w+) (.*)$/.exec(line) ?? []
    if (name !== '') values.set(name, listed.split(' | '))
    else if (line.startsWith('@server ')) {
      const [, wanted = '', mode] = line.split(' ')
      version = wanted
      isNew = mode === 'new'
    } else {
      const written = line.startsWith('@json ') ? [JSON.parse(line.slice(6)) as string] : expand(line, values)
      cases.push(...written.map(expr => ({ expr, version, isNew, file })))
    }
  }
  return cases
}

/** A line for every combination of the values it names; a name used twice stands for two choices. */
function expand(line: string, values: ReadonlyMap<string, readonly string[]>): readonly string[] {
  for (const [name, choices] of values) {
    const at = line.indexOf(`{${name}}`)
    if (at < 0) continue
    const [before, after] = [line.slice(0, at), line.slice(at + name.length + 2)]
    return expand(after, values).flatMap(rest =>
      choices.flatMap(choice => expand(before, values).map(first => first + choice + rest)),
    )
  }
  return [line]
}

/** Expressions that are known to differ, each with its reason: `# reason` stands above them. */
export function knownDifferences(): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  let reason = ''
  for (const line of readFileSync(join(caseFolder, 'known.txt'), 'utf8').split('\n'))
    if (line.startsWith('# ')) reason = line.slice(2)
    else if (line !== '') known.set(line, reason)
  return known
}

/** The object that expressions are about; whole numbers that a double cannot hold are bigints. */
export function caseObject(): { readonly text: string; readonly value: unknown } {
  const text = readFileSync(join(caseFolder, 'object.json'), 'utf8')
  const revive = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '0')
      : value
  return { text, value: JSON.parse(text, revive as (key: string, value: unknown) => unknown) }
}
