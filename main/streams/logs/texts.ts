import { counted } from '../../../shared/words/index.ts'
import type { Slicer } from '../../watch/index.ts'
import { type Block, markCode } from './block.ts'
import { longestLine, type StoreSnapshot } from './lineStore.ts'
import type { LogSession } from './session.ts'
import { shownLine } from './text.ts'

/** UTF-16 units of what goes to the clipboard, or is shown of one line. */
const longestText = 1024 * 1024
/** Characters that are written at once. */
const pieceLength = 256 * 1024

export interface SaveOptions {
  readonly isFiltered: boolean
  readonly hasTimes: boolean
  readonly hasSources: boolean
}

export interface SaveRun {
  readonly slicer: Slicer
  readonly signal: AbortSignal
  /** Counts up with the lines that were given out. */
  readonly counting: { lines: number }
}

/** What is held, line by line, in pieces; what was dropped is said first. Throws once the signal aborts. */
export async function* savedTexts(
  session: LogSession,
  options: SaveOptions,
  { slicer, signal, counting }: SaveRun,
): AsyncGenerator<string> {
  const { store } = session
  const snapshot = store.snapshot()
  const numbers = options.isFiltered ? session.view.all() : null
  const marks = marksOf(session, snapshot)
  const names = options.hasSources ? session.sourceNames() : null
  let text =
    snapshot.dropped === 0
      ? ''
      : `# ${counted(snapshot.dropped, 'earlier line was', 'earlier lines were')} dropped to make room and ${snapshot.dropped === 1 ? 'is' : 'are'} not in this file.\n`
  for (const { block, number } of entriesOf(snapshot, numbers)) {
    if (block.code(number) === markCode) text += `# ${marks.get(number) ?? ''}\n`
    else {
      text += `${lineText(block, number, options.hasTimes, names)}\n`
      counting.lines++
    }
    if (text.length > pieceLength) {
      yield text
      text = ''
    }
    if (slicer.isSpent()) await slicer.pause()
    signal.throwIfAborted()
  }
  yield text
}

/** Marks go with their blocks: their words are kept for as long as the file is written. */
function marksOf({ store }: LogSession, { blocks, end }: StoreSnapshot): ReadonlyMap<number, string> {
  const marks = new Map<number, string>()
  for (const block of blocks) {
    if (block.lines === block.count) continue
    for (let number = block.first; number < Math.min(end, block.end); number++)
      if (block.code(number) === markCode) marks.set(number, store.markAt(number)?.text ?? '')
  }
  return marks
}

function* entriesOf(
  { blocks, end }: StoreSnapshot,
  numbers: readonly number[] | null,
): Generator<{ readonly block: Block; readonly number: number }> {
  let place = 0
  for (const block of blocks) {
    const last = Math.min(end, block.end)
    if (numbers === null) {
      for (let number = block.first; number < last; number++) yield { block, number }
      continue
    }
    for (; place < numbers.length; place++) {
      const number = numbers[place] ?? end
      if (number >= last) break
      if (number >= block.first) yield { block, number }
    }
  }
}

function lineText(
  block: Block,
  number: number,
  hasTime: boolean,
  names: ReadonlyMap<number, string> | null,
): string {
  const { text } = shownLine(block.text(number), longestLine)
  const name = names === null ? '' : `${names.get(block.source(number)) ?? '-'} `
  return hasTime ? `${block.time(number)} ${name}${text}` : `${name}${text}`
}

/** Text of entries for the clipboard; whole lines, as many as there is room for. */
export function copiedText(session: LogSession, start: number, count: number): string {
  const lines: string[] = []
  let length = 0
  for (const number of session.view.stretch(start, count)) {
    const block = session.store.block(number)
    const line =
      block.code(number) === markCode
        ? `# ${session.store.markAt(number)?.text ?? ''}`
        : shownLine(block.text(number), longestLine).text
    length += line.length + 1
    if (length > longestText && lines.length > 0) break
    lines.push(line.slice(0, longestText))
  }
  return lines.join('\n')
}

/** One line whole. Null when it is not held any more. */
export function wholeLine({ store }: LogSession, number: number): string | null {
  if (number < store.first || number >= store.end) return null
  const block = store.block(number)
  if (block.code(number) === markCode) return store.markAt(number)?.text ?? null
  return shownLine(block.text(number), longestLine).text.slice(0, longestText)
}
