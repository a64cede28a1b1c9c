import type { CaseRequest, Expectation } from './case.ts'
import { missing } from './json.ts'

/** What became of a request, on a server or in the library. */
export interface Observed {
  /** HTTP status; 0 without a reason where the connection was dropped without an answer. */
  readonly code: number
  /** Empty where it was allowed. */
  readonly reason: string
  readonly message: string
  readonly warnings: readonly string[]
  readonly audit: Readonly<Record<string, string>>
  readonly causes: readonly unknown[]
  readonly object: unknown
  readonly calls: readonly ObservedCall[]
}

/** A call of the webhook server: the last segment of its path, and the request of the review. */
export interface ObservedCall {
  readonly hook: string
  readonly request: Readonly<Record<string, unknown>>
}

const isDropped = ({ code, reason }: Observed): boolean => code === 0 && reason === ''

const isCall = ({ code, message }: Observed): boolean =>
  code === 500 && message.includes('failed calling webhook')

/**
 * What the library can be expected to say. Of a connection admission decides whether it may be made, and no
 * more: what then comes of it hangs on nodes.
 */
export function ofAdmission({ operation, expect }: CaseRequest): Expectation {
  return operation === 'connect' ? { outcome: expect.outcome } : expect
}

/** Where what was seen is not what is expected, in words; empty where all is. */
export function differences(expected: Expectation, seen: Observed): readonly string[] {
  return [
    ...outcomeDifferences(expected, seen),
    ...textDifferences(expected, seen),
    ...warningDifferences(expected, seen),
    ...Object.entries(expected.audit ?? {}).flatMap(([prefix, part]) =>
      auditDifferences(prefix, part, seen.audit),
    ),
    ...missing(expected.causes, seen.causes, 'causes').slice(0, expected.causes === undefined ? 0 : 9),
    ...(expected.object === undefined ? [] : missing(expected.object, seen.object, 'object')),
    ...(expected.calls === undefined ? [] : callDifferences(expected.calls, seen.calls)),
  ]
}

function outcomeDifferences({ outcome, code }: Expectation, seen: Observed): readonly string[] {
  const what = `${seen.code} ${seen.message}`.trim()
  const isAsExpected = {
    called: isCall(seen),
    notCalled: !isCall(seen) && (seen.code < 400 || seen.code === code),
    allowed: seen.code > 0 && seen.code < 400,
    dropped: isDropped(seen),
    rejected: seen.code >= 400,
  }[outcome]
  if (!isAsExpected) return [`${outcome} is expected, but: ${what}`]
  return code === undefined || code === seen.code ? [] : [`code ${code} is expected, but: ${what}`]
}

function textDifferences(expected: Expectation, { message, reason }: Observed): readonly string[] {
  const found: string[] = []
  for (const part of expected.message ?? [])
    if (!message.includes(part)) found.push(`“${part}” is not in the message “${message}”`)
  for (const part of expected.notMessage ?? [])
    if (message.includes(part)) found.push(`“${part}” is in the message “${message}”`)
  if (expected.messageEquals !== undefined && expected.messageEquals !== message)
    found.push(`the message is “${message}”, not “${expected.messageEquals}”`)
  if (expected.reason !== undefined && expected.reason !== reason)
    found.push(`the reason is “${reason}”, not “${expected.reason}”`)
  return found
}

function warningDifferences(expected: Expectation, { warnings }: Observed): readonly string[] {
  const found = (expected.warnings ?? [])
    .filter(part => !warnings.some(warning => warning.includes(part)))
    .map(part => `no warning has “${part}”: ${JSON.stringify(warnings)}`)
  const count = expected.warningCount
  return count === undefined || count === warnings.length
    ? found
    : [...found, `${count} warnings are expected, not ${warnings.length}: ${JSON.stringify(warnings)}`]
}

function auditDifferences(prefix: string, part: string, seen: Observed['audit']): readonly string[] {
  const values = Object.entries(seen).flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : []))
  if (part === '<absent>') return values.length === 0 ? [] : [`audit ${prefix} is there: ${values[0]}`]
  return values.some(value => value.includes(part))
    ? []
    : [`audit ${prefix} has no “${part}”: ${JSON.stringify(seen)}`]
}

function callDifferences(
  expected: NonNullable<Expectation['calls']>,
  seen: readonly ObservedCall[],
): readonly string[] {
  const names = expected.map(call => (typeof call === 'string' ? call : String(call.hook)))
  const called = seen.map(({ hook }) => hook)
  if (names.join() !== called.join()) return [`called were [${called}], not [${names}]`]
  return expected.flatMap((call, at) => {
    if (typeof call === 'string') return []
    const { hook, ...parts } = call
    return missing(parts, seen[at]?.request, `call of ${hook}`)
  })
}
