import path from 'node:path'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { type Cluster, readCluster } from './cluster.ts'
import { fieldOf, isMapping, textOf } from './fields.ts'
import type { KubeconfigSource } from './files.ts'
import { contextIdOf } from './id.ts'
import type { Steps } from './turns.ts'
import type { NamedEntry, ParsedKubeconfig } from './types.ts'
import { nobody, readUser, type User } from './user.ts'

/** A file as it was read. */
export interface Island {
  readonly path: string
  readonly from: KubeconfigSource
  readonly parsed: ParsedKubeconfig
}

/** A context with the cluster and user it leads to, from whichever file they came. */
export interface JoinedContext {
  readonly id: ContextId
  readonly name: string
  readonly island: Island
  readonly clusterName: string
  readonly userName: string
  readonly namespace: string
  readonly cluster: Cluster | null
  readonly user: User
  readonly clusterLabel: string
  readonly userLabel: string
  readonly borrowed: readonly string[]
  /** True when credentials of one file go to a server that another names. */
  readonly mixesFiles: boolean
  readonly problem?: AppErrorBody
}

/** An entry and the file it was found in; `repeated` are the lines of those of the same name. */
interface Found {
  readonly entry: NamedEntry
  readonly island: Island
  readonly repeated: readonly number[]
}

/**
 * Joins the contexts of all files. Files are islands: names of one never shadow those of
 * another. Only what a file of KUBECONFIG lacks is looked for in the others of KUBECONFIG.
 */
export function* joining(islands: readonly Island[]): Steps<readonly JoinedContext[]> {
  const lenders = islands.filter(island => island.from === 'KUBECONFIG')
  const joined: JoinedContext[] = []
  for (const island of islands) {
    const others = island.from === 'KUBECONFIG' ? lenders.filter(other => other !== island) : []
    const reach = [island, ...others].map(one => ({
      island: one,
      clusters: byName(one.parsed.clusters),
      users: byName(one.parsed.users),
    }))
    const seen = new Map<string, number>()
    for (const context of island.parsed.contexts) {
      const occurrence = seen.get(context.name) ?? 0
      seen.set(context.name, occurrence + 1)
      joined.push(joinContext(context, occurrence, island, reach))
      yield
    }
  }
  return joined
}

type Names = ReadonlyMap<string, readonly NamedEntry[]>
type Reach = readonly { readonly island: Island; readonly clusters: Names; readonly users: Names }[]

function byName(entries: readonly NamedEntry[]): Names {
  return Map.groupBy(entries, entry => entry.name)
}

function find(reach: Reach, list: 'clusters' | 'users', name: string): Found | null {
  for (const candidate of reach) {
    const [entry, ...more] = candidate[list].get(name) ?? []
    if (entry === undefined) continue
    const isSame = more.every(other => JSON.stringify(other.fields) === JSON.stringify(entry.fields))
    const repeated = isSame ? [] : [entry.line, ...more.map(other => other.line)]
    return { entry, island: candidate.island, repeated }
  }
  return null
}

function joinContext(context: NamedEntry, occurrence: number, island: Island, reach: Reach): JoinedContext {
  const clusterName = textOf(fieldOf(context.fields, 'cluster'))
  const userName = textOf(fieldOf(context.fields, 'user'))
  const foundCluster = find(reach, 'clusters', clusterName)
  const foundUser = userName === '' ? null : find(reach, 'users', userName)
  const cluster =
    foundCluster && readCluster(foundCluster.entry.fields, path.dirname(foundCluster.island.path))
  const user = foundUser ? readUser(foundUser.entry.fields, path.dirname(foundUser.island.path)) : nobody
  const label = (kind: string, name: string, found: Found | null) =>
    `${kind} "${name}" of ${(found?.island ?? island).path}`
  const clusterLabel = label('cluster', clusterName, foundCluster)
  const userLabel = label('user', userName, foundUser)
  const borrowed = [
    borrowing('cluster', clusterName, foundCluster, island),
    borrowing('user', userName, foundUser, island),
  ].filter(sentence => sentence !== '')
  const hasCredentials = user.authentication.type !== 'none' || user.clientCertificate !== undefined
  const message =
    contextFault(context, occurrence, island) ||
    entryFault('cluster', clusterName, foundCluster, clusterLabel, cluster?.fault ?? '', island) ||
    (userName === '' ? '' : entryFault('user', userName, foundUser, userLabel, user.fault, island))
  return {
    id: contextIdOf(island.path, context.name, occurrence),
    name: context.name,
    island,
    clusterName,
    userName,
    namespace: textOf(fieldOf(context.fields, 'namespace')),
    cluster,
    user,
    clusterLabel,
    userLabel,
    borrowed,
    mixesFiles: hasCredentials && foundUser?.island !== foundCluster?.island && foundCluster !== null,
    ...(message === '' ? {} : { problem: { kind: 'badConfig', message } }),
  }
}

function borrowing(kind: string, name: string, found: Found | null, island: Island): string {
  return found === null || found.island === island ? '' : `${kind} "${name}" comes from ${found.island.path}`
}

function contextFault(context: NamedEntry, occurrence: number, island: Island): string {
  const where = `${island.path}${context.line > 0 ? `, line ${context.line}` : ''}`
  if (context.name === '') return `A context of ${where} has no name.`
  if (!isMapping(context.fields)) return `Context "${context.name}" of ${where} is empty.`
  if (occurrence > 0)
    return `The name "${context.name}" occurs more than once among the contexts of ${where}.`
  return ''
}

function entryFault(
  kind: 'cluster' | 'user',
  name: string,
  found: Found | null,
  label: string,
  fault: string,
  island: Island,
): string {
  if (name === '') return `The context names no ${kind}.`
  if (found === null) {
    const places =
      island.from === 'KUBECONFIG' ? `${island.path} and the other files of KUBECONFIG` : island.path
    return `The context names the ${kind} "${name}", which is not in ${places}.`
  }
  if (found.repeated.length > 0) {
    const lines = found.repeated.filter(line => line > 0).join(', ')
    return `The ${kind} "${name}" occurs more than once in ${found.island.path}${lines && ` (lines ${lines})`}, with different content.`
  }
  return fault === '' ? '' : `The ${label} ${fault}.`
}
