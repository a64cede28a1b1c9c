import { basename } from 'node:path'
import { AppError } from '../../../shared/errors/index.ts'
import type { WritesSources } from '../types.ts'

/** Characters of a text that can be edited, as `writes.saveDraft` takes them. */
const mostCharacters = 16_000_000

/** All files as one text, so that what one defines is there for the others. @throws AppError */
export async function joinedText(
  paths: readonly string[],
  { readManifests }: Pick<WritesSources, 'readManifests'>,
  signal: AbortSignal,
): Promise<string> {
  const texts: string[] = []
  for (const path of paths) for (const { text } of await readManifests(path, signal)) texts.push(text)
  const whole = texts.map(text => (text.endsWith('\n') || text === '' ? text : `${text}\n`)).join('---\n')
  if (whole.includes('\u0000'))
    throw new AppError({
      kind: 'invalid',
      reason: 'NoText',
      message: 'This is an archive or another binary file, which can only be opened as a dump.',
    })
  if (whole.length > mostCharacters)
    throw new AppError({
      kind: 'invalid',
      reason: 'TooLarge',
      message: 'The files hold more than 16 million characters. Open fewer of them together.',
    })
  if (whole.trim() === '')
    throw new AppError({
      kind: 'invalid',
      reason: 'NoManifests',
      message: 'There is no .yaml, .yml or .json file with anything in it.',
    })
  return whole
}

export function titleOfFiles(paths: readonly string[]): string {
  const [first = ''] = paths
  return `Apply ${basename(first).slice(0, 200)}${paths.length > 1 ? ` and ${paths.length - 1} more` : ''}`
}
