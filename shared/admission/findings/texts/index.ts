import type { FindingId } from '../ids.ts'
import { policyTexts } from './policies.ts'
import { reachTexts } from './reach.ts'
import type { CheckText } from './text.ts'
import { wayTexts } from './way.ts'

export type { CheckText }

/** The words of every check. */
export const checkTexts: Readonly<Record<FindingId, CheckText>> = {
  ...wayTexts,
  ...reachTexts,
  ...policyTexts,
}
