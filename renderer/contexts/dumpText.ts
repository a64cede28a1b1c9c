import type { Snapshot, SnapshotProblem } from '../../shared/ipc/index.ts'

const one = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat()

/** Bytes as people read them: `12.4 MB`, `830 kB`. Decimal, as the files of most systems are shown. */
export function megabytes(bytes: number): string {
  if (bytes < 1000) return `${whole.format(bytes)} bytes`
  return bytes < 1_000_000 ? `${one.format(bytes / 1000)} kB` : `${one.format(bytes / 1_000_000)} MB`
}

/** What to say of the problems of a dump in one sentence; null when there are none. */
export function problemSentence({ status, problems, problemCount }: Snapshot): string | null {
  if (problemCount === 0) return null
  const unread = problems.filter(({ isDuplicate }) => !isDuplicate)
  if (problems.length === problemCount && unread.length === 0)
    return problemCount === 1
      ? '1 object is there twice and differs'
      : `${whole.format(problemCount)} objects are there twice and differ`
  const files = new Set(unread.map(problem => problem.file)).size
  // Problems beyond those at hand may lie in further files: then only their number is known.
  if (problems.length < problemCount) return `${whole.format(problemCount)} things in it could not be read`
  const read = status.phase === 'ready' ? ` of ${whole.format(Math.max(files, status.files))}` : ''
  const noun = read === '' && files === 1 ? 'file' : 'files'
  return `${whole.format(files)}${read} ${noun} could not be read in full`
}

/** True where all was read, and only some of it is there twice. */
export function isOnlyTwice({ problems, problemCount }: Snapshot): boolean {
  return problems.length === problemCount && problems.every(({ isDuplicate }) => isDuplicate)
}

/** `dump.tar.gz » pods.yaml:12` */
export function placeOf({ file, line }: SnapshotProblem): string {
  return line === undefined ? file : `${file}:${line}`
}

/** Those of the problems in which all words occur. */
export function matchingProblems(
  problems: readonly SnapshotProblem[],
  filter: string,
): readonly SnapshotProblem[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return problems.filter(problem => {
    const text = `${placeOf(problem)} ${problem.message}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
