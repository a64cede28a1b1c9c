import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { availableParallelism, release, totalmem } from 'node:os'
import type {
  AppInfo,
  ConnectionFigures,
  ContextEntry,
  ContextTimings,
  Discovery,
  KubeconfigFile,
  ProcessFigures,
  SessionState,
} from '../../shared/ipc/index.ts'
import { NameHiding } from './hideNames.ts'
import type { KnownSecrets } from './knownSecrets.ts'
import { redact, redactText } from './redact.ts'

/** One file of a bundle. */
export interface BundleEntry {
  readonly name: string
  /** What it is, in a sentence. */
  readonly what: string
  readonly text: string
}

/** What a bundle says of one context. Discovery and session are null while it is closed. */
export interface BundleContext {
  readonly entry: ContextEntry
  readonly session: SessionState | null
  readonly discovery: Discovery | null
  readonly figures: ConnectionFigures | null
}

/** Everything a bundle is made of, as it stands now. */
export interface BundleSources {
  readonly info: AppInfo
  readonly settings: unknown
  readonly contexts: readonly BundleContext[]
  readonly files: readonly KubeconfigFile[]
  readonly timings: readonly ContextTimings[]
  readonly process: ProcessFigures
  readonly secrets: KnownSecrets
}

/** Of the log, at most so many bytes go into a bundle: the latest of the three files. */
const mostLogBytes = 2_000_000

/** The files of a support bundle. No credential, no kubeconfig and no object of a cluster is in them. */
export function bundleEntries(sources: BundleSources, hidesNames: boolean): readonly BundleEntry[] {
  const hiding = hidesNames ? hidingOf(sources) : null
  const json = (value: unknown): string => `${JSON.stringify(hiding?.tree(value) ?? value, null, 2)}\n`
  const { info } = sources
  const files: readonly BundleEntry[] = [
    {
      name: 'versions.json',
      what: 'Versions of Gatehouse, of what it runs on, and of the machine',
      text: json(versionsOf(info)),
    },
    {
      name: 'settings.json',
      what: 'Preferences, without pasted or read kubeconfigs',
      text: json(redact(sources.settings)),
    },
    {
      name: 'contexts.json',
      what: 'Contexts with the state of their connection, what their servers offer in numbers, and kubeconfig files without their content',
      text: json(
        redact({ contexts: sources.contexts.map(contextSummary), files: sources.files.map(fileSummary) }),
      ),
    },
    {
      name: 'timings.json',
      what: 'The last requests of each context: method, path, status, duration; no headers, no bodies',
      text: json(redact(sources.timings.map(timings => withoutNames(timings, hiding)))),
    },
    { name: 'process.json', what: 'Memory and delays of the process', text: json(sources.process) },
    { name: 'log.jsonl', what: 'The end of the log', text: logText(info.logFile, hiding) },
  ]
  const all = [readme(files, hidesNames, info), ...files]
  // Everything once more as a text: what no rule for values saw, the list of known secrets does.
  return all.map(file => ({ ...file, text: sources.secrets.mask(redactText(file.text)) }))
}

function versionsOf(info: AppInfo): unknown {
  const { electron, chrome, v8, openssl } = process.versions
  return {
    gatehouse: info.version,
    host: info.host,
    platform: info.platform,
    system: release(),
    node: info.node,
    v8,
    openssl,
    ...(electron === undefined ? {} : { electron, chrome }),
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    at: new Date().toISOString(),
  }
}

function contextSummary({ entry, session, discovery, figures }: BundleContext): unknown {
  const { id, name, source, origin, cluster, server, user, signIn, namespace, isProtected, problem } = entry
  return {
    id,
    name,
    source,
    origin,
    cluster,
    server,
    user,
    // The command of a plugin may be a path of the user's; which sort it is tells enough.
    signIn: signIn.type,
    namespace,
    isProtected,
    ...(problem === undefined ? {} : { problem: problem.kind }),
    session,
    figures,
    ...(discovery === null ? {} : { discovery: discoverySummary(discovery) }),
  }
}

function discoverySummary({ resources, failures, readAt }: Discovery): unknown {
  const kinds = new Map<string, number>()
  for (const { group, version } of resources) {
    // Groups of custom resources name products and companies; those of Kubernetes name neither.
    const key = !isCustom(group) ? `${group === '' ? '' : `${group} `}${version}` : 'custom groups'
    kinds.set(key, (kinds.get(key) ?? 0) + 1)
  }
  return {
    readAt,
    kinds: resources.length,
    byGroup: [...kinds].map(([group, count]) => `${group}: ${count}`),
    failures: failures.map(({ error }) => ({ kind: error.kind, status: error.status })),
  }
}

