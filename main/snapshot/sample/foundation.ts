import { nodeAddress, nodeNames, type SampleBuilder } from './builder.ts'
import { applied } from './managedFields.ts'
import { addService } from './networking.ts'
import { days, hours, make, minutes, stamp } from './objects.ts'
import { addDaemonSet } from './stateful.ts'
import { addDeployment, selectorOf } from './workloads.ts'

/** Namespaces, nodes, storage and what every cluster runs in kube-system. */
export function addFoundation(builder: SampleBuilder): void {
  addNamespaces(builder)
  for (const node of nodeNames) addNode(builder, node)
  addStorageClasses(builder)
  addPriorityClasses(builder)
  addSystemWorkloads(builder)
  addIngressClass(builder)
}

function addNamespaces(builder: SampleBuilder): void {
  const teams: readonly (readonly [string, string, string])[] = [
    ['default', '', ''],
    ['kube-system', '', ''],
    ['kube-public', '', ''],
    ['kube-node-lease', '', ''],
    ['cert-manager', 'platform', 'restricted'],
    ['platform', 'platform', 'baseline'],
    ['shop', 'shop', 'restricted'],
    ['payments', 'payments', 'restricted'],
  ]
  for (const [name, team, level] of teams) {
    const created = builder.ago((team === '' ? 412 : 398) * days)
    const labels = {
      'kubernetes.io/metadata.name': name,
      ...(team === ''
        ? {}
        : { team, environment: 'production', 'pod-security.kubernetes.io/enforce': level }),
    }
    const object = make('Namespace', '', name, created, {
      labels,
      ...(team === '' ? {} : { annotations: { 'lanternfish.example/owner': `${team}@lanternfish.example` } }),
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
    builder.add(applied(object, team === '' ? 'kube-apiserver' : 'argocd-controller', created))
    const account = make('ServiceAccount', name, 'default', created + 1000)
    builder.add(account)
  }
  const quota = {
    hard: { pods: '60', 'requests.cpu': '12', 'requests.memory': '24Gi', 'limits.memory': '48Gi' },
    used: { pods: '9', 'requests.cpu': '1450m', 'requests.memory': '2560Mi', 'limits.memory': '4Gi' },
  }
  const object = make('ResourceQuota', 'payments', 'team-quota', builder.ago(398 * days), {
    spec: { hard: quota.hard },
    status: quota,
  })
  builder.add(
    applied(
      object,
      'argocd-controller',
      builder.ago(398 * days),
      'kube-controller-manager',
      builder.ago(3 * hours),
    ),
  )
}

function nodeConditions(builder: SampleBuilder, created: number): readonly object[] {
  const condition = (type: string, status: string, reason: string, message: string): object => ({
    type,
    status,
    lastHeartbeatTime: stamp(builder.ago(2 * minutes)),
    lastTransitionTime: stamp(created + minutes),
    reason,
    message,
  })
  return [
    condition(
      'MemoryPressure',
      'False',
      'KubeletHasSufficientMemory',
      'kubelet has sufficient memory available',
    ),
    condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    condition('PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    condition('Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'),
  ]
}

function addNode(builder: SampleBuilder, name: string): void {
  const created = builder.ago((name === 'mill-b1' ? 96 : 412) * days)
  const zone = name.includes('-a') ? 'lisbon-a' : 'lisbon-b'
  const capacity = { cpu: '8', memory: '32780Mi', pods: '110', 'ephemeral-storage': '203056560Ki' }
  const status = {
    addresses: [
      { type: 'InternalIP', address: nodeAddress(name) },
      { type: 'Hostname', address: name },
    ],
    capacity,
    allocatable: { ...capacity, cpu: '7800m', memory: '31200Mi' },
    conditions: nodeConditions(builder, created),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      architecture: 'amd64',
      bootID: 'c9a5d4c1-0b1e-4a55-9d0f-1f5d7f2f7a10',
      containerRuntimeVersion: 'containerd://2.1.4',
      kernelVersion: '6.12.41',
      kubeProxyVersion: '',
      kubeletVersion: name === 'mill-b1' ? 'v1.36.3' : 'v1.36.1',
      machineID: 'a1c96ac04aa14cb9a0ac0c30e3aebd3a',
      operatingSystem: 'linux',
      osImage: 'Debian GNU/Linux 13 (trixie)',
      systemUUID: 'a1c96ac0-4aa1-4cb9-a0ac-0c30e3aebd3a',
    },
  }
  const labels = {
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'topology.kubernetes.io/region': 'lisbon',
    'topology.kubernetes.io/zone': zone,
    ...(name === 'mill-a1'
      ? { 'node-role.kubernetes.io/control-plane': '' }
      : { 'node-role.kubernetes.io/worker': '' }),
  }
  const taints =
    name === 'mill-b1'
      ? { taints: [{ key: 'maintenance', value: 'planned', effect: 'PreferNoSchedule' }] }
      : {}
  const node = make('Node', '', name, created, {
    labels,
    spec: { podCIDR: `10.42.${nodeNames.indexOf(name as 'mill-a1') + 1}.0/24`, ...taints },
    status,
  })
  builder.add(applied(node, 'kubelet', created, 'kubelet', builder.ago(2 * minutes)))
  builder.add(nodeLease(builder.now, node.metadata.name, created, node.metadata.uid ?? ''))
}

/** The heartbeat of a node. @param now when it was renewed */
function nodeLease(now: number, name: string, created: number, uid: string): ReturnType<typeof make> {
  const lease = make('Lease', 'kube-node-lease', name, created, {
    spec: {
      holderIdentity: name,
      leaseDurationSeconds: 40,
      renewTime: new Date(now).toISOString().replace('Z', '000Z'),
    },
  })
  const owned = {
    ...lease,
    metadata: { ...lease.metadata, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
  }
  return applied(owned, 'kubelet', now)
}

function addStorageClasses(builder: SampleBuilder): void {
  const created = builder.ago(410 * days)
  for (const [name, policy] of [
    ['block-ssd', 'Delete'],
    ['block-archive', 'Retain'],
  ] as const) {
    const isDefault = name === 'block-ssd'
    const object = make('StorageClass', '', name, created, {
      ...(isDefault ? { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } : {}),
      provisioner: 'block.csi.lanternfish.example',
      parameters: { tier: isDefault ? 'ssd' : 'hdd' },
      reclaimPolicy: policy,
      allowVolumeExpansion: isDefault,
      volumeBindingMode: 'WaitForFirstConsumer',
    })
    builder.add(applied(object, 'kubectl-client-side-apply', created))
  }
}

function addPriorityClasses(builder: SampleBuilder): void {
  const created = builder.ago(400 * days)
  const classes = [
    ['system-cluster-critical', 2_000_000_000, ''],
    ['customer-facing', 100_000, 'What customers notice within seconds.'],
  ] as const
  for (const [name, value, description] of classes) {
    const object = make('PriorityClass', '', name, created, {
      value,
      globalDefault: false,
      ...(description === '' ? {} : { description }),
      preemptionPolicy: 'PreemptLowerPriority',
    })
    builder.add(applied(object, 'kubectl-client-side-apply', created))
  }
}

function addIngressClass(builder: SampleBuilder): void {
  const created = builder.ago(398 * days)
  const object = make('IngressClass', '', 'edge', created, {
    generation: 1,
    annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' },
    spec: { controller: 'lanternfish.example/edge' },
  })
  builder.add(applied(object, 'argocd-controller', created))
}

function addSystemWorkloads(builder: SampleBuilder): void {
  const common = {
    namespace: 'kube-system',
    team: 'kube-system',
    age: 412 * days,
    manager: 'kubectl-client-side-apply',
  }
  const dns = {
    ...common,
    name: 'coredns',
    replicas: 2,
    image: 'registry.k8s.io/coredns/coredns',
    tags: ['v1.11.3', 'v1.12.1'],
    container: { name: 'coredns', args: ['-conf', '/etc/coredns/Corefile'] },
    spec: { priorityClassName: 'system-cluster-critical', dnsPolicy: 'Default' },
  }
  addDeployment(builder, dns)
  addService(builder, {
    namespace: 'kube-system',
    name: 'kube-dns',
    age: common.age,
    selector: selectorOf(dns),
    port: 53,
    targetPort: 53,
    portName: 'dns',
  })
  addDaemonSet(builder, {
    ...common,
    name: 'kube-proxy',
    image: 'registry.k8s.io/kube-proxy',
    tags: ['v1.36.1', 'v1.36.3'],
    container: { name: 'kube-proxy', hasLimits: false },
    spec: { hostNetwork: true, priorityClassName: 'system-cluster-critical' },
  })
  const config = make('ConfigMap', 'kube-system', 'coredns', builder.ago(common.age), {
    data: {
      Corefile:
        '.:53 {\n    errors\n    health\n    kubernetes cluster.local in-addr.arpa ip6.arpa\n    forward . /etc/resolv.conf\n    cache 30\n}\n',
    },
  })
  builder.add(applied(config, 'kubectl-client-side-apply', builder.ago(common.age)))
}
