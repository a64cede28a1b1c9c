import type { DumpProgress } from '../threads.ts'
import { FileReader, type ReadFigures } from './fileReader.ts'
import { listFiles } from './files.ts'
import { type FinishedDump, finishDump } from './finish.ts'
import { Intake } from './intake.ts'
import { BuiltInKinds } from './kinds.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { LogFiles } from './logFiles.ts'
import type { Problems } from './problems.ts'

export interface ReadDumpOptions {
  readonly paths: readonly string[]
  readonly limits?: Limits
  /** Told no more than ten times a second. */
  readonly progress?: (progress: DumpProgress) => void
}

export interface ReadDump extends FinishedDump {
  readonly files: number
  /** The newest version that a node of the dump runs; empty when there is none. */
  readonly kubeletVersion: string
  /** The newest time that the dump says anything of, in milliseconds since the epoch; 0 without any. */
  readonly newest: number
  readonly notes: readonly string[]
  /** Logs of containers. */
  readonly logs: LogFiles
}

/** Milliseconds between two notes of progress. */
const progressGap = 100

/**
 * Reads all objects of the paths. What cannot be read is in `problems`, which is filled as the
 * reading goes on. @throws Refused, DumpTooLarge for what is beyond the limits as a whole
 */
export async function readDump(
  { paths, limits = defaultLimits, progress = () => undefined }: ReadDumpOptions,
  problems: Problems,
): Promise<ReadDump> {
  const builtIn = new BuiltInKinds()
  const intake = new Intake(problems, builtIn, limits.keptBytes)
  const figures: ReadFigures = { files: 0, bytes: 0, logs: 0, others: 0, inner: { count: 0 } }
  let bytesTotal: number | null = null
  let toldAt = 0
  const tick = (): void => {
    const now = performance.now()
    if (now - toldAt < progressGap) return
    toldAt = now
    progress({ files: figures.files, objects: intake.objects, bytes: figures.bytes, bytesTotal })
  }
  const files = await listFiles(paths, problems, limits)
  bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const logs = new LogFiles()
  const reader = new FileReader({ intake, problems, limits, figures, logs, tick })
  for (const file of files) await reader.read(file)
  const { kubeletVersion, newest } = intake
  const finished = finishDump(intake, builtIn)
  return {
    ...finished,
    files: figures.files,
    kubeletVersion,
    newest,
    logs,
    notes: notesOf(figures, finished, logs),
  }
}

function notesOf(
  { logs, others }: ReadFigures,
  { addedNamespaces }: FinishedDump,
  kept: LogFiles,
): readonly string[] {
  const count = (number: number, one: string, many: string): string =>
    `${number.toLocaleString('en')} ${number === 1 ? one : many}`
  return [
    ...(kept.size === 0
      ? []
      : [`${count(kept.size, 'log is shown with its pod', 'logs are shown with their pods')}.`]),
    ...(kept.cut === 0
      ? []
      : [
          `Of ${count(kept.cut, 'packed log', 'packed logs')} only the last megabyte is kept; unpack the archive to read all.`,
        ]),
    ...(kept.left === 0
      ? []
      : [
          `${count(kept.left, 'packed log is', 'packed logs are')} left out for want of room; unpack the archive to read all.`,
        ]),
    ...(logs === 0 ? [] : [`${count(logs, 'log was', 'logs were')} skipped.`]),
    ...(others === 0 ? [] : [`${count(others, 'other file holds', 'other files hold')} no objects.`]),
    ...(addedNamespaces === 0
      ? []
      : [`${count(addedNamespaces, 'namespace is', 'namespaces are')} known by objects in them only.`]),
  ]
}
