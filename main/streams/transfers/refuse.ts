import { posix } from 'node:path'
import { AppError } from '../../../shared/errors/index.ts'
import type { ContextEntry } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'

/** Refuses what takes a running container where there is none, or where nothing may run. @throws AppError */
export function refuseTransfers(entry: ContextEntry | null, context: ContextId): void {
  const why = entry === null ? null : whyNot(entry)
  if (why === null) return
  const reason = entry?.origin === 'kubeconfig' ? 'ProtectedContext' : 'NoCluster'
  throw new AppError({ kind: 'invalid', reason, context, resource: 'copy files', message: why })
}

function whyNot({ origin, isProtected, name }: ContextEntry): string | null {
  if (origin === 'snapshot')
    return `${name} is a dump: its containers do not run, so there are no files to list or copy.`
  if (origin === 'sample')
    return 'The sample cluster exists in memory alone: its containers do not run, so there are no files to list or copy.'
  return isProtected
    ? `${name} is protected. Listing and copying files runs commands in its containers, which could change something. The protection is lifted in the settings.`
    : null
}

/** A path in a container, without what leads back and forth. @throws AppError `invalid` for a relative one */
export function containerPath(written: string): string {
  if (written.startsWith('/') && !written.includes('\0')) {
    const normal = posix.normalize(written)
    return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal
  }
  throw new AppError({
    kind: 'invalid',
    message: `“${written}” is no absolute path. Paths in a container are written from the root, like /etc/hosts.`,
  })
}
