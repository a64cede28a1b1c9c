import type { Consequence, WriteMethod } from '../../../shared/ipc/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import { isSame } from '../plan/changes.ts'
import { valueAt } from '../plan/fields.ts'
import type { PlannedDocument } from './items.ts'
import { clientSideManager, migrated } from './owners.ts'

type Found = Omit<Consequence, 'refs' | 'total'>

const shownRefs = 20

/** What a text brings about beside what it says, told once for all objects that it concerns. */
export function consequencesOf(
  planned: readonly PlannedDocument[],
  method: WriteMethod,
): readonly Consequence[] {
  const found = new Map<string, { consequence: Found; refs: Consequence['refs'][number][]; total: number }>()
  for (const { item, document } of planned) {
    if (document === null || item.ref === null) continue
    for (const consequence of [
      ...ofManagers(document.live, document.opened, method),
      ...ofChange(document.live, item.object),
    ]) {
      const known = found.get(consequence.text) ?? { consequence, refs: [], total: 0 }
      known.total++
      if (known.refs.length < shownRefs) known.refs.push({ kind: item.object.kind, ref: item.ref })
      found.set(consequence.text, known)
    }
  }
  return [...found.values()].map(({ consequence, refs, total }) => ({ ...consequence, refs, total }))
}

function ofManagers(
  live: KubeObject | null,
  opened: KubeObject | null,
  method: WriteMethod,
): readonly Found[] {
  if (method.type !== 'apply' || opened !== null || live === null) return []
  if (migrated(live, method.manager) === null) return []
  return [
    {
      severity: 'warning',
      text: `kubectl applied this on the client's side (${clientSideManager}). ${method.manager} takes over what it managed, as kubectl apply --server-side does: fields that the text does not have any more are removed. Its record of what it last applied stays as it is.`,
    },
  ]
}

const templated = ['Deployment', 'StatefulSet', 'DaemonSet']

function ofChange(live: KubeObject | null, object: KubeObject): readonly Found[] {
  const found: Found[] = []
  const changes = (path: readonly string[]): boolean => {
    const after = valueAt(object, path)
    return after !== undefined && !isContained(valueAt(live, path), after)
  }
  if (live !== null && templated.includes(object.kind) && changes(['spec', 'template']))
    found.push({ severity: 'warning', text: 'The pod template changes: its pods are replaced.' })
  const replicas = valueAt(object, ['spec', 'replicas'])
  if (live !== null && replicas === 0 && valueAt(live, ['spec', 'replicas']) !== 0)
    found.push({ severity: 'danger', text: 'It is scaled to 0: no pod of it is left.' })
  if (object.kind === 'CustomResourceDefinition' && live !== null && lostVersions(live, object).length > 0)
    found.push({
      severity: 'danger',
      text: `Versions are served no more: ${lostVersions(live, object).join(', ')}. Whoever uses them is refused.`,
    })
  if (/WebhookConfiguration$/.test(object.kind) && failsClosed(object))
    found.push({
      severity: 'warning',
      text: 'A webhook refuses requests while it cannot be called (failurePolicy Fail).',
    })
  const role = valueAt(object, ['roleRef', 'name'])
  if (role === 'cluster-admin' && !isSame(valueAt(live, ['subjects']), valueAt(object, ['subjects'])))
    found.push({ severity: 'danger', text: 'It gives all rights in the cluster (cluster-admin).' })
  return found
}

/** Whether a value has all that is asked for; what the server filled in beside that is no change. */
function isContained(value: unknown, asked: unknown): boolean {
  if (isMapping(value) && isMapping(asked))
    return Object.entries(asked).every(([name, inner]) => isContained(value[name], inner))
  if (Array.isArray(value) && Array.isArray(asked))
    return value.length === asked.length && asked.every((inner, index) => isContained(value[index], inner))
  return isSame(value, asked)
}

function lostVersions(live: KubeObject, object: KubeObject): readonly string[] {
  const kept = servedVersions(object)
  return servedVersions(live).filter(version => !kept.includes(version))
}

function servedVersions(definition: KubeObject): readonly string[] {
  const versions = valueAt(definition, ['spec', 'versions'])
  if (!Array.isArray(versions)) return []
  return versions.flatMap(each => (isMapping(each) && each.served === true ? [String(each.name)] : []))
}

function failsClosed({ webhooks }: KubeObject): boolean {
  return Array.isArray(webhooks) && webhooks.some(each => isMapping(each) && each.failurePolicy !== 'Ignore')
}
