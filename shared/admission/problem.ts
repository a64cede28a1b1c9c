/** How much a problem matters: `bad` breaks something now, `warning` may, `unknown` cannot be told. */
export type Severity = 'bad' | 'warning' | 'unknown'

export type ProblemCode =
  | 'notBound'
  | 'bindingsUnreadable'
  | 'bindsNothing'
  | 'policyUnreadable'
  | 'parameterMissing'
  | 'parameterUnreadable'
  | 'parameterIgnored'
  | 'parameterNull'
  | 'parameterInvalid'
  | 'parameterActionUnset'
  | 'parameterKindNotServed'
  | 'typeWarnings'
  | 'objectNullOnDelete'
  | 'reachesNothing'
  | 'noRules'
  | 'notServed'
  | 'noTarget'
  | 'serviceMissing'
  | 'serviceUnreadable'
  | 'portMissing'
  | 'noEndpointSlice'
  | 'noReadyEndpoint'
  | 'bundleMissing'
  | 'bundleUndecodable'
  | 'bundleExpired'
  | 'bundleNotYetValid'
  | 'bundleNotAuthority'
  | 'bundleExpires'
  | 'deadlock'
  | 'blocksItself'
  | 'slowChain'
  | 'blocksDryRun'
  | 'reviewVersions'

/** Something wrong or risky in the configuration, with what it means. */
export interface Problem {
  readonly code: ProblemCode
  readonly severity: Severity
  /** A word or two, for a chip. */
  readonly label: string
  readonly title: string
  /** What follows from it, in one to three sentences. */
  readonly detail: string
}

const weight: Readonly<Record<Severity, number>> = { bad: 0, warning: 1, unknown: 2 }

/** The worst first; equal ones keep their order. */
export function bySeverity(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort((a, b) => weight[a.severity] - weight[b.severity])
}
