import { isMapping, type KubeObject } from '../../../../shared/kube/index.ts'
import { at, listAt, numberAt, textAt, textsAt } from '../../../../shared/relations/index.ts'
import { amountText } from '../../../charts/index.ts'
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
import { labelParts } from './workloads.ts'

const service = { group: '', kind: 'Service' }
const rbac = 'rbac.authorization.k8s.io'

export function serviceFacts(object: KubeObject): Facts {
  const rows = listAt(object, 'spec', 'ports').map(port => [
    [code(textAt(port, 'name') || '—')],
    [text(String(numberAt(port, 'port') ?? ''))],
    [text(textAt(port, 'protocol') || 'TCP')],
    [code(String(at(port, 'targetPort') ?? ''))],
    [text(String(numberAt(port, 'nodePort') ?? ''))],
  ])
  return {
    facts: [
      ...fact('Type', scalar(at(object, 'spec', 'type'))),
      ...fact('Cluster IP', ...listAt(object, 'spec', 'clusterIPs').map(ip => code(String(ip)))),
      ...fact('External name', scalar(at(object, 'spec', 'externalName'))),
      ...fact('Selector', ...labelParts(textsAt(object, 'spec', 'selector'))),
      ...fact('Session affinity', scalar(at(object, 'spec', 'sessionAffinity'))),
    ],
    tables: [{ title: 'Ports', columns: ['Name', 'Port', 'Protocol', 'Target', 'Node port'], rows }],
  }
}

export function nodeFacts(node: KubeObject): Facts {
  const info = (name: string): FactPart | null => scalar(at(node, 'status', 'nodeInfo', name))
  const capacity = textsAt(node, 'status', 'capacity') ?? {}
  const allocatable = textsAt(node, 'status', 'allocatable') ?? {}
  const taints = listAt(node, 'spec', 'taints').map(taint =>
    chip(`${textAt(taint, 'key')}=${textAt(taint, 'value')}:${textAt(taint, 'effect')}`, 'warning'),
  )
  return {
    facts: [
      ...fact(
        'Schedulable',
        at(node, 'spec', 'unschedulable') === true ? chip('cordoned', 'warning') : text('yes'),
      ),
      ...fact('Taints', ...taints),
      ...fact('Roles', ...rolesOf(node).map(role => chip(role))),
      ...labelFacts(node),
      ...fact('Kubelet', info('kubeletVersion')),
      ...fact('System', info('osImage')),
      ...fact('Kernel', info('kernelVersion')),
      ...fact('Runtime', info('containerRuntimeVersion')),
      ...fact('Architecture', info('architecture')),
      ...fact(
        'Addresses',
        ...listAt(node, 'status', 'addresses').map(address => code(textAt(address, 'address'))),
      ),
      ...fact('Pod range', scalar(at(node, 'spec', 'podCIDR'))),
      ...fact('Images', text(imagesText(node))),
    ],
    tables: [
      {
        title: 'Capacity',
        columns: ['Resource', 'Capacity', 'For pods'],
        rows: Object.keys(capacity).map(name => [
          [code(name)],
          [text(capacity[name] ?? '')],
          [text(allocatable[name] ?? '')],
        ]),
      },
    ],
  }
}

const rolePrefix = 'node-role.kubernetes.io/'

function rolesOf(node: KubeObject): readonly string[] {
  return Object.keys(node.metadata.labels ?? {})
    .filter(label => label.startsWith(rolePrefix) && label.length > rolePrefix.length)
    .map(label => label.slice(rolePrefix.length))
}

/** Labels by which pods are placed. */
const placing = [
  ['Zone', 'topology.kubernetes.io/zone'],
  ['Region', 'topology.kubernetes.io/region'],
  ['Machine', 'node.kubernetes.io/instance-type'],
] as const

function labelFacts(node: KubeObject): readonly Fact[] {
  return placing.flatMap(([term, label]) => fact(term, scalar(node.metadata.labels?.[label])))
}

/** Kubelets name fifty images at most, the largest. */
function imagesText(node: KubeObject): string {
  const images = listAt(node, 'status', 'images')
  const bytes = images.reduce<number>((sum, image) => sum + (numberAt(image, 'sizeBytes') ?? 0), 0)
  if (images.length === 0) return 'none named'
  return `${images.length}${images.length >= 50 ? ' or more' : ''}, ${amountText('memory', bytes)}`
}

