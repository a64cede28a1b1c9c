import { describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import { Observable, systemClock } from '../../shared/flow/index.ts'
import type { Discovery, SourcePhase, TreeFrame } from '../../shared/ipc/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import type { ObjectWatch, Watches, WatchTarget } from '../watch/index.ts'
import { createGraph } from './handlers.ts'

const info = (group: string, kind: string): ResourceInfo => ({
  group,
  version: 'v1',
  resource: `${kind.toLowerCase()}s`,
  kind,
  singular: '',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: ['get', 'list', 'watch'],
  preferred: true,
  subresources: [],
})
const kinds = [info('apps', 'ReplicaSet'), info('', 'Pod'), info('', 'ConfigMap')]

interface OpenWatch {
  readonly target: WatchTarget
  readonly form: string
  readonly phase: Observable<SourcePhase>
  readonly objects: Map<string, KubeObject>
  isReleased: boolean
  tell(): void
}

/** Watches whose content the test decides. */
function stageOf(objects: readonly KubeObject[]) {
  const opened: OpenWatch[] = []
  const watches: Pick<Watches, 'objects'> = {
    objects: (_api, target, form): ObjectWatch => {
      const listeners = new Set<() => void>()
      const matching = objects.filter(
        object =>
          `${object.kind.toLowerCase()}s` === target.resource.resource &&
          (target.fieldSelector === '' || target.fieldSelector === `metadata.name=${object.metadata.name}`),
      )
      const watch: OpenWatch = {
        target,
        form,
        phase: new Observable<SourcePhase>({ phase: 'live' }),
        objects: new Map(matching.map(object => [`n/${object.metadata.name}`, object])),
        isReleased: false,
        tell: () => {
          for (const listener of listeners) listener()
        },
      }
      opened.push(watch)
      return {
        phase: watch.phase,
        objects: watch.objects,
        get isSynced() {
          return watch.phase.get().phase === 'live'
        },
        subscribe: listener => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        release: () => {
          watch.isReleased = true
        },
      }
    },
  }
  const discovery = new Observable<Discovery>({ resources: kinds, failures: [], readAt: 1 })
  const api = {
    discovery,
    find: (resource: { resource: string }) => kinds.find(kind => kind.resource === resource.resource) ?? null,
    findKind: (_group: string, kind: string) => kinds.find(entry => entry.kind === kind) ?? null,
  } as unknown as ApiClient
  const graph = createGraph({ contexts: { get: () => api }, watches, clock: systemClock })
  return { graph, opened, discovery }
}

const pod = (name: string, volumes: unknown[] = []): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'n',
    uid: name,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'r', controller: true }],
  },
  spec: { volumes },
})
const set: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'r', namespace: 'n', uid: 'r' },
  spec: { replicas: 1, selector: { matchLabels: { app: 'x' } } },
}
const ref = (resource: string, name: string) => ({
  resource: { group: resource === 'replicasets' ? 'apps' : '', version: 'v1', resource },
  namespace: 'n',
  name,
})
const names = (frame: TreeFrame | undefined) => frame?.nodes.map(node => `${node.kind}/${node.ref.name}`)

describe('an open tree', () => {
  it('reads pods by the labels of their workload and gives up every watch when closed', () => {
    const { graph, opened } = stageOf([set, pod('a'), pod('b')])
    const tree = graph['graph.tree']({ context: 'c', ref: ref('replicasets', 'r') }, () => undefined)
    expect(names(tree.take())).toEqual(['ReplicaSet/r', 'Pod/a', 'Pod/b'])
    expect(opened.find(watch => watch.target.resource.resource === 'pods')?.target.labelSelector).toBe(
      'app=x',
    )
    expect(tree.take()).toBeUndefined()
    tree.close()
    expect(opened.every(watch => watch.isReleased)).toBe(true)
  })

  it('sends one line for one change', () => {
    const { graph, opened } = stageOf([set, pod('a'), pod('b')])
    let told = 0
    const tree = graph['graph.tree']({ context: 'c', ref: ref('replicasets', 'r') }, () => told++)
    tree.take()
    const pods = opened.find(watch => watch.target.resource.resource === 'pods')
    pods?.objects.set('n/b', { ...pod('b'), status: { phase: 'Failed' } })
    pods?.tell()
    expect(told).toBe(1)
    const frame = tree.take()
    expect(frame?.order).toBeNull()
    expect(frame?.nodes.map(node => [node.ref.name, node.state, node.below])).toEqual([
      ['r', '0/1', 'bad'],
      ['b', 'Failed', null],
    ])
    tree.close()
  })

  it('gives up what it needs no more', () => {
    const { graph, opened } = stageOf([pod('a', [{ configMap: { name: 'm' } }])])
    const tree = graph['graph.tree']({ context: 'c', ref: ref('pods', 'a') }, () => undefined)
    tree.take()
    const config = opened.find(watch => watch.target.resource.resource === 'configmaps')
    expect(config?.form).toBe('metadata')
    const pods = opened.find(watch => watch.target.resource.resource === 'pods')
    pods?.objects.set('n/a', pod('a'))
    pods?.tell()
    tree.take()
    expect(config?.isReleased).toBe(true)
    tree.close()
  })

  it('names what cannot be read and is not complete while something is on its way', () => {
    const { graph, opened } = stageOf([set])
    const tree = graph['graph.tree']({ context: 'c', ref: ref('replicasets', 'r') }, () => undefined)
    tree.take()
    const pods = opened.find(watch => watch.target.resource.resource === 'pods')
    pods?.phase.set({ phase: 'loading', received: 0, total: null })
    pods?.tell()
    expect(tree.take()?.complete).toBe(false)
    const error = { kind: 'denied', message: 'You may not list pods in namespace n.' } as const
    pods?.phase.set({ phase: 'denied', error, readableNamespaces: [] })
    pods?.tell()
    expect(tree.take()).toMatchObject({ complete: true, unreadable: [error] })
    tree.close()
  })

  it('says why when the context is not open, and leaves no timer when closed', async () => {
    let asked = 0
    const graph = createGraph({
      contexts: {
        get: () => {
          asked++
          throw new AppError({ kind: 'notOpen', message: 'not open' })
        },
      },
      watches: { objects: () => expect.unreachable() },
      clock: systemClock,
    })
    const tree = graph['graph.tree']({ context: 'c', ref: ref('pods', 'a') }, () => undefined)
    expect(tree.take()?.unreadable).toMatchObject([{ kind: 'notOpen' }])
    tree.close()
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(asked).toBe(1)
  })
})
