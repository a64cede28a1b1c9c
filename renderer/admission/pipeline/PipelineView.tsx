import type { ContextId } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, addressOf, navigate } from '../../live/index.ts'
import { RequestView } from '../trace/RequestView.tsx'

export interface PipelineViewProps {
  readonly context: ContextId
  readonly question: AdmissionQuestion
}

const pods = { group: '', version: 'v1', resource: 'pods' }

/** The stations of any request of a kind: who acts, who does not, and why not. */
export function PipelineView({ context, question }: PipelineViewProps) {
  const asked: AdmissionQuestion = {
    ...question,
    resource: question.resource ?? pods,
    name: '',
    object: { type: 'unknown' },
  }
  const change = (part: Partial<AdmissionQuestion>) =>
    navigate(addressOf.pipeline(context, { ...asked, ...part }))
  return <RequestView context={context} question={asked} onChange={change} hasObject={false} />
}
