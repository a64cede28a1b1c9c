import { randomUUID } from 'node:crypto'
import { access, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import { localPath } from '../localPath.ts'

export interface SavedFile {
  readonly path: string
  readonly bytes: number
}

export interface SavePlace {
  /** An absolute path, or one below the home folder with `~/`; null for a new file in the user's downloads. */
  readonly wanted: string | null
  /** Of that new file, without its ending. */
  readonly name: string
  /** The user's home folder. */
  readonly home: string
}

/**
 * Writes text to a file that was not there before, which only its owner may read: under another name
 * first, so that it is there whole or not at all. What comes in is written as it comes.
 * @throws AppError `invalid` for a path that cannot be one, `conflict` for a file that is there, `badConfig`
 * for one that cannot be written
 */
export async function saveText(
  { wanted, name, home }: SavePlace,
  texts: AsyncIterable<string>,
): Promise<SavedFile> {
  const file = wanted === null ? await freeName(await downloadsFolder(home), name) : checkedPath(wanted, home)
  if (await exists(file)) throw isThere(file)
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID().slice(0, 8)}.part`)
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    const bytes = await writeDraft(draft, texts)
    await settle(draft, file)
    return { path: file, bytes }
  } catch (error) {
    if (isAppError(error) || isCancelled(error)) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new AppError({ kind: 'badConfig', message: `The log could not be saved: ${why}.` })
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(draft: string, texts: AsyncIterable<string>): Promise<number> {
  const handle = await open(draft, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const text of texts) {
      // Unlike `write`, which may stop before the end.
      await handle.writeFile(text)
      bytes += Buffer.byteLength(text)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return bytes
}

/** A link is refused where the name is taken; where there are no links the name is taken first. */
async function settle(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw isThere(file)
    const handle = await open(file, 'wx', 0o600).catch((taken: NodeJS.ErrnoException) => {
      throw taken.code === 'EEXIST' ? isThere(file) : taken
    })
    await handle.close()
    await rename(draft, file)
  }
}

function isThere(file: string): AppError {
  return new AppError({
    kind: 'conflict',
    message: `${file} is there already and stays as it is. Choose another name.`,
  })
}

/** Content of logs comes from anybody: it goes into files that nothing runs. */
const extension = /\.(?:log|txt|jsonl|ndjson)$/i

function checkedPath(wanted: string, home: string): string {
  const file = localPath(wanted, home)
  if (path.basename(file).startsWith('.') || /[/\\]$/.test(file))
    throw new AppError({
      kind: 'invalid',
      message: `“${wanted}” cannot be written to. Give a path that names a file, whose name does not begin with a dot.`,
    })
  return extension.test(file) ? file : `${file}.log`
}

async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 1; number < 1000; number++) {
    const file = path.join(folder, number === 1 ? `${name}.log` : `${name}-${number}.log`)
    if (!(await exists(file))) return file
  }
  return path.join(folder, `${name}-${randomUUID().slice(0, 8)}.log`)
}

/** The folder that the system names for downloads, or one of that name, or the home folder. */
async function downloadsFolder(home: string): Promise<string> {
  const named = await xdgDownloads(home)
  for (const folder of [named, path.join(home, 'Downloads')])
    if (folder !== null && (await exists(folder))) return folder
  return home
}

async function xdgDownloads(home: string): Promise<string | null> {
  const settings = process.env.XDG_CONFIG_HOME ?? path.join(home, '.config')
  try {
    const text = await readFile(path.join(settings, 'user-dirs.dirs'), 'utf8')
    const [, folder] = /^XDG_DOWNLOAD_DIR="([^"\n]+)"/m.exec(text) ?? []
    const expanded = folder?.replace(/^\$HOME(?=\/|$)/, home)
    return expanded !== undefined && path.isAbsolute(expanded) ? expanded : null
  } catch {
    return null
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch (error) {
    // What may not be looked at is there.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
