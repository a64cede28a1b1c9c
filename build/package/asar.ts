/** Reads Electron’s archive format, so that what ships is judged by other code than packed it. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** One file of an archive. */
export interface Packed {
  /** Path in the archive, with slashes and without a leading one. */
  readonly path: string
  readonly content: Buffer
  /** Its hash is the one that the header promises. */
  readonly isIntact: boolean
}

const fileEntry = z.object({
  size: z.number(),
  offset: z.string(),
  integrity: z.object({ algorithm: z.literal('SHA256'), hash: z.string() }),
})
const folderEntry = z.object({ files: z.record(z.string(), z.unknown()) })

/**
 * The files of an archive, by path. The header is JSON behind four little-endian lengths, of
 * which the second is the header’s and the fourth the JSON’s.
 * @throws for links, unpacked files and entries without a hash: we pack none
 */
export async function readAsar(archive: string): Promise<readonly Packed[]> {
  const bytes = await readFile(archive)
  const start = 8 + bytes.readUInt32LE(4)
  const header: unknown = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8'))
  const packed: Packed[] = []
  const walk = (entry: unknown, path: string): void => {
    const folder = folderEntry.safeParse(entry)
    if (folder.success) {
      for (const [name, child] of Object.entries(folder.data.files))
        walk(child, path === '' ? name : `${path}/${name}`)
      return
    }
    const { size, offset, integrity } = fileEntry.parse(entry)
    const content = bytes.subarray(start + Number(offset), start + Number(offset) + size)
    const isIntact = createHash('sha256').update(content).digest('hex') === integrity.hash
    packed.push({ path, content, isIntact })
  }
  walk(header, '')
  return packed.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Writes the files below a folder. */
export async function extract(packed: readonly Packed[], folder: string): Promise<void> {
  for (const { path, content } of packed) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
