import { create } from 'zustand'
import type { Operation, OperationType } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../shared/kube/index.ts'

/** An operation that a person chose for objects of one kind: its dialog leads to the plan. */
export interface OperationQuestion {
  readonly type: OperationType
  readonly context: ContextId
  readonly targets: readonly ObjectRef[]
  /** What the dialog starts from; without it, from the first object. */
  readonly initial?: Operation
}

const question = create<{ readonly asked: OperationQuestion | null }>()(() => ({ asked: null }))

/** The operation that is asked about now; null for none. */
export function useOperationQuestion(): OperationQuestion | null {
  return question(state => state.asked)
}

export function openOperation(asked: OperationQuestion): void {
  question.setState({ asked })
}

export function closeOperation(): void {
  question.setState({ asked: null })
}
