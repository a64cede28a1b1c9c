import type { ContextId } from '../../shared/kube/index.ts'
import { useCall } from '../live/index.ts'
import { Button, EmptyState, useIsWider, useLater } from '../ui/index.ts'
import { Answer } from './Answer.tsx'
import { CallForm } from './CallForm.tsx'
import styles from './Explorer.module.css'
import { RequestHead } from './RequestText.tsx'
import { useDraftCall } from './useDraftCall.ts'
import { useSending } from './useSending.ts'

interface OperationPanelProps {
  readonly context: ContextId
  /** Id of an operation of the server. */
  readonly operation: string
}

/** One operation: its form, its request as text, and what the server answered. */
export function OperationPanel({ context, operation: id }: OperationPanelProps) {
  const { value: operation, error, again } = useCall('explorer.operation', { context, operation: id })
  const draft = useDraftCall(context, id)
  const sending = useSending(draft.call)
  const isWide = useIsWider(1500)
  const isLate = useLater(300)
  if (error !== null)
    return (
      <EmptyState
        meaning="warning"
        title="The operation is not there"
        detail={error.message}
        actions={<Button onPress={again}>Look again</Button>}
      />
    )
  if (operation === null) return isLate ? <EmptyState title="Reading the operation" /> : null
  const { preview } = draft
  return (
    <article className={`${styles.panel} ${isWide ? styles.panelWide : ''}`} aria-label={id}>
      <div className={styles.form}>
        <RequestHead operation={operation} preview={preview} sending={sending} />
        {operation.documentation !== '' && <p className={styles.text}>{operation.documentation}</p>}
        <CallForm context={context} operation={operation} draft={draft} />
      </div>
      <Answer operation={operation} sending={sending} />
    </article>
  )
}
