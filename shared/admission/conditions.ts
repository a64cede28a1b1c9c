import { fieldsOf, listOf, stringOf } from './fields.ts'

export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

export function readMatchConditions(value: unknown): readonly MatchCondition[] {
  return listOf(value).map(entry => {
    const fields = fieldsOf(entry)
    return { name: stringOf(fields.name), expression: stringOf(fields.expression) }
  })
}
