import { useCallback, useMemo, useRef, useState } from 'react'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ApiCall, RequestPreview } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { useCall } from '../live/index.ts'

/** A call as it is being filled in, with the request that it makes. */
export interface DraftCall {
  readonly call: ApiCall
  /** Of what was filled in last; null before the first came. */
  readonly preview: RequestPreview | null
  readonly error: AppErrorBody | null
  /** Values of a parameter, one for each time that it is given. */
  values(name: string): readonly string[]
  set(name: string, values: readonly string[]): void
  change(change: Partial<Pick<ApiCall, 'accept' | 'contentType' | 'body'>>): void
}

export function useDraftCall(context: ContextId, operation: string): DraftCall {
  const [fields, setFields] = useState<Omit<ApiCall, 'context' | 'operation'>>({
    ...{ values: [], accept: '', contentType: '', body: '' },
  })
  const call = useMemo(() => ({ context, operation, ...fields }), [context, operation, fields])
  const { value, error } = useCall('explorer.preview', call)
  // While one is made the last stays: the text must not blink with every key.
  const last = useRef<RequestPreview | null>(null)
  if (value !== null) last.current = value
  const set = useCallback(
    (name: string, values: readonly string[]) =>
      setFields(before => ({
        ...before,
        values: [
          ...before.values.filter(([other]) => other !== name),
          ...values.map((each): [string, string] => [name, each]),
        ],
      })),
    [],
  )
  const change = useCallback<DraftCall['change']>(
    changed => setFields(before => ({ ...before, ...changed })),
    [],
  )
  return {
    ...{ call, error, set, change },
    preview: last.current,
    values: name => call.values.filter(([other]) => other === name).map(([, each]) => each),
  }
}
