import type { HistoryRange, PrometheusState } from '../../../../../shared/ipc/index.ts'
import { useCall, useStream } from '../../../../live/index.ts'
import { useSubject } from '../../subject.ts'

/** What is known of a Prometheus behind the server; null before the first word. */
export function usePrometheus(): PrometheusState | null {
  const { context } = useSubject()
  return useStream('usage.prometheus', { context }).value
}

/** What Prometheus kept of the object; nothing is asked while the range is `live`. */
export function useHistory(range: HistoryRange | 'live') {
  const { context, ref } = useSubject()
  return useCall('usage.history', range === 'live' ? null : { context, ref, range })
}
