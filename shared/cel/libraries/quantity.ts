import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { CelError, OpaqueValue, type Result } from '../values/value.ts'
import {
  type Amount,
  addAmounts,
  asFloat,
  asInt64,
  compareScaled,
  integerAmount,
  negated,
  parseAmount,
  printAmount,
} from './amount.ts'
import { nominal, oneTraversal } from './costs.ts'
import { global, member } from './define.ts'

const quantityType = types.struct('kubernetes.Quantity')
const { bool, double, int, string } = types

class QuantityValue extends OpaqueValue {
  readonly type = quantityType
  readonly amount: Amount

  constructor(amount: Amount) {
    super()
    this.amount = amount
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof QuantityValue && compareScaled(this.amount, other.amount) === 0
  }

  override toString(): string {
    return printAmount(this.amount)
  }
}

const quantityOf = (amount: Amount | CelError): Result =>
  amount instanceof CelError ? amount : new QuantityValue(amount)

const both = [quantityType, quantityType]

const compares = (name: string, id: string, holds: (order: number) => boolean): FunctionDefinition =>
  member(
    name,
    id,
    both,
    bool,
    (one: QuantityValue, other: QuantityValue) => holds(compareScaled(one.amount, other.amount)),
    nominal,
  )

export const quantityFunctions: readonly FunctionDefinition[] = [
  global(
    'quantity',
    'string_to_quantity',
    [string],
    quantityType,
    (text: string) => quantityOf(parseAmount(text)),
    oneTraversal,
  ),
  global(
    'isQuantity',
    'is_quantity_string',
    [string],
    bool,
    (text: string) => !(parseAmount(text) instanceof CelError),
    oneTraversal,
  ),
  global(
    'sign',
    'quantity_sign',
    [quantityType],
    int,
    ({ amount }: QuantityValue) => (amount.unscaled > 0n ? 1n : amount.unscaled < 0n ? -1n : 0n),
    nominal,
  ),
  compares('isGreaterThan', 'quantity_is_greater_than', order => order > 0),
  compares('isLessThan', 'quantity_is_less_than', order => order < 0),
  member(
    'compareTo',
    'quantity_compare_to',
    both,
    int,
    (one: QuantityValue, other: QuantityValue) => BigInt(compareScaled(one.amount, other.amount)),
    nominal,
  ),
  member(
    'asApproximateFloat',
    'quantity_get_float',
    [quantityType],
    double,
    ({ amount }: QuantityValue) => asFloat(amount),
    nominal,
  ),
  member(
    'asInteger',
    'quantity_get_int',
    [quantityType],
    int,
    ({ amount }: QuantityValue) => asInt64(amount) ?? new CelError('cannot convert value to integer'),
    nominal,
  ),
  member(
    'isInteger',
    'quantity_is_integer',
    [quantityType],
    bool,
    ({ amount }: QuantityValue) => asInt64(amount) !== null,
    nominal,
  ),
  ...sums(),
]

function sums(): readonly FunctionDefinition[] {
  return [
    member(
      'add',
      'quantity_add',
      both,
      quantityType,
      (one: QuantityValue, other: QuantityValue) => quantityOf(addAmounts(one.amount, other.amount)),
      nominal,
    ),
    member(
      'add',
      'quantity_add_int',
      [quantityType, int],
      quantityType,
      (one: QuantityValue, other: bigint) => quantityOf(addAmounts(one.amount, integerAmount(other))),
      nominal,
    ),
    member(
      'sub',
      'quantity_sub',
      both,
      quantityType,
      (one: QuantityValue, other: QuantityValue) => quantityOf(addAmounts(one.amount, negated(other.amount))),
      nominal,
    ),
    member(
      'sub',
      'quantity_sub_int',
      [quantityType, int],
      quantityType,
      (one: QuantityValue, other: bigint) => quantityOf(addAmounts(one.amount, integerAmount(-other))),
      nominal,
    ),
  ]
}
