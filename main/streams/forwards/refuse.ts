import { AppError } from '../../../shared/errors/index.ts'
import type { ContextEntry } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'

/** Refuses forwards where there is no cluster behind a context, or one that is protected. @throws AppError */
export function refuseForwards(entry: ContextEntry | null, context: ContextId): void {
  if (entry === null) return
  const why = whyNot(entry)
  if (why === null) return
  throw new AppError({
    kind: 'invalid',
    reason: entry.origin === 'kubeconfig' ? 'ProtectedContext' : 'NoCluster',
    context,
    resource: 'forward a port',
    message: why,
  })
}

function whyNot({ origin, isProtected, name }: ContextEntry): string | null {
  if (origin === 'snapshot')
    return `${name} is a dump: what is in it does not run, so there is no port to forward to.`
  if (origin === 'sample')
    return 'The sample cluster exists in memory alone: its pods do not run, so there is no port to forward to.'
  return isProtected
    ? `${name} is protected, and what is sent through a forwarded port may change it. Take the protection off in the settings first.`
    : null
}
