import { types } from '../check/types.ts'
import type { Cost, FunctionDefinition } from '../run/functions.ts'
import { StringList } from '../values/containers.ts'
import { OpaqueValue, OptionalValue, type Result } from '../values/value.ts'
import { nominal, patternCost, plainSize } from './costs.ts'
import { global, member } from './define.ts'
import { type Format, formats } from './formats.ts'

const formatType = types.struct('kubernetes.NamedFormat')
const { string } = types

class FormatValue extends OpaqueValue {
  readonly type = formatType
  readonly format: Format

  constructor(format: Format) {
    super()
    this.format = format
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof FormatValue && this.format.name === other.format.name
  }

  override toString(): string {
    return this.format.name
  }
}

/** Nothing where the text is of the format, else what is wrong with it. */
function validate({ format }: FormatValue, text: string): Result {
  const faults = format.faults(text)
  return faults.length === 0 ? OptionalValue.none : OptionalValue.of(new StringList(faults))
}

/** Matching a pattern of the format’s length, whatever the format really does. */
const validateCost: Cost = ([format, text]) =>
  format instanceof FormatValue ? patternCost(plainSize(text), format.format.patternSize) : 1

export const formatFunctions: readonly FunctionDefinition[] = [
  ...[...formats].map(([name, format]) => {
    const value = new FormatValue(format)
    return global(`format.${name}`, `format.${name}`, [], formatType, () => value)
  }),
  global(
    'format.named',
    'format-named',
    [string],
    types.optional(formatType),
    (name: string) => {
      const format = formats.get(name)
      return format === undefined ? OptionalValue.none : OptionalValue.of(new FormatValue(format))
    },
    nominal,
  ),
  member('validate', 'format-validate', [formatType, string], types.optional(types.list(string)), validate, {
    cost: validateCost,
    costByName: true,
  }),
]
