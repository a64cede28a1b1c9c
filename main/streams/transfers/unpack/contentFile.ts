import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { TarEntry } from '../tar/index.ts'

/** Blocks of disks are of 4 KB: shorter runs of zeros save nothing. */
const shortestHole = 4096
const zeros = Buffer.alloc(64 * 1024)

const { O_CREAT, O_EXCL, O_WRONLY } = constants
// Windows has none, and no links that could be followed either.
const noFollow = (constants as { readonly O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0

/**
 * Writes a file that was not there before; on a failure it is gone again. Long runs of zeros become holes.
 * The system takes the umask off its mode; setuid, setgid and sticky bits are dropped.
 */
export async function writeContent(
  file: string,
  { mode, modified, content }: Pick<TarEntry, 'mode' | 'modified' | 'content'>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const handle = await open(file, O_CREAT | O_EXCL | O_WRONLY | noFollow, (mode & 0o777) | 0o400)
  try {
    await fill(handle, content, onBytes)
    await handle.utimes(modified / 1000, modified / 1000)
    await handle.close()
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(file, { force: true })
    throw error
  }
}

async function fill(
  handle: FileHandle,
  content: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  let position = 0
  let isHoleLast = false
  for await (const chunk of content) {
    isHoleLast = isHole(chunk)
    if (!isHoleLast) await writeWhole(handle, chunk, position)
    position += chunk.length
    onBytes(chunk.length)
  }
  if (isHoleLast) await handle.truncate(position)
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, at, chunk.length - at, position + at)
    at += bytesWritten
  }
}

function isHole(chunk: Uint8Array): boolean {
  if (chunk.length < shortestHole || chunk[0] !== 0) return false
  for (let at = 0; at < chunk.length; at += zeros.length) {
    const part = chunk.subarray(at, at + zeros.length)
    if (zeros.compare(part, 0, part.length, 0, part.length) !== 0) return false
  }
  return true
}
