import { mkdtemp, rm } from 'node:fs/promises'
import path, { posix } from 'node:path'
import { AppError } from '../../../../shared/errors/index.ts'
import type { RemoteProcess } from '../../channels/index.ts'
import { localTarget } from '../local/index.ts'
import { begin, errorsOf, followSize, isMissing, look, noShell, noTar, tarErrors } from '../remote/index.ts'
import { CutOff, TarReader } from '../tar/index.ts'
import { placeCopy, rulesOf, Unpacking, writeContent } from '../unpack/index.ts'
import { type Copy, localFailure, onThisMachine, remoteFailure, wrongPath } from './copy.ts'

/** How the content of a path is had. */
interface Way {
  readonly command: readonly string[]
  /** Name of the top in the archive, empty where entries are named from it on. Null: the bytes are no archive. */
  readonly top: string | null
  /** Prints sizes that make the whole, one a line. Null where the archive's first entry is all there is. */
  readonly size: readonly string[] | null
}

/**
 * Copies out of a container. Made under a name of its own beside the destination, in a folder that nobody
 * else may enter, and moved when it is whole.
 * @throws AppError
 */
export async function copyFromContainer(copy: Copy): Promise<void> {
  const { source, destination, mayOverwrite, places, progress, signal } = copy
  const name = posix.basename(source)
  const target = await onThisMachine(() => localTarget(destination, name, { mayOverwrite, places }))
  progress.onPaths({ destination: target.file })
  const way = await wayTo(copy)
  signal.throwIfAborted()
  const draft = await onThisMachine(() => mkdtemp(path.join(target.folder, '.gatehouse-')))
  try {
    const content = path.join(draft, 'copy')
    await fetchTo(content, way, copy)
    signal.throwIfAborted()
    await onThisMachine(() => placeCopy(content, target.file, { mayOverwrite, ...target, ...progress }))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function wayTo(copy: Copy): Promise<Way> {
  const { container, source, signal } = copy
  const [parent, name] = [posix.dirname(source), posix.basename(source)]
  const found = await look(container, [source], signal)
  // Without a shell there may still be a tar; it says itself what is not there.
  if (found === null) return { command: ['tar', 'cf', '-', '-C', parent, '--', name], top: name, size: null }
  switch (found.paths[0]?.kind) {
    case 'folder':
      if (!found.hasTar) throw noTar(container)
      return { command: byShell('tar', 'cf', '-', '-C', source, '.'), top: '', size: sizesOf(source) }
    case 'file':
      return found.hasTar
        ? { command: byShell('tar', 'chf', '-', '-C', parent, '--', name), top: name, size: null }
        : { command: ['sh', '-c', 'exec cat < "$1"', 'sh', source], top: null, size: sizeOf(source) }
    case 'other':
      throw wrongPath(copy, source, 'is a device, a pipe or a link to nowhere')
    default:
      throw wrongPath(copy, source, 'does not exist, or its user may not see it')
  }
}

/** The program that the shell found: runtimes may look elsewhere. */
function byShell(...command: readonly string[]): readonly string[] {
  return ['sh', '-c', 'exec "$@"', 'sh', ...command]
}

function sizeOf(file: string): readonly string[] {
  return ['stat', '-L', '-c', '%s', '--', file]
}

function sizesOf(folder: string): readonly string[] {
  return ['find', `${folder}/.`, '-type', 'f', '-exec', 'stat', '-c', '%s', '{}', '+']
}

async function fetchTo(content: string, way: Way, copy: Copy): Promise<void> {
  const { container, signal, progress } = copy
  const over = new AbortController()
  const process = await begin(container, way.command, { signal })
  try {
    if (way.size !== null)
      void followSize(container, way.size, AbortSignal.any([signal, over.signal]), progress.onTotal)
    if (way.top === null) await fetchFile(content, process, copy)
    else await fetchArchive(content, way.top, process, { ...copy, isFile: way.size === null })
  } catch (error) {
    throw isMissing(error) ? noShell(container, 'copy its files') : error
  } finally {
    over.abort()
    process.close()
  }
}

async function fetchFile(content: string, process: RemoteProcess, copy: Copy): Promise<void> {
  const file = { mode: 0o644, modified: Date.now(), content: process.output }
  await onThisMachine(() => writeContent(content, file, copy.progress.onBytes))
  copy.progress.onEntry()
  const { code } = await process.exit
  if (code !== 0)
    throw remoteFailure(copy, 'Reading the file', { code, errors: tarErrors(await errorsOf(process)) })
}

async function fetchArchive(
  content: string,
  top: string,
  process: RemoteProcess,
  copy: Copy & { readonly isFile: boolean },
): Promise<void> {
  const { progress, isFile } = copy
  const rules = await onThisMachine(() => rulesOf(path.dirname(content)))
  const unpacking = new Unpacking({ copy: content, top, rules, ...progress })
  const reader = new TarReader(process.output)
  let entries = 0
  try {
    for await (const item of reader.items()) {
      if (++entries === 1 && isFile && item.type === 'file') progress.onTotal(item.size)
      await unpacking.add(item)
    }
  } catch (error) {
    // Why it was cut off is told by how the process ended.
    if (!(error instanceof CutOff)) throw localFailure(error)
  }
  const { code } = await process.exit
  const errors = tarErrors(await errorsOf(process))
  if (!reader.hasEnd || (entries === 0 && code !== 0))
    throw remoteFailure(copy, 'Reading with tar', { code, errors })
  for (const { path: entry, why } of errors) progress.onRefused(entry, why)
  await onThisMachine(() => unpacking.finish())
  if (!unpacking.hasTop) throw nothingCopied(copy)
}

function nothingCopied({ container, source }: Copy): AppError {
  return new AppError({
    kind: 'invalid',
    context: container.session.context,
    message: `Nothing of “${source}” was copied; what was refused says why.`,
  })
}
