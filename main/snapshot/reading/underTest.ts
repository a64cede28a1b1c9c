import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach } from 'vitest'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { Limits } from './limits.ts'
import { Problems } from './problems.ts'
import { type ReadDump, readDump } from './readDump.ts'

/** Files, archives and readings for the tests of this folder and its neighbours. */

export interface ReadForTest extends ReadDump {
  /** `FILE:LINE MESSAGE` of each problem, files relative to the folder of the test. */
  readonly problems: readonly string[]
  /** `GROUP/VERSION/RESOURCE NAMESPACE/NAME` of every object, in order. */
  readonly all: readonly string[]
  object(name: string): KubeObject
}

/** A folder for each test, gone afterwards. */
export function folderForEachTest() {
  const current = { path: '' }
  beforeEach(async () => {
    current.path = await mkdtemp(path.join(tmpdir(), 'gatehouse-dump-'))
  })
  afterEach(() => rm(current.path, { recursive: true, force: true }))
  return {
    get path(): string {
      return current.path
    },
    async write(name: string, content: string | Uint8Array): Promise<string> {
      const file = path.join(current.path, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, content)
      return file
    },
    async read(paths: readonly string[], limits?: Limits): Promise<ReadForTest> {
      const problems = new Problems()
      const dump = await readDump({ paths, ...(limits === undefined ? {} : { limits }) }, problems)
      const stored = dump.store.all()
      return {
        ...dump,
        problems: problems.kept.map(
          ({ file, line, message }) =>
            `${path.relative(current.path, file)}${line === undefined ? '' : `:${line}`} ${message}`,
        ),
        all: stored.map(
          ({ resource, object }) => `${resource} ${object.metadata.namespace ?? ''}/${object.metadata.name}`,
        ),
        object: name => {
          const found = stored.find(({ object }) => object.metadata.name === name)
          if (found === undefined) throw new Error(`there is no ${name}`)
          return found.object
        },
      }
    },
  }
}

export const configMap = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'a', uid: createHash('md5').update(name).digest('hex'), resourceVersion: '7' },
  ...more,
})

export const configMapYaml = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: a\n`

export type ArchiveFiles = Readonly<Record<string, string | Uint8Array>>

export async function tarOf(files: ArchiveFiles): Promise<Buffer> {
  const packing = pack()
  for (const [name, content] of Object.entries(files)) packing.entry({ name }, Buffer.from(content))
  packing.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of packing) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

export async function tgzOf(files: ArchiveFiles): Promise<Buffer> {
  return gzipSync(await tarOf(files))
}

/** A zip, deflated, with the sizes in its headers. */
export function zipOf(files: ArchiveFiles, flags = 0): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(raw.length, 18)
    common.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, title]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}
