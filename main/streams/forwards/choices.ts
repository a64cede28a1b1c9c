import type { ForwardChoices } from '../../../shared/ipc/index.ts'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { type Candidate, candidateOfPod, candidatesOfSlices, chosen, takesUnready } from './candidates.ts'
import { freePort } from './listen.ts'
import { offeredPorts } from './ports.ts'
import type { Target } from './target.ts'

const pods = { group: '', version: 'v1', resource: 'pods' }
const slices = { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' }
/** Pods that are looked at for what may be chosen; a person reads no more. */
const lookedAt = 200

/** The pods of a target at this moment. */
export interface PodsOnce {
  readonly candidates: readonly Candidate[]
  /** Specification of the pod that would be taken first, or of any; null where none is known. */
  readonly podSpec: unknown
}

/** Reads the pods of a target once. Who may not list them knows none. */
export async function readPods(api: ApiClient, target: Target, signal?: AbortSignal): Promise<PodsOnce> {
  const { pods: source, object, service, ref } = target
  const asked = { namespace: ref.namespace, limit: lookedAt, ...(signal === undefined ? {} : { signal }) }
  if (source.type === 'pod') return podsOnce([object], target)
  if (source.type === 'selector')
    return podsOnce((await api.list(pods, { ...asked, labelSelector: source.selector })).items, target)
  const labelSelector = `kubernetes.io/service-name=${source.service}`
  const list = await api.list(slices, { ...asked, labelSelector })
  return { candidates: service === null ? [] : candidatesOfSlices(list.items, service), podSpec: null }
}

function podsOnce(objects: readonly KubeObject[], target: Target): PodsOnce {
  const rules = { service: target.service, takesUnready: takesUnready(target) }
  const candidates = objects.map(pod => candidateOfPod(pod, rules))
  const first = chosen(candidates, '')
  const taken = objects.find(({ metadata }) => metadata.uid === first?.uid) ?? objects[0]
  return { candidates, podSpec: taken?.spec ?? null }
}

/** What of a target may be forwarded to, each port with a local one that is free now. */
export async function choicesOf(target: Target, { candidates, podSpec }: PodsOnce): Promise<ForwardChoices> {
  const first = chosen(candidates, '')
  const taken = new Set<number>()
  const ports: ForwardChoices['ports'][number][] = []
  for (const port of offeredPorts(target, podSpec)) {
    const remote = port.remote === 0 ? (first?.portOf(port.asked) ?? 0) : port.remote
    const wanted = target.service === null ? remote : Number(port.asked)
    const local = port.protocol === 'TCP' ? await freePort(wanted, taken) : 0
    taken.add(local)
    ports.push({ ...port, remote, local })
  }
  const sorted = candidates.toSorted((a, b) => Number(b.isReady) - Number(a.isReady) || b.created - a.created)
  return {
    ports,
    pods: sorted
      .toSorted((a, b) => Number(b === first) - Number(a === first))
      .map(({ name, isReady }) => ({ name, isReady })),
  }
}
