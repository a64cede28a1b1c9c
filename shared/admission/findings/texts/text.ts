import type { FindingSeverity } from '../types.ts'

/** What is always true of a check; the documentation has the same words. */
export interface CheckText {
  /** Where a check does not choose by the case. */
  readonly severity: FindingSeverity
  readonly title: string
  /** What was found, in one or two sentences. */
  readonly means: string
  readonly why: string
  readonly fix: string
}
