import type { AppErrorBody } from '../../../shared/errors/index.ts'

/** What may not be read, as the server refuses it. */
interface Refused {
  readonly verb: string
  readonly resource: string
  readonly group: string
  readonly scope: string
}

const refusal =
  /cannot (?<verb>[a-z]+) resource "(?<resource>[^"]+)" in API group "(?<group>[^"]*)"(?: in the namespace "(?<namespace>[^"]+)")?/

function refusedOf({ message }: AppErrorBody): Refused | null {
  const found = refusal.exec(message)?.groups
  if (found === undefined) return null
  const { verb = '', resource = '', group = '', namespace } = found
  return {
    verb,
    resource,
    group,
    scope: namespace === undefined ? 'cluster scope' : `namespace ${namespace}`,
  }
}

/**
 * What could not be read, in lines: verb, resource and scope of what is forbidden, that of one group and
 * scope in one line; for all else the message.
 */
export function gapLines(gaps: readonly AppErrorBody[]): readonly string[] {
  const lines = new Map<string, { readonly begin: string; readonly end: string; readonly names: string[] }>()
  for (const gap of gaps) {
    const refused = refusedOf(gap)
    if (refused === null) {
      lines.set(gap.message, { begin: gap.message, end: '', names: [] })
      continue
    }
    const { verb, resource, group, scope } = refused
    const key = JSON.stringify([verb, group, scope])
    const line = lines.get(key)
    if (line !== undefined) {
      if (!line.names.includes(resource)) line.names.push(resource)
      continue
    }
    const of = group === '' ? '' : ` of ${group}`
    lines.set(key, { begin: `${verb} `, end: `${of}, ${scope}`, names: [resource] })
  }
  return [...lines.values()].map(({ begin, end, names }) => `${begin}${listed(names)}${end}`)
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** Whether a gap is about one of the resources, named in the plural as the API has them. */
export function isGapOf({ resource = '', message }: AppErrorBody, resources: readonly string[]): boolean {
  const words = new Set(`${resource} ${message}`.split(/[^a-z]+/))
  return resources.some(name => words.has(name))
}
