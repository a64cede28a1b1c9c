import { isMapping, type KubeObject } from '../../../../shared/kube/index.ts'
import { at, listAt, numberAt, podSpecOf, textAt, textsAt } from '../../../../shared/relations/index.ts'
import {
  chip,
  code,
  type Fact,
  type FactPart,
  type Facts,
  type FactTable,
  fact,
  link,
  scalar,
  text,
} from './fact.ts'

const node = { group: '', kind: 'Node' }
const account = { group: '', kind: 'ServiceAccount' }
const claim = { group: '', kind: 'PersistentVolumeClaim' }
const configMap = { group: '', kind: 'ConfigMap' }
const secret = { group: '', kind: 'Secret' }

export function podFacts(pod: KubeObject): Facts {
  const namespace = pod.metadata.namespace ?? ''
  const nodeName = textAt(pod, 'spec', 'nodeName')
  return {
    facts: [
      ...fact('Phase', scalar(at(pod, 'status', 'phase'))),
      ...fact('Reason', scalar(at(pod, 'status', 'reason'))),
      ...fact('Message', scalar(at(pod, 'status', 'message'))),
      ...fact('Node', nodeName === '' ? null : link(node, '', nodeName)),
      ...fact('Pod IP', scalar(at(pod, 'status', 'podIP'))),
      ...templateFacts(pod, namespace),
      ...fact('QoS class', scalar(at(pod, 'status', 'qosClass'))),
      ...fact('Priority class', scalar(at(pod, 'spec', 'priorityClassName'))),
      ...fact('Restart policy', scalar(at(pod, 'spec', 'restartPolicy'))),
    ],
    tables: [containerTable(pod), ...volumeTable(pod, namespace)],
  }
}

export function workloadFacts(object: KubeObject): Facts {
  const namespace = object.metadata.namespace ?? ''
  const wanted = numberAt(object, 'spec', 'replicas') ?? numberAt(object, 'status', 'desiredNumberScheduled')
  const count = (term: string, ...names: readonly string[]): readonly Fact[] => {
    const found = names.map(name => numberAt(object, 'status', name)).find(number => number !== null)
    return found === undefined || found === null ? [] : fact(term, text(String(found)))
  }
  return {
    facts: [
      ...fact('Wanted', wanted === null ? null : text(String(wanted))),
      ...count('Ready', 'readyReplicas', 'numberReady'),
      ...count('Up to date', 'updatedReplicas', 'updatedNumberScheduled'),
      ...count('Available', 'availableReplicas', 'numberAvailable'),
      ...fact('Paused', at(object, 'spec', 'paused') === true ? chip('paused', 'warning') : null),
      ...fact(
        'Strategy',
        scalar(at(object, 'spec', 'strategy', 'type') ?? at(object, 'spec', 'updateStrategy', 'type')),
      ),
      ...fact('Selector', ...labelParts(textsAt(object, 'spec', 'selector', 'matchLabels'))),
      ...templateFacts(object, namespace),
    ],
    tables: [containerTable(object), ...volumeTable(object, namespace)],
  }
}

export function jobFacts(job: KubeObject): Facts {
  const { facts, tables } = workloadFacts(job)
  const counts = ['active', 'succeeded', 'failed'].flatMap(name => {
    const number = numberAt(job, 'status', name)
    return number === null ? [] : fact(name[0]?.toUpperCase() + name.slice(1), text(String(number)))
  })
  return {
    facts: [...fact('Completions', scalar(at(job, 'spec', 'completions'))), ...counts, ...facts],
    tables,
  }
}

export function cronJobFacts(job: KubeObject): Facts {
  const last = Date.parse(textAt(job, 'status', 'lastScheduleTime'))
  return {
    facts: [
      ...fact('Schedule', scalar(at(job, 'spec', 'schedule')), scalar(at(job, 'spec', 'timeZone'))),
      ...fact('Suspended', at(job, 'spec', 'suspend') === true ? chip('suspended', 'unknown') : null),
      ...fact('Last run', Number.isNaN(last) ? null : { type: 'time', at: last }),
      ...fact('Concurrency', scalar(at(job, 'spec', 'concurrencyPolicy'))),
      ...templateFacts(job, job.metadata.namespace ?? ''),
    ],
    tables: [containerTable(job)],
  }
}

