import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path, { posix } from 'node:path'
import { AppError } from '../../../../shared/errors/index.ts'
import type { RemoteProcess } from '../../channels/index.ts'
import { bytesOfFile, localPath, sizeOfTree, tarOfTree } from '../local/index.ts'
import { begin, errorsOf, type Looked, look, noShell, noTar, run, tarErrors } from '../remote/index.ts'
import {
  alreadyInContainer,
  type Copy,
  localFailure,
  onThisMachine,
  otherKindInContainer,
  remoteFailure,
  wrongPath,
} from './copy.ts'
import { withoutDraft } from './draft.ts'

/** Name of the copy within its draft folder. */
const inner = 'copy'

const receiveTar = `
mkdir -m 700 -- "$1" || exit 70
tar xf - -C "$1"
code=$?
if [ "$code" != 0 ]; then rm -rf -- "$1"; fi
exit "$code"`
const receiveFile = `
mkdir -m 700 -- "$1" || exit 70
cat > "$1/${inner}" || exit 71
chmod "$2" "$1/${inner}"`

/** Moves the finished copy to its name; a folder that is there is filled. 17 and 18: something else is there. */
const place = `
draft=$1 final=$2 may=$3
if [ -e "$final" ] || [ -L "$final" ]; then
  if [ "$may" != yes ]; then exit 17; fi
  if [ -d "$final" ]; then
    if [ ! -d "$draft/${inner}" ]; then exit 18; fi
    cp -R -P -f "$draft/${inner}/." "$final/" && rm -rf -- "$draft"
    exit
  fi
  if [ -d "$draft/${inner}" ]; then exit 18; fi
fi
mv -f -- "$draft/${inner}" "$final" && rm -rf -- "$draft"`

/**
 * Copies into a container. Made in a draft folder beside the destination, and moved when it is whole.
 * @throws AppError
 */
export async function copyToContainer(copy: Copy): Promise<void> {
  const { container, places, progress, signal } = copy
  const source = localPath(copy.source, places.home)
  const status = await statusOf(source)
  const { final, hasTar } = await target(copy, path.basename(source), status)
  progress.onPaths({ source, destination: final })
  progress.onTotal(await onThisMachine(() => sizeOfTree(source, signal)))
  const draft = posix.join(posix.dirname(final), `.gatehouse-${randomBytes(6).toString('hex')}`)
  try {
    await send(draft, source, { copy, hasTar, status })
    signal.throwIfAborted()
    await finish(draft, final, copy)
  } catch (error) {
    throw await withoutDraft(container, draft, error)
  }
}

/** Where it goes: into the folder when one is named, as with `cp`. */
async function target(copy: Copy, name: string, status: Stats) {
  const { container, destination, signal, mayOverwrite } = copy
  const parent = posix.dirname(destination)
  const within = posix.join(destination, name)
  const found = await look(container, [destination, parent, within], signal)
  if (found === null) throw noShell(container, 'take files in')
  if (status.isDirectory() && !found.hasTar) throw noTar(container)
  const [atDestination, atParent, atWithin] = found.paths as [Looked, Looked, Looked]
  const isInto = atDestination.kind === 'folder'
  const [folder, folderPath] = isInto ? [atDestination, destination] : [atParent, parent]
  const [there, final] = isInto ? [atWithin, within] : [atDestination, posix.normalize(destination)]
  if (folder.kind !== 'folder' || (destination.endsWith('/') && !isInto))
    throw wrongPath(copy, isInto ? folderPath : parent, 'is no folder; make it first, or choose another')
  if (!folder.mayWrite) throw wrongPath(copy, folderPath, 'may not be written to by the container’s user')
  if (there.kind !== 'nothing' && !mayOverwrite) throw alreadyInContainer(copy, final)
  if (there.kind !== 'nothing' && (there.kind === 'folder') !== status.isDirectory())
    throw otherKindInContainer(copy, final)
  return { final, hasTar: found.hasTar }
}

interface Sending {
  readonly copy: Copy
  readonly hasTar: boolean
  readonly status: Stats
}

async function send(draft: string, source: string, { copy, hasTar, status }: Sending): Promise<void> {
  const { container, signal, progress } = copy
  const rights = status.mode & 0o100 ? '755' : '644'
  const [script, ...more] = hasTar ? [receiveTar] : [receiveFile, rights]
  const process = await begin(container, ['sh', '-c', script, 'sh', draft, ...more], {
    signal,
    hasInput: true,
  })
  const content = hasTar
    ? tarOfTree(source, { as: inner, signal, ...progress })
    : bytesOfFile(source, { signal, ...progress })
  try {
    const [poured, ended] = await Promise.allSettled([pour(content, process), process.exit])
    signal.throwIfAborted()
    if (poured.status === 'rejected') throw poured.reason
    if (ended.status === 'rejected') throw ended.reason
    const { code } = ended.value
    if (code !== 0 || !poured.value)
      throw remoteFailure(copy, 'Writing the copy', { code, errors: tarErrors(await errorsOf(process)) })
  } finally {
    process.close()
  }
}

/** False where the process took no more: how it ended says why. */
async function pour(content: AsyncIterable<Uint8Array>, process: RemoteProcess): Promise<boolean> {
  try {
    return await onThisMachine(async () => {
      for await (const bytes of content) {
        const isTaken = await process.write(bytes).then(
          () => true,
          () => false,
        )
        if (!isTaken) return false
      }
      await process.endInput()
      return true
    })
  } catch (error) {
    // Left open, the other end would wait for more.
    process.close()
    throw error
  }
}

async function statusOf(source: string): Promise<Stats> {
  const status = await stat(source).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw localFailure(error)
    throw new AppError({ kind: 'invalid', message: `“${source}” does not exist on this machine.` })
  })
  if (status.isFile() || status.isDirectory()) return status
  throw new AppError({ kind: 'invalid', message: `“${source}” is neither a file nor a folder.` })
}

async function finish(draft: string, final: string, copy: Copy): Promise<void> {
  const may = copy.mayOverwrite ? 'yes' : 'no'
  const { signal, container } = copy
  const { code, errors } = await run(container, ['sh', '-c', place, 'sh', draft, final, may], { signal })
  if (code === 17) throw alreadyInContainer(copy, final)
  if (code === 18) throw otherKindInContainer(copy, final)
  if (code !== 0)
    throw remoteFailure(copy, 'Moving the copy to its name', { code, errors: tarErrors(errors) })
}
