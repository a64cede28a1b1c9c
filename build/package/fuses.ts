import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { configuration } from './configuration.ts'
import { dummyMark } from './runtime.ts'

const fuseOfOption: Readonly<Record<string, FuseV1Options>> = {
  runAsNode: FuseV1Options.RunAsNode,
  enableCookieEncryption: FuseV1Options.EnableCookieEncryption,
  enableNodeOptionsEnvironmentVariable: FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  enableNodeCliInspectArguments: FuseV1Options.EnableNodeCliInspectArguments,
  enableEmbeddedAsarIntegrityValidation: FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  onlyLoadAppFromAsar: FuseV1Options.OnlyLoadAppFromAsar,
  grantFileProtocolExtraPrivileges: FuseV1Options.GrantFileProtocolExtraPrivileges,
}

/** The fuses that electron-builder.yml asks for. */
export async function wantedFuses(): Promise<ReadonlyMap<FuseV1Options, boolean>> {
  const { electronFuses } = await configuration()
  return new Map(
    Object.entries(electronFuses as Readonly<Record<string, boolean>>).flatMap(([option, value]) => {
      const fuse = fuseOfOption[option]
      return fuse === undefined ? [] : [[fuse, value] as const]
    }),
  )
}

export async function isDummy(program: string): Promise<boolean> {
  const file = await open(program)
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(dummyMark.length * 2),
      0,
      dummyMark.length * 2,
      0,
    )
    return buffer.subarray(0, bytesRead).toString('utf8').startsWith(dummyMark)
  } finally {
    await file.close()
  }
}

/** Programs of the unpacked apps below electron-builder’s output folder. */
export async function packedPrograms(release: string): Promise<readonly string[]> {
  const folders = (await readdir(release)).filter(name => /(-unpacked|^mac.*)$/.test(name))
  return folders
    .flatMap(name =>
      ['gatehouse', 'Gatehouse.exe', 'Gatehouse.app'].map(program => join(release, name, program)),
    )
    .filter(existsSync)
}

/** What is wrong with the fuses of a program, one line each. */
export async function wrongFuses(program: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(program)
  return [...(await wantedFuses())].flatMap(([fuse, on]) => {
    const state = wire[fuse]
    const wanted = on ? FuseState.ENABLE : FuseState.DISABLE
    const name = FuseV1Options[fuse]
    return state === wanted
      ? []
      : [`${program}: fuse ${name} is ${String(state)}, wanted ${on ? 'on' : 'off'}`]
  })
}
