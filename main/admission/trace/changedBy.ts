import type { Trace } from '../../../shared/admission/index.ts'
import { changesOf, compare } from '../../../shared/diff/index.ts'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import { formatPath, type KubeObject, type ObjectRef } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { Traces } from './handlers.ts'

/** A field that admission changes, with the name of who does. */
interface FieldChange {
  readonly field: string
  readonly by: string
}

/** What admission changes of an object that is written, as far as a trace can tell. @throws AppError */
export async function changedByAdmission(
  traces: Traces,
  api: ApiClient,
  {
    object,
    old,
    ref,
  }: { readonly object: KubeObject; readonly old: KubeObject | null; readonly ref: ObjectRef },
  signal: AbortSignal,
): Promise<readonly FieldChange[]> {
  const question: TraceQuestion = {
    operation: old === null ? 'CREATE' : 'UPDATE',
    ...{ resource: ref.resource, subresource: '', namespace: ref.namespace, name: ref.name },
    object: { type: 'text', text: JSON.stringify(object) },
    ...(old === null ? {} : { old: JSON.stringify(old) }),
    user: null,
    assumeWebhooks: 'unknown',
  }
  const { trace } = await traces.trace(api, question, signal)
  return fieldChanges(trace)
}

function fieldChanges({ steps, objects }: Trace): readonly FieldChange[] {
  return steps.flatMap(({ change, name, webhook, kind, phase }) => {
    // Decoding fills in defaults, which nobody of admission made.
    if (change === undefined || phase === 'schema') return []
    const own = phase === 'builtIn' || name === '' ? `${kind} ${name}`.trim() : (webhook ?? name)
    const by = change.among === undefined ? own : change.among.join(' or ')
    return changesOf(compare(objects[change.before], objects[change.after])).map(({ path }) => ({
      field: formatPath(path),
      by,
    }))
  })
}
