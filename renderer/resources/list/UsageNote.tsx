import { Age, Chip } from '../../ui/index.ts'
import type { ListUsage } from './useUsageFigures.ts'

/** What must be said of CPU and memory beside a list: that they may not be read, or how old they are. */
export function UsageNote({ usage }: { readonly usage: ListUsage }) {
  const told = usage.metrics.find(({ state, at }) => state === 'denied' || (state === 'failing' && at > 0))
  if (told === undefined) return null
  return (
    <Chip meaning={told.state === 'denied' ? 'unknown' : 'warning'} title={told.error?.message}>
      {told.state === 'denied' ? (
        'CPU and memory may not be read'
      ) : (
        <>
          CPU and memory <Age since={told.at} /> old
        </>
      )}
    </Chip>
  )
}
