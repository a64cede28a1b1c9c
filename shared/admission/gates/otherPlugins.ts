import type { TraceRequest } from '../trace/types.ts'

interface OtherPlugin {
  readonly plugin: string
  /** `group/resource` or `group/resource/subresource` of the requests that it looks at. */
  readonly on: readonly string[]
  readonly does: string
}

/** On by default, and not computed here. */
const onByDefault: readonly OtherPlugin[] = [
  {
    plugin: 'CertificateApproval',
    on: ['certificates.k8s.io/certificatesigningrequests/approval'],
    does: 'lets approve only who may approve for the signer',
  },
  {
    plugin: 'CertificateSigning',
    on: ['certificates.k8s.io/certificatesigningrequests/status'],
    does: 'lets sign only who may sign for the signer',
  },
  {
    plugin: 'CertificateSubjectRestriction',
    on: ['certificates.k8s.io/certificatesigningrequests'],
    does: 'refuses client certificates of group system:masters',
  },
  {
    plugin: 'ClusterTrustBundleAttest',
    on: ['certificates.k8s.io/clustertrustbundles'],
    does: 'lets write only who may attest for the signer',
  },
  {
    plugin: 'PodTopologyLabels',
    on: ['/pods', '/pods/binding'],
    does: 'copies topology labels of the node to a pod that is bound',
  },
  {
    plugin: 'PodResizeValidator',
    on: ['/pods/resize'],
    does: 'refuses a resize that the node cannot make',
  },
]

/** What is taken for granted of the plugins that no gate explains, in sentences. */
export function assumedPlugins(request: TraceRequest): readonly string[] {
  const { group, resource } = request.resource
  const target = `${group}/${resource}${request.subresource === '' ? '' : `/${request.subresource}`}`
  const others = onByDefault
    .filter(({ on }) => on.includes(target))
    .map(({ plugin, does }) => `Plugin ${plugin}, which ${does}, is taken to agree and change nothing.`)
  const isNode = request.user.groups.includes('system:nodes')
  const restriction = isNode
    ? ['Plugin NodeRestriction is off by default and taken as off; many clusters turn it on for kubelets.']
    : []
  return [
    ...others,
    ...restriction,
    'Built-in plugins are those that are on by default; others may be on, or some off, on this server.',
  ]
}
