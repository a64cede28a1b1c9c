/**
 * What two places have differently: all objects of a kind in two contexts, the values of two Secrets, and
 * a folder of manifests against a cluster (drift), told by the server's own dry run. Nothing is written.
 */
import { AppError, isAppError } from '../../shared/errors/index.ts'
import type { HandlersOf } from '../../shared/ipc/index.ts'
import type { OpenContexts } from '../api/index.ts'
import { writeNewFile } from '../diagnostics/index.ts'
import type { Writes } from '../writes/index.ts'
import { DriftRun } from './drift.ts'
import { driftFile } from './driftFile.ts'
import { KindRun } from './kind.ts'
import { differingKeys } from './secrets.ts'

export { atHome } from './drift.ts'
export { readAllManifests } from './manifests.ts'

export interface CompareSources {
  readonly contexts: OpenContexts
  readonly writes: Pick<Writes, 'handlers'>
  /** In place of `~`. */
  readonly home: string
  /** Told of what no `AppError` explains. */
  readonly onBug: (error: unknown) => void
}

export function createCompare({ contexts, writes, home, onBug }: CompareSources): HandlersOf<'compare'> {
  const drifts = new Map<string, DriftRun>()
  const driftOf = (id: string): DriftRun => {
    const run = drifts.get(id)
    if (run === undefined)
      throw new AppError({ kind: 'gone', message: 'This comparison is not open any more.' })
    return run
  }
  const told = (error: unknown): void => {
    if (!isAppError(error)) onBug(error)
  }
  return {
    'compare.kind': (asked, notify) => {
      const run = new KindRun(contexts, asked, notify)
      run.start().catch(told)
      return { take: () => run.take(), update: () => undefined, close: () => run.close() }
    },
    'compare.secrets': ({ before, after }, signal) => differingKeys(contexts, before, after, signal),
    'compare.drift': (asked, notify) => {
      const run = new DriftRun({ contexts, plan: writes.handlers['writes.plan'], home }, asked, notify)
      drifts.set(run.id, run)
      run.start().catch(told)
      return {
        take: () => run.take(),
        update: () => undefined,
        close: () => {
          drifts.delete(run.id)
          run.close()
        },
      }
    },
    'compare.driftRow': async ({ id, index }) => driftOf(id).objects(index),
    'compare.exportDrift': async ({ id, format }) => ({ text: driftFile(driftOf(id), format).text }),
    'compare.saveDrift': async ({ id, format, folder }) => {
      const { name, text } = driftFile(driftOf(id), format)
      return { path: await writeNewFile({ folder, name, content: text, what: 'The comparison' }) }
    },
  }
}
