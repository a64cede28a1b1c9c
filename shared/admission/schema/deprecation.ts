import { own } from '../values/index.ts'
import type { Fields } from './structural.ts'

/**
 * What the server says of a version of a custom kind that is deprecated; null for any other. Source:
 * apiextensions-apiserver, pkg/apiserver/customresource_handler.go.
 */
export function deprecationOf({
  group,
  kind,
  wanted,
  versions,
}: {
  readonly group: string
  readonly kind: string
  readonly wanted: Fields
  readonly versions: readonly Fields[]
}): string | null {
  if (own(wanted, 'deprecated') !== true) return null
  const given = own(wanted, 'deprecationWarning')
  if (typeof given === 'string') return given
  const name = nameOf(wanted)
  const [best] = versions
    .filter(each => own(each, 'served') === true && own(each, 'deprecated') !== true)
    .map(nameOf)
    .filter(each => compareVersions(name, each) < 0)
    .sort((one, other) => compareVersions(other, one))
  const advice = best === undefined ? '' : `; use ${group}/${best} ${kind}`
  return `${group}/${name} ${kind} is deprecated${advice}`
}

function nameOf(version: Fields): string {
  const name = own(version, 'name')
  return typeof name === 'string' ? name : ''
}

const stages = ['alpha', 'beta', '']

/** Stage, then number, then number within the stage: `v1` is above `v2beta1`, and that above `v1beta9`. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [placeOf(one), placeOf(other)]
  if (a === null || b === null) {
    // What is no version in this sense is below all that are, in reverse order of the alphabet.
    if (a === null && b === null) return one < other ? 1 : one > other ? -1 : 0
    return a === null ? -1 : 1
  }
  return a.map((part, at) => part - (b[at] ?? 0)).find(difference => difference !== 0) ?? 0
}

function placeOf(version: string): readonly number[] | null {
  const [, major, stage = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? []
  return major === undefined ? null : [stages.indexOf(stage), Number(major), Number(minor)]
}
