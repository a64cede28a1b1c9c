import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import { decodeText } from '../../shared/manifest/index.ts'

/** One file of manifests. */
export interface ManifestFile {
  /** Below the path that was asked for; its own name where that is the file itself. */
  readonly file: string
  readonly text: string
}

export interface ReadManifests {
  readonly files: readonly ManifestFile[]
  readonly skipped: readonly { readonly file: string; readonly why: string }[]
}

const mostFiles = 2000
const mostBytes = 16_000_000
const manifestName = /\.(?:ya?ml|json)$/i

/**
 * All manifests of a file or folder, those of folders below included, by name. Links are not followed: they
 * could lead around in a circle. @throws AppError where the path cannot be read or holds too much
 */
export async function readManifests(path: string, signal: AbortSignal): Promise<ReadManifests> {
  const found = await stat(path).catch(unreadable(path))
  const names = found.isDirectory() ? await below(path, signal) : [path]
  const files: ManifestFile[] = []
  const skipped: { file: string; why: string }[] = []
  let bytes = 0
  for (const name of names) {
    signal.throwIfAborted()
    const file = name === path ? basename(path) : relative(path, name)
    try {
      const { size, isFile } = await sizeOf(name)
      // A device or a pipe may never end.
      if (!isFile) throw noFile(name)
      bytes += size
      if (bytes > mostBytes) throw tooLarge(path)
      const content = await readFile(name, { signal })
      files.push({ file, text: decodeText(content).text })
    } catch (error) {
      if (error instanceof AppError || signal.aborted) throw error
      skipped.push({ file, why: `It cannot be read (${codeOf(error)}).` })
    }
  }
  return { files, skipped }
}

/** The same, for what is written: nothing may be left out. @throws AppError where a file cannot be read */
export async function readAllManifests(path: string, signal: AbortSignal): Promise<readonly ManifestFile[]> {
  const { files, skipped } = await readManifests(path, signal)
  const [first] = skipped
  if (first === undefined) return files
  throw new AppError({
    kind: 'badConfig',
    message: `${first.file}: ${first.why} Nothing of the folder is taken while a file of it is missing.`,
  })
}

async function below(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = []
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal.throwIfAborted()
    for (const entry of await readdir(next, { withFileTypes: true }).catch(unreadable(next))) {
      const path = join(next, entry.name)
      if (entry.isDirectory() && !entry.name.startsWith('.')) waiting.push(path)
      else if (entry.isFile() && manifestName.test(entry.name)) found.push(path)
      if (found.length > mostFiles) throw tooLarge(folder)
    }
  }
  return found.sort()
}

async function sizeOf(path: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(path)
  return { size: found.size, isFile: found.isFile() }
}

function noFile(path: string): AppError {
  return new AppError({
    kind: 'badConfig',
    reason: 'NoFile',
    message: `${path} is neither a file nor a folder. Choose a file of manifests, or a folder of them.`,
  })
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}

const unreadable =
  (path: string) =>
  (error: unknown): never => {
    throw new AppError({
      kind: 'badConfig',
      reason: codeOf(error),
      message: `${path} cannot be read (${codeOf(error)}). Check how it is spelt and who may read it.`,
    })
  }

function tooLarge(path: string): AppError {
  return new AppError({
    kind: 'invalid',
    reason: 'TooLarge',
    message: `${path} holds more than ${mostFiles.toLocaleString('en')} manifests or ${mostBytes / 1_000_000} MB. Choose a folder below it.`,
  })
}
