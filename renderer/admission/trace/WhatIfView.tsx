import type { ContextId } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, addressOf, navigate } from '../../live/index.ts'
import { RequestView } from './RequestView.tsx'

export interface WhatIfViewProps {
  readonly context: ContextId
  readonly question: AdmissionQuestion
}

/** What happens if this very object is sent: each step, the object as it changes, and the verdict. */
export function WhatIfView({ context, question }: WhatIfViewProps) {
  const asked: AdmissionQuestion =
    question.object.type === 'unknown' ? { ...question, object: { type: 'text', text: '' } } : question
  const change = (part: Partial<AdmissionQuestion>) => {
    const next = { ...asked, ...part, isTextAway: false }
    // Of what is typed only the last is a place to come back to.
    const isTyping = next.object.type === 'text' && asked.object.type === 'text' && part.object !== undefined
    navigate(addressOf.whatIf(context, next), { replace: isTyping })
  }
  return <RequestView context={context} question={asked} onChange={change} hasObject />
}
