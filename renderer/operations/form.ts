import type { Operation } from '../../shared/ipc/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import type { OperationQuestion } from '../live/index.ts'

/** What the fields of every operation are given. */
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
