import { isObject, own, quote } from '../values/index.ts'
import { Findings, wholeFailure } from './failures.ts'
import type { Fields } from './structural.ts'

/** Checks `anyOf`, `oneOf`, `allOf` and `not`. */
export function checkCombinations(
  schema: Fields,
  path: string,
  check: (branch: Fields) => Findings,
): Findings {
  const found = new Findings()
  anyOf(
    branches(schema, 'anyOf').map(branch => () => check(branch)),
    path,
    found,
  )
  oneOf(branches(schema, 'oneOf').map(check), path, found)
  allOf(branches(schema, 'allOf').map(check), path, found)
  const not = own(schema, 'not')
  if (isObject(not) && check(not).isValid)
    found.add(wholeFailure(`${quote(path)} must not validate the schema (not)`))
  found.held += 1
  return found
}

function branches(schema: Fields, name: string): readonly Fields[] {
  const listed = own(schema, name)
  return Array.isArray(listed) ? listed.filter(isObject) : []
}

/** The one in which most checks held, the first of equals. */
function closest(results: readonly Findings[]): Findings | null {
  return results.reduce<Findings | null>(
    (best, result) => (best === null || result.held > best.held ? result : best),
    null,
  )
}

function anyOf(checks: readonly (() => Findings)[], path: string, found: Findings): void {
  if (checks.length === 0) return
  const failed: Findings[] = []
  for (const run of checks) {
    const result = run()
    if (result.isValid) {
      found.merge(result)
      return
    }
    failed.push(result)
  }
  found.add(wholeFailure(`${quote(path)} must validate at least one schema (anyOf)`))
  const best = closest(failed)
  if (best !== null) found.merge(best)
}

function oneOf(results: readonly Findings[], path: string, found: Findings): void {
  if (results.length === 0) return
  const valid = results.filter(({ isValid }) => isValid)
  const [first] = valid
  if (valid.length === 1 && first !== undefined) {
    found.merge(first)
    return
  }
  const says = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`
  found.add(wholeFailure(`${quote(path)} must validate one and only one schema (oneOf). ${says}`))
  // Where several hold, the failures of the others are not told.
  const best = valid.length === 0 ? closest(results) : null
  if (best !== null) found.merge(best)
}

function allOf(results: readonly Findings[], path: string, found: Findings): void {
  if (results.length === 0) return
  for (const result of results) found.merge(result)
  const valid = results.filter(({ isValid }) => isValid).length
  if (valid === results.length) return
  found.add(
    wholeFailure(
      `${quote(path)} must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`,
    ),
  )
}