export function claimFacts(claim: KubeObject): Facts {
  const volume = textAt(claim, 'spec', 'volumeName')
  const storageClass = textAt(claim, 'spec', 'storageClassName')
  return {
    facts: [
      ...fact('Phase', scalar(at(claim, 'status', 'phase'))),
      ...fact('Asked for', scalar(at(claim, 'spec', 'resources', 'requests', 'storage'))),
      ...fact('Has', scalar(at(claim, 'status', 'capacity', 'storage'))),
      ...fact('Volume', volume === '' ? null : link({ group: '', kind: 'PersistentVolume' }, '', volume)),
      ...fact(
        'Class',
        storageClass === ''
          ? null
          : link({ group: 'storage.k8s.io', kind: 'StorageClass' }, '', storageClass),
      ),
      ...fact('Access', ...listAt(claim, 'spec', 'accessModes').map(mode => code(String(mode)))),
    ],
    tables: [],
  }
}

export function namespaceFacts(namespace: KubeObject): Facts {
  return {
    facts: [
      ...fact('Phase', scalar(at(namespace, 'status', 'phase'))),
      ...fact('Finalizers', ...listAt(namespace, 'spec', 'finalizers').map(name => code(String(name)))),
    ],
    tables: [],
  }
}

export function roleFacts(role: KubeObject): Facts {
  const rows = listAt(role, 'rules').map(rule => [
    [text(wordsOf(rule, 'verbs'))],
    [code(wordsOf(rule, 'resources') || wordsOf(rule, 'nonResourceURLs'))],
    [code(groupsOf(rule))],
    [code(wordsOf(rule, 'resourceNames'))],
  ])
  return {
    facts: fact(
      'Aggregates',
      at(role, 'aggregationRule') === undefined ? null : text('other roles, by their labels'),
    ),
    tables: [{ title: 'Rules', columns: ['Verbs', 'Resources', 'Groups', 'Only names'], rows }],
  }
}

function wordsOf(rule: unknown, field: string): string {
  return listAt(rule, field).join(', ')
}

function groupsOf(rule: unknown): string {
  return listAt(rule, 'apiGroups')
    .map(group => (group === '' ? 'core' : String(group)))
    .join(', ')
}

export function bindingFacts(binding: KubeObject): Facts {
  const kind = textAt(binding, 'roleRef', 'kind')
  const namespace = binding.metadata.namespace ?? ''
  const rows = listAt(binding, 'subjects').map(subject => {
    const name = textAt(subject, 'name')
    const inNamespace = textAt(subject, 'namespace') || namespace
    const isAccount = textAt(subject, 'kind') === 'ServiceAccount'
    return [
      [text(textAt(subject, 'kind'))],
      [isAccount ? link({ group: '', kind: 'ServiceAccount' }, inNamespace, name) : code(name)],
      [code(isAccount ? inNamespace : '')],
    ]
  })
  return {
    facts: fact(
      'Grants',
      text(kind),
      link({ group: rbac, kind }, namespace, textAt(binding, 'roleRef', 'name')),
    ),
    tables: [{ title: 'To', columns: ['Kind', 'Name', 'Namespace'], rows }],
  }
}

export function ingressFacts(ingress: KubeObject): Facts {
  const namespace = ingress.metadata.namespace ?? ''
  const rows = listAt(ingress, 'spec', 'rules').flatMap(rule =>
    listAt(rule, 'http', 'paths').map(path => [
      [code(textAt(rule, 'host') || '*')],
      [code(textAt(path, 'path') || '/')],
      [text(textAt(path, 'pathType'))],
      [link(service, namespace, textAt(path, 'backend', 'service', 'name'))],
      [
        code(
          String(
            at(path, 'backend', 'service', 'port', 'number') ??
              textAt(path, 'backend', 'service', 'port', 'name'),
          ),
        ),
      ],
    ]),
  )
  return {
    facts: [
      ...fact('Class', scalar(at(ingress, 'spec', 'ingressClassName'))),
      ...fact(
        'Addresses',
        ...listAt(ingress, 'status', 'loadBalancer', 'ingress').map(entry =>
          code(textAt(entry, 'ip') || textAt(entry, 'hostname')),
        ),
      ),
    ],
    tables: [{ title: 'Rules', columns: ['Host', 'Path', 'Type', 'Service', 'Port'], rows }],
  }
}

