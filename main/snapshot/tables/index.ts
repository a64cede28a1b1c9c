/**
 * Tables as the API server prints them: columns (taken from a real server) and the cells of an
 * object, for the built-in kinds and for custom resources.
 */
import type { KubeObject } from '../../../shared/kube/index.ts'
import { admissionPrinters } from './admission.ts'
import { autoscalingPrinters } from './autoscaling.ts'
import { clusterPrinters, printEventRow } from './cluster.ts'
import { type ColumnDefinition, customTable } from './custom.ts'
import { ageCell } from './duration.ts'
import { at, hasCondition, integer, list, type Mapping, mapping, text } from './fields.ts'
import { networkPrinters } from './network.ts'
import { printPod } from './pods.ts'
import { type Cell, createdAt, type Printer } from './print.ts'
import { workloadPrinters } from './workloads.ts'

export type { Cell }
export { at, type ColumnDefinition, customTable, hasCondition, integer, list, mapping, text }

const printers: ReadonlyMap<string, Printer> = new Map([
  ['/pods', printPod],
  ...Object.entries(admissionPrinters),
  ...Object.entries(autoscalingPrinters),
  ...Object.entries(clusterPrinters),
  ...Object.entries(networkPrinters),
  ...Object.entries(workloadPrinters),
])

export type RowPrinter = (object: KubeObject, now: number) => readonly Cell[]

const defaultMarks: ReadonlyMap<string, string> = new Map([
  ['StorageClass', 'storageclass.kubernetes.io/is-default-class'],
  ['IngressClass', 'ingressclass.kubernetes.io/is-default-class'],
])

/** Classes that are the default say so beside their name. */
function nameOf({ kind, metadata }: KubeObject): string {
  const mark = defaultMarks.get(kind)
  const isDefault = mark !== undefined && metadata.annotations?.[mark] === 'true'
  return `${metadata.name ?? ''}${isDefault ? ' (default)' : ''}`
}

/** What a row says of the object beside its cells: finished pods are told from the others by it. */
export function rowConditions(object: KubeObject): readonly Mapping[] | undefined {
  if (object.kind !== 'Pod') return undefined
  const phase = at(object, 'status', 'phase')
  if (phase === 'Succeeded') return [completed('Succeeded', 'The pod has completed successfully.')]
  return phase === 'Failed' ? [completed('Failed', 'The pod failed.')] : undefined
}

const completed = (reason: string, message: string): Mapping => ({
  type: 'Completed',
  status: 'True',
  reason,
  message,
})

/** Prints whole rows, the name included. Kinds without a printer of their own show name and age. */
export function rowPrinter(
  group: string,
  resource: string,
  columns: readonly ColumnDefinition[],
): RowPrinter {
  if (group === '' && resource === 'events') return printEventRow
  const print = printers.get(`${group}/${resource}`)
  if (print !== undefined) return (object, now) => [nameOf(object), ...print(object, now)]
  return (object, now) => columns.map(column => genericCell(column.name, object, now))
}

/** Rows of a custom resource: its name, then the columns of its definition. */
export function withName(print: Printer): RowPrinter {
  return (object, now) => [nameOf(object), ...print(object, now)]
}

function genericCell(column: string, object: KubeObject, now: number): Cell {
  if (column === 'Name') return nameOf(object)
  if (column === 'Age') return ageCell(object.metadata.creationTimestamp, now)
  return column === 'Created At' ? createdAt(object) : ''
}

export { selects } from './selects.ts'