function isCustom(group: string): boolean {
  return group.includes('.') && !group.endsWith('.k8s.io')
}

/** The words of a problem may quote a line of the file: only its kind is told. */
function fileSummary({ path, from, contexts, problem }: KubeconfigFile): unknown {
  return { path, from, contexts, ...(problem === undefined ? {} : { problem: problem.kind }) }
}

function withoutNames(timings: ContextTimings, hiding: NameHiding | null): ContextTimings {
  if (hiding === null) return timings
  const hidden = (request: ContextTimings['requests'][number]) => ({
    ...request,
    path: hiding.path(request.path),
  })
  return { ...timings, requests: timings.requests.map(hidden), streams: timings.streams.map(hidden) }
}

/** Lines of the log and its older file, the oldest first; each as JSON, or left out. */
function logText(file: string, hiding: NameHiding | null): string {
  const whole = [`${file}.1`, file].map(name => tailOf(name, mostLogBytes)).join('')
  const text = whole.slice(-mostLogBytes)
  const lines = text.slice(whole.length > mostLogBytes ? text.indexOf('\n') + 1 : 0).split('\n')
  return lines
    .filter(line => line !== '')
    .map(line => `${printedLine(line, hiding)}\n`)
    .join('')
}

function printedLine(line: string, hiding: NameHiding | null): string {
  try {
    const { level, time, ...rest } = JSON.parse(line) as Readonly<Record<string, unknown>>
    const safe = redact(rest)
    return JSON.stringify({ level, time, ...((hiding?.tree(safe) ?? safe) as object) })
  } catch {
    return JSON.stringify({ msg: '[a line that is no JSON was left out]' })
  }
}

function tailOf(file: string, bytes: number): string {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return '' // nothing was logged to it yet
  }
  try {
    const { size } = fstatSync(handle)
    const buffer = Buffer.alloc(Math.min(size, bytes))
    readSync(handle, buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('utf8')
  } finally {
    closeSync(handle)
  }
}

function hidingOf({ contexts, files, settings }: BundleSources): NameHiding {
  const hiding = new NameHiding()
  for (const { entry, session, discovery } of contexts) {
    if (entry.origin === 'sample') continue
    for (const { group } of discovery?.resources ?? []) if (isCustom(group)) hiding.add('group', group)
    hiding.add('file', entry.source)
    hiding.add('context', entry.name)
    hiding.add('cluster', entry.cluster)
    hiding.add('user', entry.user)
    hiding.add('server', entry.server)
    hiding.add('server', hostOf(entry.server))
    hiding.add('namespace', entry.namespace)
    hiding.add('user', session?.userName ?? '')
  }
  for (const { path } of files) hiding.add('file', path)
  addPaths(hiding, settings)
  return hiding
}

/** Settings name files, folders, namespaces and patterns: every text of theirs that is no word of ours. */
function addPaths(hiding: NameHiding, settings: unknown): void {
  if (typeof settings !== 'object' || settings === null) return
  const { kubeconfigPaths, protectedContexts, confirmTyping, ...others } = settings as Readonly<
    Record<string, unknown>
  >
  const { namespaces, usedNamespaces, defaultNamespaces } = others
  for (const path of textsIn(kubeconfigPaths)) hiding.add('file', path)
  for (const pattern of textsIn([protectedContexts, confirmTyping])) hiding.add('context', pattern)
  for (const name of textsIn([namespaces, usedNamespaces, defaultNamespaces])) hiding.add('namespace', name)
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function hostOf(server: string): string {
  try {
    return new URL(server).hostname
  } catch {
    return ''
  }
}

function readme(files: readonly BundleEntry[], hidesNames: boolean, info: AppInfo): BundleEntry {
  const names = hidesNames
    ? 'Names of contexts, clusters, users, servers, files, namespaces and objects stand hidden: equal names have equal stand-ins within this bundle.'
    : 'Names of contexts, clusters, users, servers, files, namespaces and objects are in it as they are.'
  const text = [
    `Support bundle of Gatehouse ${info.version}`,
    '',
    'Made on this machine when a person asked for it, and sent nowhere by Gatehouse.',
    'It holds no credential, no content of a kubeconfig and no object of a cluster.',
    names,
    '',
    ...files.map(({ name, what }) => `${name}: ${what}.`),
    '',
  ]
  return { name: 'README.txt', what: 'What is in here', text: text.join('\n') }
}
