import { readVersionFile } from '../schemas.ts'

/** The answer to `/version`: the server that the schemas were taken from, marked as not being it. */
export function versionAnswer(suffix: string): object {
  const real = readVersionFile()
  return { ...real, gitVersion: `${real.gitVersion}-${suffix}` }
}

/** Minor of the release that the schemas were taken from. */
export function builtInMinor(): number {
  return Number(/^v1\.(\d+)/.exec(readVersionFile().gitVersion)?.[1])
}
