import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder test/cluster. */
const folder = dirname(dirname(fileURLToPath(import.meta.url)))
/** The module of the old server, beside the main one and no part of it. */
const oldFolder = 'old'

/** The exit code by which build.mjs says that there is no Go to build with. */
const noGoCode = 3

/** The cluster cannot be run on this machine; tests skip with this message. */
export class ClusterUnavailableError extends Error {
  override readonly name = 'ClusterUnavailableError'
}

/** True when the binary is older than any of its sources, or absent. */
function isStale(binary: string, isSource: (file: string) => boolean): boolean {
  if (!existsSync(binary)) return true
  const built = statSync(binary).mtimeMs
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => isSource(file) && !file.endsWith('_test.go'))
    .some(file => statSync(join(folder, file)).mtimeMs > built)
}

const isOld = (file: string): boolean => file.startsWith(oldFolder + sep)
const isGo = (file: string): boolean => file.endsWith('.go') || file.endsWith('go.mod')

/**
 * Returns the path of the cluster binary, built when it is absent or older
 * than its sources. The first build takes minutes: call this in a test run's
 * global setup. GATEHOUSE_CLUSTER_BINARY names a binary to take instead.
 *
 * @throws ClusterUnavailableError when there is no Go to build it with.
 */
export function ensureBinary(): Promise<string> {
  const given = process.env.GATEHOUSE_CLUSTER_BINARY
  if (given !== undefined && given !== '') return Promise.resolve(given)
  const isSource = (file: string): boolean => (isGo(file) && !isOld(file)) || file === 'build.mjs'
  return ensure(join(folder, 'bin', 'cluster'), 'build', isSource)
}

/**
 * The same for the old server, whose first build takes minutes too.
 *
 * @throws ClusterUnavailableError when there is no Go to build it with.
 */
export function ensureOldBinary(): Promise<string> {
  return ensure(join(folder, oldFolder, 'bin', 'oldserver'), oldFolder, file => isGo(file) && isOld(file))
}

async function ensure(binary: string, command: string, isSource: (file: string) => boolean): Promise<string> {
  if (process.platform === 'win32') {
    throw new ClusterUnavailableError('The test cluster runs on Linux and macOS only.')
  }
  if (!isStale(binary, isSource)) return binary
  const build = spawn(process.execPath, [join(folder, 'build.mjs'), command], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  build.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
    process.stderr.write(text)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    build.once('error', reject).once('close', resolve)
  })
  if (code === noGoCode) throw new ClusterUnavailableError(said.trim())
  if (code !== 0) throw new Error(`The test cluster could not be built:\n${said.trim()}`)
  return binary
}
