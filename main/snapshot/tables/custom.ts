import { ageCell } from './duration.ts'
import { at, list, text } from './fields.ts'
import { evaluateJsonPath } from './jsonPath.ts'
import type { Cell, Printer } from './print.ts'

/** A column of a table, as the API server describes it. */
export interface ColumnDefinition {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  readonly priority: number
}

interface CustomTable {
  readonly columns: readonly ColumnDefinition[]
  readonly print: Printer
}

const ageColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }

/** What a version of a custom resource shows; `Age` alone where its definition names nothing. */
export function customTable(version: unknown, nameColumn: ColumnDefinition): CustomTable {
  const declared = list(at(version, 'additionalPrinterColumns'))
  const definitions = declared.length === 0 ? [ageColumn] : declared
  return {
    columns: [nameColumn, ...definitions.map(columnOf)],
    print: (object, now) =>
      definitions.map(definition =>
        cellOf(text(at(definition, 'type')), evaluateJsonPath(object, text(at(definition, 'jsonPath'))), now),
      ),
  }
}

function columnOf(definition: unknown): ColumnDefinition {
  const priority = at(definition, 'priority')
  const path = text(at(definition, 'jsonPath')).replace(/^\.+/, '')
  return {
    name: text(at(definition, 'name')),
    type: text(at(definition, 'type')),
    format: text(at(definition, 'format')),
    description: text(
      at(definition, 'description'),
      `Custom resource definition column (in JSONPath format): .${path}`,
    ),
    priority: typeof priority === 'number' ? priority : 0,
  }
}

/** Follows cellForJSONValue of k8s.io/apiextensions-apiserver's table convertor. */
function cellOf(type: string, values: readonly unknown[], now: number): Cell {
  const [value] = values
  if (values.length === 0) return type === 'date' ? null : null
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'number' ? (type === 'integer' ? Math.trunc(value) : value) : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return ageCell(value, now)
    default:
      return values.map(shown).join(',')
  }
}

function shown(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : text(value)
}
