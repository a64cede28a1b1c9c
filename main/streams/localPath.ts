import path from 'node:path'
import { AppError } from '../../shared/errors/index.ts'

/**
 * A path as it is written everywhere in the product: absolute, or with `~/` from the home folder.
 * @throws AppError `invalid` for a relative one
 */
export function localPath(written: string, home: string): string {
  const expanded = written.replace(/^~(?=[/\\]|$)/, () => home)
  if (path.isAbsolute(expanded) && !expanded.includes('\0')) return path.normalize(expanded)
  throw new AppError({
    kind: 'invalid',
    message: `“${written}” is no absolute path. Write it from the root, or with ~/ from your home folder.`,
  })
}
