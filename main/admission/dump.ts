import type { Known } from '../../shared/admission/index.ts'
import { type AppErrorBody, notInDump } from '../../shared/errors/index.ts'
import type { KubeObject } from '../../shared/kube/index.ts'
import type { Sources } from './live-view.ts'
import type { Wanted } from './watch-set.ts'

/**
 * What a dump tells: that something is in it. That something is not there it tells only of a list
 * that a server gave; manifests, and namespaces that were not dumped, may be part of anything.
 */
export function sourcesOfDump(sources: Sources): Sources {
  const namespaces = wholeNamespaces(sources.readKind('', 'Namespace', { form: 'metadata' }))
  const names =
    namespaces.state === 'known' ? new Set(namespaces.items.map(({ metadata }) => metadata.name)) : null
  const told = (known: Known, kind: string, namespace: string, others: () => Known): Known => {
    if (known.state !== 'known' || isList(known.items)) return known
    if (names !== null && namespace !== '' && !names.has(namespace)) return known
    const around = others()
    if (around.state === 'known' && isList(around.items)) return known
    return { ...known, partial: gap(kind, namespace) }
  }
  return {
    ...sources,
    served: { ...sources.served, isPartial: true },
    readKind: (group, kind, options = {}) =>
      kind === 'Namespace'
        ? namespaces
        : told(sources.readKind(group, kind, options), kind, options.namespace ?? '', () => nothing),
    read: wanted =>
      told(sources.read(wanted), wanted.info.kind, wanted.namespace ?? '', () =>
        sources.read(withoutSelectors(wanted)),
      ),
  }
}

const nothing: Known = { state: 'loading' }

function withoutSelectors({ info, namespace = '' }: Wanted): Wanted {
  return { info, namespace, form: 'metadata' }
}

/** Namespaces that are only named have no labels to tell of; and every cluster has kube-system. */
function wholeNamespaces(known: Known): Known {
  if (known.state !== 'known') return known
  const items = known.items.filter(isFromServer)
  if (!items.some(({ metadata }) => metadata.name === 'kube-system'))
    return { state: 'unreadable', error: gap('Namespace', '') }
  return { ...known, items }
}

/** What a server listed, and no manifests that lie beside it. */
function isList(items: readonly KubeObject[]): boolean {
  return items.length > 0 && items.every(isFromServer)
}

/** Only a server says when an object was created. */
function isFromServer({ metadata }: KubeObject): boolean {
  return typeof metadata.creationTimestamp === 'string' && metadata.creationTimestamp !== ''
}

function gap(kind: string, namespace: string): AppErrorBody {
  const where = namespace === '' ? '' : ` of namespace ${namespace}`
  return {
    kind: 'gone',
    reason: notInDump,
    message: `The dump does not hold every ${kind}${where}, so what is not in it may well be in the cluster.`,
  }
}
