import type { ContainerFile } from '../../../../shared/ipc/index.ts'

/** Of a folder with more than these no list is shown whole. */
export const mostFiles = 2000

type FileType = ContainerFile['type']

interface Listing {
  readonly files: readonly ContainerFile[]
  /** False where it ended in the middle of an entry. */
  readonly isWhole: boolean
}

/** Reads what the script of `folder.ts` prints. Names may hold anything but a slash and a zero byte. */
export function readListing(output: Buffer): Listing {
  // Bytes one by one, so that names which are no UTF-8 take nothing else with them.
  const [form, ...fields] = output.toString('latin1').split('\0')
  if (form === 'find') return readFind(fields)
  const [entries = '', ...links] = fields
  const targets = new Map(links.map(readLink))
  const files = entries.split('/\n').flatMap(entry => (form === 'stat' ? readStat(entry) : readTest(entry)))
  return {
    files: files.map(file => ({ ...file, ...targets.get(file.name) })),
    isWhole: fields.length > 1,
  }
}

/** `%y%Y %s %T@ %M %f`, then where a link leads: pairs of fields, and one empty one at the end. */
function readFind(fields: readonly string[]): Listing {
  const files: ContainerFile[] = []
  for (let at = 0; at + 1 < fields.length && files.length <= mostFiles; at += 2) {
    const found = /^(.)(.) (\d+) (-?[\d.]+) (\S+) (.+)$/s.exec(fields[at] ?? '')
    if (found === null) continue
    const [, type = '', leadsTo, size, seconds, mode = '', name = ''] = found
    files.push({
      name: textOf(name),
      type: letters[type] ?? 'other',
      size: Number(size),
      mode,
      modified: Math.round(Number(seconds) * 1000),
      target: textOf(fields[at + 1] ?? ''),
      ...(type === 'l' && leadsTo === 'd' ? { leadsToFolder: true } : {}),
    })
  }
  return { files, isWhole: fields.at(-1) === '' }
}
const letters: Readonly<Record<string, FileType>> = { f: 'file', d: 'folder', l: 'link' }

/** `%f %s %Y %n` */
function readStat(entry: string): readonly ContainerFile[] {
  const found = /^([0-9a-f]+) (\d+) (-?\d+) (.+)$/s.exec(entry)
  if (found === null) return []
  const [, hex = '', size, seconds, name = ''] = found
  const mode = Number.parseInt(hex, 16)
  const type = formats[mode >> 12]
  return [
    {
      name: textOf(name),
      type: type?.[1] ?? 'other',
      size: Number(size),
      mode: (type?.[0] ?? '?') + rightsOf(mode),
      modified: Number(seconds) * 1000,
      target: '',
    },
  ]
}

/** By the highest four bits of a mode. Source: inode(7). */
const formats: Readonly<Record<number, readonly [string, FileType]>> = {
  1: ['p', 'other'],
  2: ['c', 'other'],
  4: ['d', 'folder'],
  6: ['b', 'other'],
  8: ['-', 'file'],
  10: ['l', 'link'],
  12: ['s', 'other'],
}

/** As `ls` writes them. */
function rightsOf(mode: number): string {
  const special = [0o4000, 0o2000, 0o1000].map(bit => (mode & bit) !== 0)
  return [6, 3, 0]
    .map((shift, at) => {
      const bits = (mode >> shift) & 7
      const mark = at === 2 ? 't' : 's'
      const execute = special[at] ? (bits & 1 ? mark : mark.toUpperCase()) : bits & 1 ? 'x' : '-'
      return (bits & 4 ? 'r' : '-') + (bits & 2 ? 'w' : '-') + execute
    })
    .join('')
}

/** The kind and the name, where no program tells more. */
function readTest(entry: string): readonly ContainerFile[] {
  const found = /^(.) (.+)$/s.exec(entry)
  if (found === null) return []
  const [, type = '', name = ''] = found
  return [
    {
      name: textOf(name),
      type: letters[type] ?? 'other',
      size: 0,
      mode: '',
      modified: null,
      target: '',
    },
  ]
}

/** `d` or `-`, the name, a slash, and where it leads. */
function readLink(record: string): readonly [string, Partial<ContainerFile>] {
  const slash = record.indexOf('/')
  const name = textOf(record.slice(1, slash))
  const target = textOf(record.slice(slash + 1))
  return [name, { target, ...(record.startsWith('d') ? { leadsToFolder: true } : {}) }]
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
