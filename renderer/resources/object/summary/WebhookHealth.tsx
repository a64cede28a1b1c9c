import { addressOf, useStream } from '../../../live/index.ts'
import { useSubject } from '../subject.ts'
import { FactTableView } from './FactView.tsx'
import { healthTable } from './webhookHealth.ts'

/** How the webhooks of this configuration do; the Webhooks view has the whole of it. */
export function WebhookHealth() {
  const { context, ref } = useSubject()
  const { value } = useStream('admission.webhooks', { context })
  if (value === null) return null
  return (
    <FactTableView
      table={healthTable(value.webhooks, ref)}
      actions={<a href={addressOf.webhooks(context)}>All webhooks, in calling order</a>}
    />
  )
}
