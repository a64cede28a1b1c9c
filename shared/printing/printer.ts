import type { KubeObject } from '../kube/index.ts'
import { findFirst, type JsonPath, parseJsonPath } from './jsonPath.ts'

/** `spec.versions[].additionalPrinterColumns[]` of a CustomResourceDefinition. */
export interface PrinterColumn {
  readonly name: string
  readonly type: string
  readonly jsonPath: string
  readonly description?: string
  readonly priority?: number
}

export interface PrintedColumn {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly priority: number
}

export interface Printer {
  readonly columns: readonly PrintedColumn[]
  /** One cell for each column. Those of type `date` are timestamps as the object has them. */
  cells(object: KubeObject): readonly unknown[]
}

const nameColumn: PrinterColumn = {
  name: 'Name',
  type: 'string',
  jsonPath: '.metadata.name',
  description: 'Name of the object, unique within its namespace and kind',
}
const ageColumn: PrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: 'Time since the object was created',
}

/** Name and Age: what the API server prints of a kind that names no columns. */
export function defaultPrinter(): Printer {
  return printerOf([])
}

/**
 * Name, then the given columns; Age when none is given. Values are converted as the API server
 * does it (apiextensions-apiserver, registry/customresource/tableconvertor).
 */
export function printerOf(columns: readonly PrinterColumn[]): Printer {
  const all = [nameColumn, ...(columns.length === 0 ? [ageColumn] : columns)]
  const paths = all.map(column => parseJsonPath(column.jsonPath))
  return {
    columns: all.map(({ name, type, description = '', priority = 0 }) => ({
      name,
      type,
      description,
      priority,
    })),
    cells: object => all.map((column, index) => cellOf(column.type, paths[index] ?? null, object)),
  }
}

function cellOf(type: string, path: JsonPath | null, object: KubeObject): unknown {
  const value = path === null ? undefined : findFirst(path, object)
  if (value === undefined || value === null) return null
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? value : null
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}
