import { sameJson } from '../../../shared/admission/values/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import { at, integer, mapping, text } from '../tables/index.ts'
import { type Cluster, controlledBy, places, wanted } from './cluster.ts'
import { plainTemplate } from './templates.ts'

/** The ControllerRevision of the template that a StatefulSet or DaemonSet has now; made where there is none. */
export function currentRevision(cluster: Cluster, owner: KubeObject): KubeObject {
  const template = plainTemplate(at(owner, 'spec', 'template'))
  const all = cluster.controlled(places.revisions, owner)
  const newest = Math.max(0, ...all.map(each => integer(each.revision)))
  const found = all.find(each => sameJson(plainTemplate(at(each, 'data', 'spec', 'template')), template))
  if (found === undefined) return addRevision(cluster, owner, template, newest + 1)
  // What is rolled back to counts as the newest.
  if (integer(found.revision) < newest) cluster.update(places.revisions, { ...found, revision: newest + 1 })
  return found
}

/** The hash by which the pods of a revision are known. */
export const hashOf = (revision: KubeObject): string =>
  revision.metadata.labels?.['controller.kubernetes.io/hash'] ?? revision.metadata.name

function addRevision(
  cluster: Cluster,
  owner: KubeObject,
  template: ReturnType<typeof plainTemplate>,
  revision: number,
): KubeObject {
  const { name, namespace = '' } = owner.metadata
  const hash = cluster.suffix(10, owner.kind, name, JSON.stringify(template))
  prune(cluster, owner)
  return cluster.create(places.revisions, {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      ...{ name: `${name}-${hash}`, namespace, ownerReferences: [controlledBy(owner)] },
      labels: {
        ...(mapping(at(owner, 'spec', 'selector', 'matchLabels')) as Readonly<Record<string, string>>),
        'controller.kubernetes.io/hash': hash,
      },
    },
    data: { spec: { template: { $patch: 'replace', ...mapping(at(owner, 'spec', 'template')) } } },
    revision,
  })
}

/** Keeps as many past revisions as the owner wants, and those that pods are still of. */
function prune(cluster: Cluster, owner: KubeObject): void {
  const pods = cluster.controlled(places.pods, owner)
  const used = new Set(pods.map(pod => text(pod.metadata.labels?.['controller-revision-hash'])))
  const idle = cluster
    .controlled(places.revisions, owner)
    .filter(each => !used.has(hashOf(each)) && !used.has(each.metadata.name))
    .sort((a, b) => integer(a.revision) - integer(b.revision))
  const limit = wanted(owner, 'revisionHistoryLimit', 10)
  for (const each of idle.slice(0, Math.max(0, idle.length - limit))) cluster.delete(places.revisions, each)
}
