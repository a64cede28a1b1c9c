import { ContainersForm } from './ContainersForm.tsx'
import { DeleteCollectionForm } from './DeleteCollectionForm.tsx'
import { DeleteForm } from './DeleteForm.tsx'
import { DrainForm } from './DrainForm.tsx'
import type { FormProps } from './form.ts'
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
    case 'deleteCollection':
      return <DeleteCollectionForm {...rest} operation={operation} />
    case 'removeFinalizers':
      return <FinalizersForm {...rest} operation={operation} />
    default:
      return null
  }
}
