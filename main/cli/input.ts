import { readFile } from 'node:fs/promises'
import { text as textOfStream } from 'node:stream/consumers'
import { WrongCommand } from './ending.ts'

/** What a file is called in messages. */
export function nameOfInput(file: string): string {
  return file === '-' ? 'standard input' : file
}

/** What a file holds; `-` is standard input. @throws WrongCommand where it cannot be read */
export async function readInput(file: string): Promise<string> {
  try {
    return file === '-' ? await textOfStream(process.stdin) : await readFile(file, 'utf8')
  } catch (error) {
    throw new WrongCommand(`${nameOfInput(file)}: ${unreadable(error)}`)
  }
}

/** By the code alone: what the system says is written for programmers. */
function unreadable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  switch (code) {
    case 'ENOENT':
      return 'There is no such file. Check how it is spelt.'
    case 'ENOTDIR':
      return 'There is no such file: a part of its path is no folder. Check how it is spelt.'
    case 'EISDIR':
      return 'It is a folder. Name a file in it, or pipe several into -f -.'
    case 'EACCES':
    case 'EPERM':
      return 'It may not be read: permission is denied. Ask its owner for the right to read it.'
    case 'ERR_FS_FILE_TOO_LARGE':
    case 'ERR_STRING_TOO_LONG':
      return 'It is too large to be read.'
    default:
      if (code === undefined) throw error
      return `It cannot be read (${code}). Copy it to another place and try again.`
  }
}
