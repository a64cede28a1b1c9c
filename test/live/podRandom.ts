import { randomOf } from './celRandom.ts'

type Fields = Record<string, unknown>

const capabilities = ['ALL', 'NET_BIND_SERVICE', 'CHOWN', 'SYS_ADMIN', 'NET_RAW', 'KILL']
const profiles = ['RuntimeDefault', 'Localhost', 'Unconfined', '']
const volumeKinds = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim'],
  ...['projected', 'secret', 'hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'gitRepo', 'nfs'],
  ...['iscsi', 'glusterfs', 'rbd', 'flexVolume', 'cinder', 'cephfs', 'flocker', 'fc', 'azureFile'],
  ...[
    'vsphereVolume',
    'quobyte',
    'azureDisk',
    'photonPersistentDisk',
    'portworxVolume',
    'scaleIO',
    'storageos',
  ],
]
const sysctls = [
  ...['kernel.shm_rmid_forced', 'net.ipv4.tcp_syncookies', 'net.ipv4.ip_local_reserved_ports'],
  ...['net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_rmem', 'kernel.msgmax'],
]
const quantities = ['0', '1', '100m', '500m', '250m', '2', '64Mi', '1Gi', '128974848', '1500M', '300']

/** Makes pods that are mostly odd somewhere: whatever a check looks at is set now and then. */
export class PodMaker {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomOf(seed)
  }

  chance(part: number): boolean {
    return this.#random() < part
  }

  one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  some<T>(list: readonly T[], most: number): readonly T[] {
    return Array.from({ length: Math.floor(this.#random() * (most + 1)) }, () => this.one(list))
  }

  maybe(part: number, name: string, make: () => unknown): Fields {
    return this.chance(part) ? { [name]: make() } : {}
  }

  pod(): Fields {
    const spec: Fields = {
      ...this.maybe(0.1, 'hostNetwork', () => this.chance(0.7)),
      ...this.maybe(0.1, 'hostPID', () => this.chance(0.7)),
      ...this.maybe(0.1, 'hostIPC', () => this.chance(0.7)),
      ...this.maybe(0.2, 'hostUsers', () => this.chance(0.4)),
      ...this.maybe(0.15, 'os', () => ({ name: this.one(['windows', 'linux']) })),
      ...this.maybe(0.6, 'securityContext', () => ({
        ...this.#common(),
        ...this.maybe(0.2, 'sysctls', () => this.some(sysctls, 3).map(name => ({ name, value: '1' }))),
      })),
      ...this.maybe(0.4, 'volumes', () =>
        this.some(volumeKinds, 4).map((kind, at) => ({ name: `v${at}`, [kind]: {} })),
      ),
      ...this.maybe(0.3, 'initContainers', () => [this.container('i')]),
      ...this.maybe(0.1, 'ephemeralContainers', () => [this.container('e')]),
      containers: ['a', 'b', 'c']
        .slice(0, 1 + Math.floor(this.#random() * 3))
        .map(name => this.container(name)),
    }
    return { metadata: { name: 'p', ...this.maybe(0.3, 'annotations', () => this.#annotations()) }, spec }
  }

  container(name: string): Fields {
    return {
      name,
      image: 'x',
      ...this.maybe(0.85, 'securityContext', () => this.#ofContainer()),
      ...this.maybe(0.2, 'ports', () =>
        this.some([0, 80, 8080, 443], 3).map(hostPort => ({ containerPort: 80, hostPort })),
      ),
      ...this.maybe(0.1, 'livenessProbe', () => this.#handler()),
      ...this.maybe(0.1, 'readinessProbe', () => this.#handler()),
      ...this.maybe(0.1, 'startupProbe', () => this.#handler()),
      ...this.maybe(0.1, 'lifecycle', () => ({
        ...this.maybe(0.7, 'postStart', () => this.#handler()),
        ...this.maybe(0.7, 'preStop', () => this.#handler()),
      })),
    }
  }

  /** Requests and limits, now and then of one resource alone. */
  withResources(): Fields {
    const resources = () => ({
      ...this.maybe(0.7, 'requests', () => this.#amounts()),
      ...this.maybe(0.6, 'limits', () => this.#amounts()),
    })
    const container = (name: string) => ({ name, image: 'x', ...this.maybe(0.9, 'resources', resources) })
    return {
      metadata: { name: 'p', namespace: 'shop' },
      spec: {
        containers: ['a', 'b'].slice(0, 1 + Math.floor(this.#random() * 2)).map(container),
        ...this.maybe(0.4, 'initContainers', () =>
          ['i', 'j'].map(name => ({
            ...container(name),
            ...this.maybe(0.4, 'restartPolicy', () => 'Always'),
          })),
        ),
        ...this.maybe(0.1, 'resources', resources),
        ...this.maybe(0.2, 'overhead', () => this.#amounts()),
        ...this.maybe(0.2, 'activeDeadlineSeconds', () => this.one([0, 60])),
        ...this.maybe(0.3, 'priorityClassName', () => this.one(['low', 'high'])),
      },
    }
  }

  #amounts(): Fields {
    return Object.fromEntries(
      ['cpu', 'memory', 'ephemeral-storage', 'example.com/gpu', 'hugepages-2Mi']
        .filter((_, at) => this.chance(at < 2 ? 0.7 : 0.2))
        .map(name => [name, this.one(quantities)]),
    )
  }

  quantity(): string {
    return this.one(quantities)
  }

  #annotations(): Fields {
    const values = ['runtime/default', 'localhost/x', 'unconfined', '', 'docker/default']
    const keys = [
      ...['seccomp.security.alpha.kubernetes.io/pod', 'container.seccomp.security.alpha.kubernetes.io/a'],
      ...[
        'container.apparmor.security.beta.kubernetes.io/a',
        'container.apparmor.security.beta.kubernetes.io/b',
      ],
    ]
    return Object.fromEntries(this.some(keys, 4).map(key => [key, this.one(values)]))
  }

  #handler(): Fields {
    const host = () => this.maybe(0.6, 'host', () => this.one(['', 'a.example', '10.0.0.1']))
    return this.chance(0.5) ? { httpGet: { port: 80, ...host() } } : { tcpSocket: { port: 80, ...host() } }
  }

  #common(): Fields {
    return {
      ...this.maybe(0.4, 'runAsNonRoot', () => this.chance(0.7)),
      ...this.maybe(0.3, 'runAsUser', () => this.one([0, 1000])),
      ...this.maybe(0.5, 'seccompProfile', () => ({ type: this.one(profiles) })),
      ...this.maybe(0.2, 'appArmorProfile', () => ({ type: this.one(profiles) })),
      ...this.maybe(0.2, 'seLinuxOptions', () => ({
        ...this.maybe(0.7, 'type', () =>
          this.one(['', 'container_t', 'container_engine_t', 'spc_t', 'container_kvm_t']),
        ),
        ...this.maybe(0.3, 'user', () => this.one(['', 'u'])),
        ...this.maybe(0.3, 'role', () => this.one(['', 'r'])),
      })),
      ...this.maybe(0.1, 'windowsOptions', () => this.maybe(0.8, 'hostProcess', () => this.chance(0.6))),
    }
  }

  #ofContainer(): Fields {
    return {
      ...this.#common(),
      ...this.maybe(0.6, 'allowPrivilegeEscalation', () => this.chance(0.3)),
      ...this.maybe(0.2, 'privileged', () => this.chance(0.6)),
      ...this.maybe(0.2, 'procMount', () => this.one(['Default', 'Unmasked'])),
      ...this.maybe(0.6, 'capabilities', () => ({
        ...this.maybe(0.7, 'drop', () => this.some(capabilities, 3)),
        ...this.maybe(0.4, 'add', () => this.some(capabilities, 3)),
      })),
    }
  }
}
