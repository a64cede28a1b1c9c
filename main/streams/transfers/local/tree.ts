import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, opendir, readlink, stat } from 'node:fs/promises'
import path from 'node:path'
import { tarEnd, tarHeader, tarPadding } from '../tar/index.ts'

/** Told of what is not sent as it is, by its path from the top on. */
type OnRefused = (path: string, why: string) => void

interface Found {
  readonly file: string
  /** Names from the top on, joined; empty for the top. */
  readonly at: string
  readonly status: Stats
}

/** Bytes read from a file at once. */
const chunkBytes = 64 * 1024

/** Bytes of content of a file, or of all files of a folder. */
export async function sizeOfTree(top: string, signal: AbortSignal): Promise<number> {
  let size = 0
  for await (const { status } of walk(top, signal)) if (status.isFile()) size += status.size
  return size
}

export interface TreeOptions {
  /** Name of the top in the archive. */
  readonly as: string
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
  readonly onEntry: () => void
  readonly onRefused: OnRefused
}

/** A file or a folder as a tar. The top may be a link, which is followed; those within are sent as links. */
export async function* tarOfTree(top: string, options: TreeOptions): AsyncGenerator<Uint8Array> {
  const { as, signal, onEntry, onRefused } = options
  for await (const found of walk(top, signal, onRefused)) {
    const { file, at, status } = found
    const head = {
      path: at === '' ? as : `${as}/${at}`,
      target: '',
      mode: status.mode,
      modified: status.mtimeMs,
    }
    if (status.isDirectory()) yield tarHeader({ ...head, type: 'folder', size: 0 })
    else if (status.isSymbolicLink())
      yield tarHeader({ ...head, type: 'symlink', target: await readlink(file), size: 0 })
    else if (status.isFile()) {
      const handle = await openFile(found, onRefused)
      if (handle === null) continue
      yield* contentOf(handle, size => tarHeader({ ...head, type: 'file', size }), at, options)
    } else {
      onRefused(at, 'It is a device, a pipe or a socket.')
      continue
    }
    onEntry()
  }
  yield tarEnd
}

/** Folders before what is in them. Holds one open folder for each level. */
async function* walk(top: string, signal: AbortSignal, onRefused?: OnRefused): AsyncGenerator<Found> {
  const visit = async function* (file: string, at: string): AsyncGenerator<Found> {
    signal.throwIfAborted()
    const status = at === '' ? await stat(file) : await tried(() => lstat(file), at, onRefused)
    if (status === null) return
    yield { file, at, status }
    if (!status.isDirectory()) return
    const folder = await tried(() => opendir(file), at, onRefused)
    if (folder === null) return
    for await (const { name } of folder) yield* visit(path.join(file, name), path.posix.join(at, name))
  }
  yield* visit(top, '')
}

async function openFile({ file, at }: Found, onRefused: OnRefused): Promise<FileHandle | null> {
  const { O_RDONLY } = constants
  // What became a pipe since it was looked at would be waited for. Windows has no such flag, and needs none.
  const noWait = (constants as { readonly O_NONBLOCK?: number }).O_NONBLOCK ?? 0
  return await tried(() => open(file, O_RDONLY | noWait), at, onRefused)
}

/** A file as it is, without a tar around it. */
export async function* bytesOfFile(
  file: string,
  options: Omit<TreeOptions, 'as'>,
): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    yield* bytesOf(handle, { size, at: '' }, options)
    options.onEntry()
  } finally {
    await handle.close()
  }
}

/** As many bytes as the file has when it is opened: its size stands before its content. */
async function* contentOf(
  handle: FileHandle,
  header: (size: number) => Uint8Array,
  at: string,
  options: TreeOptions,
): AsyncGenerator<Uint8Array> {
  try {
    const { size } = await handle.stat()
    yield header(size)
    yield* bytesOf(handle, { size, at }, options)
    yield tarPadding(size)
  } finally {
    await handle.close()
  }
}

async function* bytesOf(
  handle: FileHandle,
  { size, at }: { readonly size: number; readonly at: string },
  { signal, onBytes, onRefused }: Omit<TreeOptions, 'as'>,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size; ) {
    signal.throwIfAborted()
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size - position))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) {
      onRefused(at, 'It became shorter while it was read; its end is sent as zeros.')
      yield* zeros(size - position)
      return
    }
    position += bytesRead
    onBytes(bytesRead)
    yield chunk.subarray(0, bytesRead)
  }
}

function* zeros(size: number): Generator<Uint8Array> {
  for (let left = size; left > 0; left -= chunkBytes) yield Buffer.alloc(Math.min(left, chunkBytes))
}

/** What may not be read is left out, and told. The top itself must be there. */
async function tried<T>(
  act: () => Promise<T>,
  at: string,
  onRefused: OnRefused | undefined,
): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || at === '') throw error
    onRefused?.(at, code === 'EACCES' ? 'It may not be read.' : `It cannot be read (${code}).`)
    return null
  }
}
