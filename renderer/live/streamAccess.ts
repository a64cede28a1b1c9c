import type { ContextEntry } from '../../shared/ipc/index.ts'

/** Why no process of a container can be reached in a context; null where that is possible. */
export function streamRefusal(
  entry: Pick<ContextEntry, 'name' | 'origin' | 'isProtected'> | null,
): string | null {
  if (entry === null) return 'The context is not known any more.'
  if (entry.origin === 'sample') return 'The sample cluster is data alone: no container runs in it.'
  if (entry.origin === 'snapshot') return 'A dump is data alone: no container runs in it.'
  return entry.isProtected
    ? `${entry.name} is protected: nothing is run, copied or forwarded in it. Settings say which contexts are.`
    : null
}
