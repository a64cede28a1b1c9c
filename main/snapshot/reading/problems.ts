import type { SnapshotProblem } from '../../../shared/ipc/index.ts'

/** More are counted, not kept. */
const mostKept = 1000

/** What could not be read: the first thousand, and how many there are. */
export class Problems {
  readonly #kept: SnapshotProblem[] = []
  #count = 0

  get kept(): readonly SnapshotProblem[] {
    return this.#kept
  }

  get count(): number {
    return this.#count
  }

  /**
   * @param line 1-based; 0 where no line is to blame
   * @param isDuplicate what is there twice was read well
   */
  add(file: string, line: number, message: string, isDuplicate = false): void {
    this.#count++
    if (this.#kept.length >= mostKept) return
    this.#kept.push({
      file,
      message,
      ...(line > 0 ? { line } : {}),
      ...(isDuplicate ? { isDuplicate } : {}),
    })
  }
}

/** The system's words for a failure to read, without the path, which stands beside it. */
export function failureWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ENOENT':
      return 'it is not there any more'
    case 'EACCES':
    case 'EPERM':
      return 'you may not read it (permission denied)'
    case 'EISDIR':
      return 'it is a folder'
    case 'Z_BUF_ERROR':
      return 'it ends too early: the compressed data is cut off'
    case 'Z_DATA_ERROR':
    case 'ERR__ERROR_FORMAT_PADDING':
      return 'its compressed data is damaged'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
