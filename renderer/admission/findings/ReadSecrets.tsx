import type { FindingsView } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { readSecretsForFindings } from '../../live/index.ts'
import { Button } from '../../ui/index.ts'

export interface ReadSecretsProps {
  readonly context: ContextId
  readonly view: FindingsView
}

/** Serving certificates stand in Secrets, which are read only after this; remembered until the context is closed. */
export function ReadSecrets({ context, view }: ReadSecretsProps) {
  if (view.readsSecrets || view.webhooks.length === 0) return null
  return <Button onPress={() => readSecretsForFindings(context)}>Read serving certificates</Button>
}
