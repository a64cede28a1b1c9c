import type { Settings } from '../../shared/ipc/index.ts'
import { without } from './save.ts'

type Paths = Settings['compare']['paths']

/** A path that comparisons leave out. */
export interface LeftOut {
  /** As `apps/deployments`; empty for all kinds. */
  readonly kind: string
  readonly path: string
}

/** Those of all kinds first, then kind by kind, in the order in which they were added. */
export function leftOutPaths(paths: Paths): readonly LeftOut[] {
  return Object.keys(paths)
    .sort()
    .flatMap(kind => (paths[kind] ?? []).map(path => ({ kind, path })))
}

/** The paths without one; a kind that has none left goes too. */
export function withoutPath(paths: Paths, { kind, path }: LeftOut): Paths {
  const rest = (paths[kind] ?? []).filter(other => other !== path)
  return rest.length === 0 ? without(paths, kind) : { ...paths, [kind]: rest }
}
