import type { FindingsView } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { askServersForFindings, useContextEntry } from '../../live/index.ts'
import { Button } from '../../ui/index.ts'

export interface AskServersProps {
  readonly context: ContextId
  readonly view: FindingsView
}

/**
 * Has one pod of each webhook's Service asked for its certificate, only after this; remembered until the
 * context is closed.
 */
export function AskServers({ context, view }: AskServersProps) {
  if (!useMayAskServers({ context, view })) return null
  return <Button onPress={() => askServersForFindings(context)}>Ask the servers</Button>
}

/** Whether it is offered: not where there is no cluster, nor in a protected context, nor twice. */
export function useMayAskServers({ context, view }: AskServersProps): boolean {
  const entry = useContextEntry(context)
  const isCluster = entry?.origin === 'kubeconfig' && !entry.isProtected
  return isCluster && !view.asksServers && view.webhooks.length > 0
}
