import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** What names the disk of a folder takes, and what rights new files get there. */
export interface DiskRules {
  readonly isWindows: boolean
  /** `A` and `a` are one name, and so may be two spellings of an accent. */
  readonly isCaseBlind: boolean
  /** Bits that new files do not get. */
  readonly umask: number
}

/** Tries it out: systems have disks of both kinds. @param folder ours, and empty afterwards as before */
export async function rulesOf(folder: string): Promise<DiskRules> {
  const probe = path.join(folder, 'probe')
  await (await open(probe, 'wx', 0o777)).close()
  try {
    const { mode } = await stat(probe)
    const isCaseBlind = await stat(path.join(folder, 'PROBE')).then(
      () => true,
      () => false,
    )
    return { isWindows: process.platform === 'win32', isCaseBlind, umask: 0o777 & ~mode }
  } finally {
    await rm(probe)
  }
}
