import { freemem } from 'node:os'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { createSnapshotServer } from '../server/index.ts'
import type { DumpProgress, DumpReport, FromWorker, WorkerStart } from '../threads.ts'
import { dumpPodLogs } from './dumpLogs.ts'
import { Refused } from './files.ts'
import { DumpTooLarge } from './intake.ts'
import { defaultLimits } from './limits.ts'
import { Problems } from './problems.ts'
import { type ReadDump, readDump } from './readDump.ts'

/** Reads a dump, tells how that went, and serves it until the thread is ended. */
export async function serveDump(
  { paths, name, socketPath }: Extract<WorkerStart, { readonly serves: 'dump' }>,
  tell: (message: FromWorker) => void,
): Promise<void> {
  const problems = new Problems()
  const report = (notes: readonly string[]): DumpReport => ({
    problems: problems.kept,
    problemCount: problems.count,
    notes,
  })
  try {
    const limits = { ...defaultLimits, keptBytes: Math.min(defaultLimits.keptBytes, freemem() * 0.6) }
    const tellProgress = (progress: DumpProgress): void => tell({ kind: 'progress', progress })
    const dump = await readDump({ paths, limits, progress: tellProgress }, problems)
    const { files, objects, kindCount, notes, held, newest } = dump
    if (objects === 0) {
      tell({ kind: 'failed', error: nothingFound(name, problems), report: report(notes) })
      return
    }
    const server = createSnapshotServer(dump.store, {
      kinds: dump.kinds,
      holds: ({ group, resource }) => held.has(`${group}/${resource}`) || resource === 'namespaces',
      versionAnswer: versionOf(dump),
      logs: dumpPodLogs(dump.logs),
      user: { username: '', groups: [] },
      readOnlyReason: `${name} is a dump: it can be read, and nothing in it can be changed`,
      noDryRunReason: `${name} is a dump and no server: there is nobody who could try a write`,
      log: text => tell({ kind: 'log', text }),
    })
    await server.listen(socketPath)
    tell({
      kind: 'read',
      files,
      objects,
      kinds: kindCount,
      held: [...held],
      newest,
      report: report(notes),
    })
  } catch (error) {
    const words = wordsFor(error, name)
    if (words === null) throw error
    tell({ kind: 'failed', error: words, report: report([]) })
  }
}

function nothingFound(name: string, problems: Problems): AppErrorBody {
  const why =
    problems.count === 0
      ? 'Its files hold no object of Kubernetes. Choose the output of `kubectl get -o yaml`, a must-gather, or manifests.'
      : 'What its files hold could not be read; the list of problems says why.'
  return {
    kind: 'badConfig',
    message: `There is nothing to show in ${name}. ${why}`,
    causes: problems.kept
      .slice(0, 3)
      .map(({ file, line, message }) => `${file}${line === undefined ? '' : `:${line}`}: ${message}`),
  }
}

function wordsFor(error: unknown, name: string): AppErrorBody | null {
  if (error instanceof Refused)
    return { kind: 'badConfig', message: `${name} is not opened. ${error.message}` }
  if (!(error instanceof DumpTooLarge)) return null
  return {
    kind: 'badConfig',
    message: `The objects of ${name} take more memory than this machine has to spare for one dump. Open a part of it: one folder, or fewer files.`,
  }
}

/** No object says which version the server had; its nodes' kubelets are as new as it, or older. */
function versionOf({ kubeletVersion }: ReadDump): object {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)/.exec(kubeletVersion) ?? []
  return { major, minor, gitVersion: kubeletVersion === '' ? 'dump' : `nodes ${kubeletVersion}` }
}
