import { join } from 'node:path'
import { type Finished, runPackage } from '../run-tool.ts'
import { writeConfiguration } from './configuration.ts'
import { dummyRuntime } from './runtime.ts'
import { stage } from './stage.ts'

/**
 * Packs dist/ as it stands on a made-up runtime: contents as they ship, no Electron, and fuses
 * set in a place that no program reads.
 * @param folder where the app comes to stand, in `linux-unpacked`
 */
export async function packOnDummy(
  folder: string,
  options: { readonly quiet?: boolean } = {},
): Promise<Finished> {
  const app = join(folder, 'app')
  await stage(app)
  const config = join(folder, 'builder.json')
  await writeConfiguration(config, {
    directories: { app, output: folder },
    electronDist: await dummyRuntime(join(folder, 'dummy-electron')),
  })
  const args = ['--publish', 'never', '--config', config, '--linux', 'dir', '--x64']
  return runPackage('electron-builder', args, options)
}
