import type { AppErrorBody } from '../../../../shared/errors/index.ts'
import type { ObjectEvents } from '../../../../shared/ipc/index.ts'
import { useLooked } from '../../../charts/index.ts'
import { useSubject } from '../subject.ts'

/** Events about the object of the page, live. */
export function useEvents(): { readonly value: ObjectEvents | null; readonly error: AppErrorBody | null } {
  const { context, object } = useSubject()
  const { uid, namespace = '' } = object.metadata
  return useLooked('events.object', uid === undefined || uid === '' ? null : { context, namespace, uid })
}
