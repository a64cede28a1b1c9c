import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../shared/errors/index.ts'
import { parseKubeconfig } from './parse.ts'

/**
 * Keeps pasted text as a file that only its owner may read, named after its content: pasting the
 * same text again changes nothing.
 * @throws AppError `invalid` when the text is no kubeconfig
 */
export function keepPasted(text: string, folder: string): void {
  const parsed = parseKubeconfig(text)
  if (parsed.problem !== undefined || parsed.contexts.length === 0) {
    const reason = parsed.problem?.message ?? 'It has no contexts.'
    throw new AppError({ kind: 'invalid', message: `The pasted text cannot be used. ${reason}` })
  }
  const file = path.join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 12)}.yaml`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // A name that the list passes over, until the file is whole.
    const draft = `${file}.tmp`
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    renameSync(draft, file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError({ kind: 'badConfig', message: `The pasted text could not be kept: ${reason}.` })
  }
}
