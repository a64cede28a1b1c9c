// Builds bin/cluster, or runs the Go tests with the same flags:
//
//   node test/cluster/build.mjs          builds
//   node test/cluster/build.mjs cel      builds bin/cel, which evaluates expressions as the API server does
//   node test/cluster/build.mjs defaults builds bin/defaults, which decodes objects as the API server does
//   node test/cluster/build.mjs podsecurity builds bin/podsecurity, the server's checks of pods and access
//   node test/cluster/build.mjs patch    builds bin/patch, which patches and validates as the API server does
//   node test/cluster/build.mjs old      builds old/bin/oldserver, a module of its own
//   node test/cluster/build.mjs test …   go test ./... …
//   node test/cluster/build.mjs vet      go vet ./...
//
// Exit code 3 means that there is no Go that could build it, so that callers
// can skip and say why.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const needed = { major: 1, minor: 26 }
const noGo = 3
const versionPackage = 'k8s.io/component-base/version'
const programs = {
  build: {
    module: folder,
    kubernetes: 'v1.36.3',
    name: 'cluster',
    cold: '900 MB of modules, 3 GB of build cache',
  },
  cel: {
    module: folder,
    source: './cel',
    kubernetes: 'v1.36.3',
    name: 'cel',
    cold: 'the same modules and cache as the cluster',
  },
  defaults: {
    module: folder,
    source: './defaults',
    kubernetes: 'v1.36.3',
    name: 'defaults',
    cold: 'the same modules and cache as the cluster',
  },
  podsecurity: {
    module: folder,
    source: './podsecurity',
    kubernetes: 'v1.36.3',
    name: 'podsecurity',
    cold: 'the same modules and cache as the cluster',
  },
  patch: {
    module: folder,
    source: './patch',
    kubernetes: 'v1.36.3',
    name: 'patch',
    cold: 'the same modules and cache as the cluster',
  },
  // The oldest server that the product must work with.
  old: { module: join(folder, 'old'), kubernetes: 'v1.31.0', name: 'oldserver', cold: '2 GB of build cache' },
}

// What /version and `kubectl version` say.
function linkFlags(kubernetes) {
  const [major, minor] = kubernetes.slice(1).split('.')
  const flags = Object.entries({
    gitVersion: kubernetes,
    gitMajor: major,
    gitMinor: minor,
    gitTreeState: 'clean',
    gitCommit: '0'.repeat(40),
    buildDate: '2026-01-01T00:00:00Z',
  }).map(([name, value]) => `-X ${versionPackage}.${name}=${value}`)
  return `-s -w ${flags.join(' ')}`
}

function goVersion(program) {
  const run = spawnSync(program, ['env', 'GOVERSION'], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  })
  const match = /^go(\d+)\.(\d+)\S*/m.exec(run.stdout ?? '')
  return match === null
    ? undefined
    : { program, text: match[0], major: Number(match[1]), minor: Number(match[2]) }
}

function findGo() {
  const root = process.env.GOROOT
  const places = ['go', ...(root ? [join(root, 'bin', 'go')] : []), '/usr/local/go/bin/go']
  const found = places.map(goVersion).filter(version => version !== undefined)
  const good = found.find(
    ({ major, minor }) => major > needed.major || (major === needed.major && minor >= needed.minor),
  )
  if (good !== undefined) return good
  const wanted = `Go ${needed.major}.${needed.minor} or later`
  console.error(
    found.length === 0
      ? `The test cluster needs ${wanted} to be built, and there is no Go in PATH, GOROOT or /usr/local/go.`
      : `The test cluster needs ${wanted} to be built, and ${found[0].program} is ${found[0].text}.`,
  )
  process.exit(noGo)
}

function run(go, args, cwd = folder) {
  const env = {
    ...process.env,
    GOTOOLCHAIN: 'local',
    // In GOFLAGS and not on the command line: otherwise vet and test compile
    // everything once more. No version control stamp: it changes the link.
    GOFLAGS: `${process.env.GOFLAGS ?? ''} -trimpath -buildvcs=false`.trim(),
  }
  const done = spawnSync(go.program, args, { cwd, stdio: 'inherit', env })
  if (done.error) console.error(`${go.program} could not be run: ${done.error.message}`)
  return done.status ?? 1
}

function build(go, { module, source = '.', kubernetes, name, cold }) {
  const target = join(module, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  console.error(
    `Building ${target} with ${go.text}: ${
      existsSync(target)
        ? 'seconds'
        : `seconds, or about 5 minutes on 2 cores the first time (Kubernetes is compiled; ${cold})`
    } …`,
  )
  const began = Date.now()
  // Built aside and moved: a running server keeps its file, and nobody starts half a one.
  const fresh = `${target}.${process.pid}`
  mkdirSync(dirname(target), { recursive: true })
  const status = run(go, ['build', '-ldflags', linkFlags(kubernetes), '-o', fresh, source], module)
  if (status === 0) renameSync(fresh, target)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.error(
    status === 0
      ? `Built in ${seconds} s (${Math.round(statSync(target).size / 1e6)} MB, Kubernetes ${kubernetes}).`
      : `The build failed after ${seconds} s.`,
  )
  return status
}

const [command = 'build', ...rest] = process.argv.slice(2)
const go = findGo()
if (command === 'test') {
  const flags = linkFlags(programs.build.kubernetes)
  process.exit(run(go, ['test', '-ldflags', flags, ...(rest.length > 0 ? rest : ['./...'])]))
} else if (command === 'vet') {
  process.exit(run(go, ['vet', './...']))
} else if (Object.hasOwn(programs, command)) {
  process.exit(build(go, programs[command]))
} else {
  console.error(`unknown command ${command}: use build, cel, defaults, patch, podsecurity, old, test or vet`)
  process.exit(2)
}
