import { RE2JS } from 're2js'
import { AppError } from '../../../shared/errors/index.ts'
import type { LogSearch } from '../../../shared/ipc/index.ts'
import { compileSearch } from '../../../shared/logs/index.ts'
import type { TextRange } from './segments.ts'

/** Most stretches that are marked in one line. */
const most = 200

/**
 * What of a text a search meets, in time that grows with the text alone; null without a search
 * and for a pattern that cannot be read.
 */
export function hitsOf(search: LogSearch | null): ((text: string) => readonly TextRange[]) | null {
  if (search === null || search.text === '') return null
  const pattern = compiled(search)
  if (pattern === null) return null
  return text => {
    const ranges: TextRange[] = []
    const matcher = pattern.matcher(text)
    while (ranges.length < most && matcher.find())
      if (matcher.end() > matcher.start()) ranges.push({ from: matcher.start(), to: matcher.end() })
    return ranges
  }
}

/** What is wrong with a pattern and where, in a sentence; null for nothing. */
export function patternProblem(search: LogSearch): string | null {
  try {
    compileSearch(search)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.body.message
    throw error
  }
}

function compiled({ text, isPattern, isCaseSensitive }: LogSearch): RE2JS | null {
  const flags = isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE
  try {
    return RE2JS.compile(isPattern ? text : RE2JS.quote(text), flags)
  } catch {
    return null
  }
}
