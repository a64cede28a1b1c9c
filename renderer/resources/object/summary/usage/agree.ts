import type { ContextId } from '../../../../../shared/kube/index.ts'
import { engine } from '../../../../bridge/index.ts'

/** Agrees that a service is asked for histories in a context; null takes it back. */
export function agree(context: ContextId, service: string | null): Promise<null> {
  return engine.call('usage.agree', { context, service })
}
