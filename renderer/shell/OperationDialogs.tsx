import { lazy, Suspense } from 'react'
import { closeOperation, useOperationQuestion } from '../live/index.ts'

const OperationDialog = lazy(async () => ({
  default: (await import('../operations/index.ts')).OperationDialog,
}))

/** The dialog of the operation that was chosen. */
export function OperationDialogs() {
  const asked = useOperationQuestion()
  if (asked === null) return null
  return (
    <Suspense fallback={null}>
      <OperationDialog asked={asked} onClose={closeOperation} />
    </Suspense>
  )
}
