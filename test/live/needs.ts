import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach } from 'vitest'

/** Path of one of the programs that hold the server’s own code. */
export function oraclePath(name: string): string {
  return join(import.meta.dirname, '../cluster/bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Leaves the tests of a file or group out, and says why, where what they are held against is not there. */
export function needs(path: string, howToGetIt: string): void {
  const isThere = existsSync(path)
  const why = `left out, there is nothing to compare with: ${howToGetIt}`
  if (!isThere) console.warn(why)
  beforeEach(({ skip }) => skip(!isThere, why))
}

/** The same for a program of the server’s own code. */
export function needsOracle(name: string): void {
  needs(oraclePath(name), `build it with: node test/cluster/build.mjs ${name}`)
}
