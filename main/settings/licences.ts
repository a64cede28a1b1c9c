import { readFile } from 'node:fs/promises'

/** Beside the folder of the bundles. */
const file = new URL('../licences.txt', import.meta.url)

/** The list of licences that building makes; null where nothing was built. */
export async function readLicences(): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return null
  }
}
