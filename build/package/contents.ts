import type { Packed } from './asar.ts'

/** Most bytes of the archive, with the terminal and charts in it, and room for what edits. */
export const archiveBudget = 10 * 1024 * 1024

const required = [
  'LICENSE',
  'package.json',
  'dist/licences.txt',
  'dist/main/index.js',
  'dist/main/cli.js',
  'dist/main/snapshot-worker.js',
  'dist/main/schemas/discovery.json.gz',
  'dist/preload/index.cjs',
  'dist/renderer/index.html',
]

/** Kinds of files that a bundle is made of. */
const shipped = /(^LICENSE|^package\.json|^dist\/.*\.(js|cjs|css|html|svg|png|woff2|wasm|txt|json|json\.gz))$/
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)node_modules\//, 'an installed package'],
  [/\.map$/, 'a source map'],
  [/\.[cm]?tsx?$/, 'a source'],
  [/(^|[/.])(test|spec)[/.]/, 'a test'],
  [/(^|\/)\.[^/]/, 'a hidden file'],
]

const secrets: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]{24}/, 'a private key'],
  [/\beyJ[\w-]{16,}\.eyJ[\w-]{16,}\.[\w-]{16,}/, 'a signed token'],
  [/\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{40,}/, 'a GitHub token'],
  [/\bnpm_[A-Za-z0-9]{36}\b/, 'an npm token'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS key'],
  [/\bxox[abprs]-[\w-]{20,}/, 'a Slack token'],
]

const code = /\.(js|cjs|html|css)$/
const metadata = [
  'name',
  'productName',
  'version',
  'description',
  'homepage',
  'desktopName',
  'license',
  'author',
  'type',
  'main',
]

/** What is known of the machine that built, and must not be found in what it built. */
export interface BuildPlace {
  /** The project’s folder and others whose names would tell where it was built. */
  readonly folders: readonly string[]
}

/** What is wrong with an archive, one sentence each; nothing when it may ship. */
export function contentFaults(packed: readonly Packed[], place: BuildPlace): readonly string[] {
  const faults: string[] = []
  const paths = new Set(packed.map(({ path }) => path))
  for (const path of required) if (!paths.has(path)) faults.push(`${path} is missing`)
  for (const one of packed) {
    const kind = forbidden.find(([pattern]) => pattern.test(one.path))?.[1]
    if (kind !== undefined) faults.push(`${one.path} is ${kind}`)
    else if (!shipped.test(one.path)) faults.push(`${one.path} is of no kind that ships`)
    if (!one.isIntact) faults.push(`${one.path} is not what the header’s hash says`)
    if (one.content.length === 0) faults.push(`${one.path} is empty`)
    if (code.test(one.path)) faults.push(...codeFaults(one, place))
  }
  const bytes = packed.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > archiveBudget) faults.push(`${bytes} bytes are more than ${archiveBudget}`)
  return [...faults, ...packageFaults(packed)]
}

function codeFaults({ path, content }: Packed, place: BuildPlace): readonly string[] {
  const text = content.toString('utf8')
  const faults = secrets.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${path} holds ${what}`)
  if (/[#@] ?sourceMappingURL=/.test(text)) faults.push(`${path} names a source map`)
  for (const folder of place.folders) if (text.includes(folder)) faults.push(`${path} names ${folder}`)
  if (path.startsWith('dist/renderer/') || path.startsWith('dist/preload/')) {
    // The page’s policy would refuse these; code that tries is code that fails. A method may be called eval.
    if (/(?<!\.)\beval\s*\((?![^()]*\)\s*\{)|\bnew Function\b|\bFunction\s*\(\s*["'`]/.test(text))
      faults.push(`${path} makes code of text`)
    if (/\bdocument\.write\b|\.insertAdjacentHTML\b|\.outerHTML\s*=[^=]/.test(text))
      faults.push(`${path} makes markup of text`)
  }
  return faults
}

function packageFaults(packed: readonly Packed[]): readonly string[] {
  const file = packed.find(({ path }) => path === 'package.json')
  if (file === undefined) return []
  const fields = Object.keys(JSON.parse(file.content.toString('utf8')) as object)
  return fields.filter(name => !metadata.includes(name)).map(name => `package.json has the field ${name}`)
}
