import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { AppError } from '../../shared/errors/index.ts'

export interface NewFile {
  /** Absolute, or below the home folder with `~/`. */
  readonly folder: string
  readonly name: string
  readonly content: Uint8Array | string
  /** What it is, as the subject of a sentence. */
  readonly what: string
}

/**
 * Writes a file that was not there before. One of its name stays as it is; the new one gets a number.
 * @returns the path of the file, which only its owner may read
 * @throws AppError `invalid` where the folder is no absolute one, `badConfig` when it cannot be written
 */
export async function writeNewFile({ folder, name, content, what }: NewFile): Promise<string> {
  const place = absoluteFolder(folder)
  const file = path.basename(name)
  if (['', '.', '..'].includes(file))
    throw new AppError({ kind: 'invalid', message: `A file cannot be called “${name}”.` })
  try {
    await mkdir(place, { recursive: true, mode: 0o700 })
    return await writeNumbered(path.join(place, file), content)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError({ kind: 'badConfig', message: `${what} could not be written: ${reason}.` })
  }
}

function absoluteFolder(folder: string): string {
  const expanded = folder.replace(/^~(?=[/\\]|$)/, homedir())
  if (path.isAbsolute(expanded)) return path.normalize(expanded)
  throw new AppError({
    kind: 'invalid',
    message: `“${folder}” is no absolute path. Write it from the root, or with ~/ from your home folder.`,
  })
}

async function writeNumbered(file: string, content: Uint8Array | string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const name = attempt === 1 ? file : file.replace(/((?:(?:\.tar)?\.[^./\\]+)?)$/, `-${attempt}$1`)
    try {
      await writeFile(name, content, { flag: 'wx', mode: 0o600 })
      return name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt >= 100) throw error
    }
  }
}