function templateFacts(object: KubeObject, namespace: string): readonly Fact[] {
  const name = textAt(podSpecOf(object), 'serviceAccountName')
  return fact('Service account', name === '' ? null : link(account, namespace, name))
}

export function labelParts(labels: Readonly<Record<string, string>> | null): readonly FactPart[] {
  return Object.entries(labels ?? {}).map(([key, value]) => code(`${key}=${value}`))
}

function containerTable(object: KubeObject): FactTable {
  const spec = podSpecOf(object)
  const isPod = object.kind === 'Pod'
  const rows = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(list =>
    listAt(spec, list).map(container => {
      const status = statusOf(object, textAt(container, 'name'))
      return [
        [
          code(textAt(container, 'name')),
          ...(list === 'containers' ? [] : [chip(list === 'initContainers' ? 'init' : 'ephemeral')]),
        ],
        ...(isPod ? [[stateOf(status)], [text(String(numberAt(status, 'restartCount') ?? 0))]] : []),
        [code(textAt(container, 'image'))],
        [text(portsOf(container))],
        [text(resourcesOf(container, 'requests'))],
        [text(resourcesOf(container, 'limits'))],
      ]
    }),
  )
  const state = isPod ? ['State', 'Restarts'] : []
  return { title: 'Containers', columns: ['Name', ...state, 'Image', 'Ports', 'Requests', 'Limits'], rows }
}

function statusOf(pod: KubeObject, name: string): unknown {
  return ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']
    .flatMap(list => listAt(pod, 'status', list))
    .find(status => textAt(status, 'name') === name)
}

function stateOf(status: unknown): FactPart {
  const waiting = textAt(status, 'state', 'waiting', 'reason')
  if (waiting !== '') return chip(waiting, waiting === 'ContainerCreating' ? 'warning' : 'bad')
  const exit = numberAt(status, 'state', 'terminated', 'exitCode')
  if (exit !== null)
    return chip(textAt(status, 'state', 'terminated', 'reason') || `exit ${exit}`, exit === 0 ? null : 'bad')
  if (at(status, 'state', 'running') === undefined) return chip('not started')
  return at(status, 'ready') === true ? chip('running', 'good') : chip('not ready', 'warning')
}

function portsOf(container: unknown): string {
  return listAt(container, 'ports')
    .map(port => {
      const protocol = textAt(port, 'protocol')
      return `${numberAt(port, 'containerPort') ?? '?'}${protocol === '' || protocol === 'TCP' ? '' : `/${protocol}`}`
    })
    .join(', ')
}

function resourcesOf(container: unknown, part: string): string {
  const resources = at(container, 'resources', part)
  if (!isMapping(resources)) return ''
  return Object.entries(resources)
    .map(([name, quantity]) => `${name} ${String(quantity)}`)
    .join(', ')
}

function volumeTable(object: KubeObject, namespace: string): readonly FactTable[] {
  const rows = listAt(podSpecOf(object), 'volumes').map(volume => {
    const type = isMapping(volume) ? (Object.keys(volume).find(key => key !== 'name') ?? '') : ''
    return [[code(textAt(volume, 'name'))], [text(type)], volumeSource(volume, namespace)]
  })
  return rows.length === 0 ? [] : [{ title: 'Volumes', columns: ['Name', 'Type', 'From'], rows }]
}

function volumeSource(volume: unknown, namespace: string): readonly FactPart[] {
  const sources = [
    { kind: configMap, name: textAt(volume, 'configMap', 'name') },
    { kind: secret, name: textAt(volume, 'secret', 'secretName') },
    { kind: claim, name: textAt(volume, 'persistentVolumeClaim', 'claimName') },
  ]
  const named = sources.filter(({ name }) => name !== '').map(({ kind, name }) => link(kind, namespace, name))
  const path = textAt(volume, 'hostPath', 'path') || textAt(volume, 'csi', 'driver')
  return path === '' ? named : [code(path)]
}