/** Webhooks in their order, each with what it calls; the Webhooks view tells more. */
export function webhookFacts(configuration: KubeObject): Facts {
  const rows = listAt(configuration, 'webhooks').map(webhook => {
    const reference = at(webhook, 'clientConfig', 'service')
    const policy = textAt(webhook, 'failurePolicy') || 'Fail'
    return [
      [code(textAt(webhook, 'name'))],
      isMapping(reference)
        ? [
            link(service, textAt(reference, 'namespace'), textAt(reference, 'name')),
            code(textAt(reference, 'namespace')),
          ]
        : [code(textAt(webhook, 'clientConfig', 'url'))],
      [chip(policy, null)],
      [text(textAt(webhook, 'sideEffects'))],
      [text(`${numberAt(webhook, 'timeoutSeconds') ?? 10} s`)],
      [text(String(listAt(webhook, 'rules').length))],
    ]
  })
  const columns = ['Webhook', 'Calls', 'On failure', 'Side effects', 'Timeout', 'Rules']
  return { facts: [], tables: [{ title: 'Webhooks', columns, rows }] }
}

export function policyFacts(policy: KubeObject): Facts {
  const table = (title: string, list: string, columns: readonly [string, string][]): readonly FactTable[] => {
    const items = listAt(policy, 'spec', list)
    if (items.length === 0) return []
    const rows = items.map(item => columns.map(([, field]) => [code(textAt(item, field))]))
    return [{ title, columns: columns.map(([name]) => name), rows }]
  }
  return {
    facts: [
      ...fact('On failure', chip(textAt(policy, 'spec', 'failurePolicy') || 'Fail')),
      ...fact(
        'Parameters',
        scalar(at(policy, 'spec', 'paramKind', 'kind')),
        scalar(at(policy, 'spec', 'paramKind', 'apiVersion')),
      ),
    ],
    tables: [
      ...table('Validations', 'validations', [
        ['Expression', 'expression'],
        ['Message', 'message'],
      ]),
      ...table('Match conditions', 'matchConditions', [
        ['Name', 'name'],
        ['Expression', 'expression'],
      ]),
      ...table('Variables', 'variables', [
        ['Name', 'name'],
        ['Expression', 'expression'],
      ]),
    ],
  }
}

export function policyBindingFacts(binding: KubeObject): Facts {
  const kind = binding.kind.replace(/Binding$/, '')
  const parameter = textAt(binding, 'spec', 'paramRef', 'name')
  return {
    facts: [
      ...fact(
        'Binds',
        link({ group: 'admissionregistration.k8s.io', kind }, '', textAt(binding, 'spec', 'policyName')),
      ),
      ...fact('Actions', ...listAt(binding, 'spec', 'validationActions').map(action => chip(String(action)))),
      ...fact(
        'Parameters',
        parameter === '' ? null : code(parameter),
        scalar(at(binding, 'spec', 'paramRef', 'namespace')),
      ),
      ...fact('When missing', scalar(at(binding, 'spec', 'paramRef', 'parameterNotFoundAction'))),
    ],
    tables: [],
  }
}

export function definitionFacts(definition: KubeObject): Facts {
  const rows = listAt(definition, 'spec', 'versions').map(version => [
    [code(textAt(version, 'name'))],
    [at(version, 'served') === true ? chip('served', 'good') : chip('not served')],
    [at(version, 'storage') === true ? chip('stored') : text('')],
    [at(version, 'deprecated') === true ? chip('deprecated', 'warning') : text('')],
  ])
  return {
    facts: [
      ...fact('Kind', scalar(at(definition, 'spec', 'names', 'kind'))),
      ...fact('Group', scalar(at(definition, 'spec', 'group'))),
      ...fact('Scope', scalar(at(definition, 'spec', 'scope'))),
      ...fact(
        'Short names',
        ...listAt(definition, 'spec', 'names', 'shortNames').map(name => code(String(name))),
      ),
      ...fact('Conversion', scalar(at(definition, 'spec', 'conversion', 'strategy'))),
    ],
    tables: [{ title: 'Versions', columns: ['Version', 'Served', 'Stored', 'Deprecated'], rows }],
  }
}
