import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { lstat, mkdtemp, readdir, rm, rmdir, unlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Address {
  readonly socketPath: string
  /** Removes the socket's folder. May be called twice. */
  remove(): Promise<void>
}

/** Longest socket path that every system takes (sun_path of macOS, less its final zero). */
const longestPath = 103

const socketName = 'api.sock'

/** Where this run has looked for what killed ones left. */
const swept = new Set<string>()

/** Folders to remove should the program end without stopping what it serves. */
const folders = new Set<string>()
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * An address that nobody else can reach: a socket in a folder with mode 0700 (mkdtemp makes it
 * so), or a pipe with a name that cannot be guessed.
 */
export async function privateAddress(parent: string): Promise<Address> {
  if (process.platform === 'win32') {
    const socketPath = `\\\\.\\pipe\\gatehouse-${randomBytes(16).toString('hex')}`
    return { socketPath, remove: () => Promise.resolve() }
  }
  const fits = Buffer.byteLength(join(parent, 'gatehouse-XXXXXX', socketName)) <= longestPath
  const place = fits ? parent : tmpdir()
  if (!swept.has(place)) void removeStale(place)
  swept.add(place)
  const folder = await mkdtemp(join(place, 'gatehouse-'))
  folders.add(folder)
  return {
    socketPath: join(folder, socketName),
    remove: async () => {
      await rm(folder, { recursive: true, force: true })
      folders.delete(folder)
    },
  }
}

/**
 * Removes what runs that were killed left in `parent`: our account's folders of `privateAddress`
 * whose socket nobody listens at. A folder without a socket may be one that is being prepared.
 */
export async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!/^gatehouse-[A-Za-z0-9]{6}$/.test(name)) continue
    const folder = join(parent, name)
    try {
      const [found, content] = [await lstat(folder), await readdir(folder)]
      const isOurs = found.isDirectory() && found.uid === process.getuid?.()
      if (!isOurs || content.join() !== socketName) continue
      const socketPath = join(folder, socketName)
      if (!(await isAbandoned(socketPath))) continue
      await unlink(socketPath)
      await rmdir(folder)
    } catch {
      // Gone meanwhile, or not ours to look into.
    }
  }
}

function isAbandoned(socketPath: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(socketPath, () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', error => resolve((error as NodeJS.ErrnoException).code === 'ECONNREFUSED'))
  })
}
