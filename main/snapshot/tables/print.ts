import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, list, type Mapping, mapping, text } from './fields.ts'

export type Cell = string | number | boolean | null

/** Cells of an object after its name, as the API server prints them. `now` in ms since the epoch. */
export type Printer = (object: KubeObject, now: number) => readonly Cell[]

/** `a=b,c=d` of plain labels, as label maps are printed. */
export function labelsCell(labels: unknown): string {
  const pairs = Object.entries(mapping(labels)).map(([key, value]) => `${key}=${text(value)}`)
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',')
}

/** A `metav1.LabelSelector` in the notation of label selectors. */
export function selectorCell(selector: unknown): string {
  const terms = Object.entries(mapping(at(selector, 'matchLabels'))).map(([key, value]) => ({
    key,
    term: `${key}=${text(value)}`,
  }))
  for (const expression of list(at(selector, 'matchExpressions'))) {
    const key = text(at(expression, 'key'))
    const values = list(at(expression, 'values'))
      .map(value => text(value))
      .sort()
      .join(',')
    switch (at(expression, 'operator')) {
      case 'In':
        terms.push({ key, term: `${key} in (${values})` })
        break
      case 'NotIn':
        terms.push({ key, term: `${key} notin (${values})` })
        break
      case 'Exists':
        terms.push({ key, term: key })
        break
      case 'DoesNotExist':
        terms.push({ key, term: `!${key}` })
        break
    }
  }
  terms.sort((a, b) => (a.key < b.key ? -1 : 1))
  return terms.length === 0 ? '<none>' : terms.map(({ term }) => term).join(',')
}

/** Names and images of the containers of a pod template, a cell each. */
export function containerCells(template: unknown): readonly [string, string] {
  const containers = list(at(template, 'spec', 'containers'))
  return [
    containers.map(container => text(at(container, 'name'))).join(','),
    containers.map(container => text(at(container, 'image'))).join(','),
  ]
}

export function createdAt(object: KubeObject): string {
  return text(object.metadata.creationTimestamp)
}

const accessModes: Mapping = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
}

export function accessModesCell(modes: unknown): string {
  return list(modes)
    .map(mode => text(accessModes[text(mode)]))
    .filter(mode => mode !== '')
    .join(',')
}

/** `True`, `False` or `<unset>`. */
export function booleanCell(value: unknown): string {
  if (typeof value !== 'boolean') return '<unset>'
  return value ? 'True' : 'False'
}
