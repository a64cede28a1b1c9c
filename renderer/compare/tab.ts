import type { ContextId } from '../../shared/kube/index.ts'
import type { ComparePlace } from '../live/index.ts'

export interface CompareTabProps {
  readonly context: ContextId
  readonly place: ComparePlace
  readonly onChange: (part: Partial<ComparePlace>) => void
}
