import type { Trace } from '../../../shared/admission/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { isGapOf } from '../parts/gaps.ts'

const changingKinds = [
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'mutatingwebhookconfigurations',
]

/** What stands in place of an object that is not sent, or not chosen. */
export function withoutObject({ steps, gaps }: Pick<Trace, 'steps' | 'gaps'>, isDelete: boolean): string {
  if (isDelete)
    return 'A delete sends no object: who decides on it sees the one that is stored as oldObject, and nothing changes it.'
  const changing = steps.filter(step => step.phase.startsWith('mutating') && step.outcome !== 'notMatched')
  const any = 'No object is chosen, any of the kind is meant.'
  if (gaps.some(gap => isGapOf(gap, changingKinds))) return `${any} Not all that may change one may be read.`
  const may = changing.length === 0 ? 'Nothing on the way' : `${counted(changing.length, 'step')} on the way`
  return `${any} ${may} may change one.`
}
