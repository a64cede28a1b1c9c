import { AppError } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { HandlersOf } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import type { OpenContexts } from '../../api/index.ts'
import { writeNewFile } from '../../diagnostics/index.ts'
import type { Watches } from '../../watch/index.ts'
import { Auditing } from './auditing.ts'

export interface AuditSources {
  readonly contexts: OpenContexts
  readonly watches: Pick<Watches, 'objects'>
  readonly clock: Clock
  readonly isDump: (context: ContextId) => boolean
}

export function auditHandlers({
  contexts,
  watches,
  clock,
  isDump,
}: AuditSources): Pick<
  HandlersOf<'admission'>,
  'admission.audit' | 'admission.exportAudit' | 'admission.saveAudit'
> {
  const open = new Map<string, Auditing>()
  const opened = (run: string): Auditing => {
    const audit = open.get(run)
    if (audit === undefined) throw new AppError({ kind: 'gone', message: 'The audit is not open any more.' })
    return audit
  }
  return {
    'admission.audit': (request, notify) => {
      let isChanged = true
      const onChange = (): void => {
        isChanged = true
        notify()
      }
      const api = contexts.get(request.context)
      const audit = new Auditing({ api, watches, clock, isDump: isDump(request.context), onChange }, request)
      open.set(audit.run, audit)
      return {
        take() {
          if (!isChanged) return undefined
          isChanged = false
          return audit.view()
        },
        update: () => audit.cancel(),
        close() {
          open.delete(audit.run)
          audit.close()
        },
      }
    },
    'admission.exportAudit': async ({ run, format }, signal) => opened(run).file(format, signal),
    'admission.saveAudit': async ({ run, format, folder }, signal) => {
      const { name, text } = await opened(run).file(format, signal)
      return { path: await writeNewFile({ folder, name, content: text, what: 'The audit' }) }
    },
  }
}
