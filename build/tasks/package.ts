// The unpacked app, in release/; with `--installers` the installers of this system as well.
// Without Electron’s binary the app is packed on a made-up runtime: its contents are real and
// tested, it does not run, and its fuses are a rehearsal. `--dummy` asks for that.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from '../bundle.ts'
import { writeConfiguration } from '../package/configuration.ts'
import { isDummy, packedPrograms, wrongFuses } from '../package/fuses.ts'
import { electronRuntime } from '../package/runtime.ts'
import { macSigning } from '../package/signing.ts'
import { stage } from '../package/stage.ts'
import { packOnDummy } from '../package/unpacked.ts'
import { root } from '../root.ts'
import { runPackage } from '../run-tool.ts'

const release = join(root, 'release')
const own = new Set(['--installers', '--dummy'])
const wantsInstallers = process.argv.includes('--installers')
/** What is left of the arguments goes to electron-builder, e.g. `--arm64`. */
const others = process.argv.slice(2).filter(arg => !own.has(arg))

/** Packs on this system’s Electron; installers are for other processors too, whose Electron electron-builder fetches. */
async function packOn(runtime: string): Promise<number> {
  await stage(join(release, 'app'))
  const config = join(release, 'builder.json')
  const mac = macSigning(process.platform, process.env, console.error)
  await writeConfiguration(config, { mac, ...(wantsInstallers ? {} : { electronDist: runtime }) })
  const kind = wantsInstallers ? [] : ['--dir']
  const args = ['--publish', 'never', '--config', config, ...kind, ...others]
  return (await runPackage('electron-builder', args)).code
}

async function pack(): Promise<number> {
  const runtime = process.argv.includes('--dummy') ? null : await electronRuntime()
  if (runtime !== null) return packOn(runtime)
  console.error('Electron’s binary cannot be had here.')
  if (wantsInstallers) {
    console.error('No installer can be made without it.')
    return 1
  }
  console.error('The app is packed on a made-up runtime: its contents are real, it does not run.')
  return (await packOnDummy(release)).code
}

/** Reads the fuses of what was packed; returns how many programs are not as they must be. */
async function checkFuses(): Promise<number> {
  let wrong = 0
  for (const program of await packedPrograms(release)) {
    if (await isDummy(program)) {
      console.error(`Fuses were NOT set on an Electron: ${program} is a made-up program.`)
      continue
    }
    const faults = await wrongFuses(program)
    for (const fault of faults) console.error(fault)
    if (faults.length === 0) console.error(`Fuses of ${program} are as electron-builder.yml asks.`)
    else wrong += 1
  }
  return wrong
}

await bundle()
await rm(release, { recursive: true, force: true })
await mkdir(release)
const code = await pack()
if (code !== 0) console.error('The app was not packed; the lines above say why.')
process.exit(code === 0 && (await checkFuses()) === 0 ? 0 : 1)
