import { fieldsOf, listOf, stringOf, stringsOf } from '../fields.ts'
import {
  type FieldProblem,
  forbidden,
  invalid,
  labelValueFaults,
  qualifiedNameFaults,
  required,
} from '../schema/index.ts'

/** Faults of a label selector; none of one that is not there. */
export function selectorProblems(selector: unknown, field: string): readonly FieldProblem[] {
  const { matchLabels, matchExpressions } = fieldsOf(selector)
  const ofLabels = Object.entries(fieldsOf(matchLabels)).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map(fault => invalid(`${field}.matchLabels`, key, fault)),
    ...labelValueFaults(stringOf(value)).map(fault => invalid(`${field}.matchLabels`, value, fault)),
  ])
  const ofExpressions = listOf(matchExpressions).flatMap((each, at) =>
    requirementProblems(each, `${field}.matchExpressions[${at}]`),
  )
  return [...ofLabels, ...ofExpressions]
}

function requirementProblems(requirement: unknown, field: string): readonly FieldProblem[] {
  const { key, operator, values } = fieldsOf(requirement)
  const given = stringsOf(values)
  const found: FieldProblem[] = []
  if (operator === 'In' || operator === 'NotIn') {
    if (given.length === 0)
      found.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"))
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (given.length > 0)
      found.push(
        forbidden(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      )
  } else found.push(invalid(`${field}.operator`, stringOf(operator), 'not a valid selector operator'))
  const name = stringOf(key)
  found.push(...qualifiedNameFaults(name).map(fault => invalid(`${field}.key`, name, fault)))
  for (const [at, value] of given.entries())
    found.push(...labelValueFaults(value).map(fault => invalid(`${field}.values[${at}]`, value, fault)))
  return found
}
