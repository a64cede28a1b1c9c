import type { Operation } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import type { OperationQuestion } from '../live/index.ts'
import { ContainersForm } from './ContainersForm.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { DrainForm } from './DrainForm.tsx'
import { KeysForm } from './KeysForm.tsx'
import { PairsForm } from './PairsForm.tsx'
import { RevisionsForm } from './RevisionsForm.tsx'
import {
  BindForm,
  DecisionForm,
  EvictForm,
  FinalizersForm,
  ScaleForm,
  TokenForm,
  TriggerForm,
} from './SmallForms.tsx'
import { TaintsForm } from './TaintsForm.tsx'

export interface FormProps<Type extends Operation['type'] = Operation['type']> {
  readonly asked: OperationQuestion
  /** The first target as it is now; null where it cannot be read. */
  readonly object: KubeObject | null
  readonly operation: Extract<Operation, { readonly type: Type }>
  readonly onChange: (operation: Operation) => void
  /** What is wrong with what was typed into a field; null for nothing. */
  readonly onProblem: (field: string, problem: string | null) => void
  readonly onSubmit: () => void
}

/** The fields of an operation. */
export function OperationForm({ operation, ...rest }: FormProps) {
  switch (operation.type) {
    case 'scale':
      return <ScaleForm {...rest} operation={operation} />
    case 'rollBack':
      return <RevisionsForm {...rest} operation={operation} />
    case 'drain':
      return <DrainForm {...rest} operation={operation} />
    case 'labels':
    case 'annotations':
      return <PairsForm {...rest} operation={operation} />
    case 'taints':
      return <TaintsForm {...rest} operation={operation} />
    case 'evict':
      return <EvictForm {...rest} operation={operation} />
    case 'resize':
    case 'containers':
      return <ContainersForm {...rest} operation={operation} />
    case 'token':
      return <TokenForm {...rest} operation={operation} />
    case 'approve':
    case 'deny':
      return <DecisionForm {...rest} operation={operation} />
    case 'bind':
      return <BindForm {...rest} operation={operation} />
    case 'trigger':
      return <TriggerForm {...rest} operation={operation} />
    case 'keys':
      return <KeysForm {...rest} operation={operation} />
    case 'delete':
      return <DeleteForm {...rest} operation={operation} />
    case 'removeFinalizers':
      return <FinalizersForm {...rest} operation={operation} />
    default:
      return null
  }
}
