import { ownValue } from '../../../shared/kube/index.ts'

/** Who clears a finalizer, as far as its name tells. */
export interface KnownFinalizer {
  /** In words: `the garbage collector of kube-controller-manager`. */
  readonly owner: string
  /** What it waits for, and what is left undone where it is removed by hand; sentences. */
  readonly waitsFor: string
  readonly leftBehind: string
  readonly runsIn: Runner
}

/** What tells whether the owner runs: the server's answer, a lease, or a workload by its name. */
export type Runner =
  | { readonly type: 'server' }
  | { readonly type: 'lease'; readonly name: string }
  | { readonly type: 'workload'; readonly name: string }

const manager: Runner = { type: 'lease', name: 'kube-controller-manager' }
const cloud: Runner = { type: 'lease', name: 'cloud-controller-manager' }
const workload = (name: string): Runner => ({ type: 'workload', name })

const outside = 'What it made outside of the cluster stays there, and is paid for.'

/** Source: the code of the release 1.36 for those of Kubernetes, the documentation of the projects for others. */
const known: Readonly<Record<string, KnownFinalizer>> = {
  foregroundDeletion: {
    owner: 'the garbage collector of kube-controller-manager',
    waitsFor: 'It waits until the dependents that block the deletion are gone.',
    leftBehind: 'Dependents are deleted in the background then.',
    runsIn: manager,
  },
  orphan: {
    owner: 'the garbage collector of kube-controller-manager',
    waitsFor: 'It waits until the dependents no longer name it as their owner.',
    leftBehind: 'Dependents that still name it are deleted as well.',
    runsIn: manager,
  },
  kubernetes: {
    owner: 'the namespace controller of kube-controller-manager',
    waitsFor: 'It waits until everything in the namespace is gone.',
    leftBehind:
      'Objects that are left stay in the store, out of reach until a namespace of that name is made again.',
    runsIn: manager,
  },
  'kubernetes.io/pvc-protection': {
    owner: 'the PVC protection controller of kube-controller-manager',
    waitsFor: 'It waits until no pod uses the claim.',
    leftBehind: 'A pod that still uses it loses its volume while it runs.',
    runsIn: manager,
  },
  'kubernetes.io/pv-protection': {
    owner: 'the PV protection controller of kube-controller-manager',
    waitsFor: 'It waits until no claim is bound to the volume.',
    leftBehind: 'A claim that is bound to it becomes Lost.',
    runsIn: manager,
  },
  'external-provisioner.volume.kubernetes.io/finalizer': {
    owner: 'the external provisioner of the CSI driver',
    waitsFor: 'It waits until the driver has deleted the volume.',
    leftBehind: `The volume stays in the storage. ${outside}`,
    runsIn: workload('csi'),
  },
  'batch.kubernetes.io/job-tracking': {
    owner: 'the Job controller of kube-controller-manager',
    waitsFor: 'It waits until the pod is counted in the status of its Job.',
    leftBehind: 'The Job may count the pod twice, or not at all.',
    runsIn: manager,
  },
  'service.kubernetes.io/load-balancer-cleanup': {
    owner: 'the service controller of the cloud controller manager',
    waitsFor: 'It waits until the load balancer is deleted.',
    leftBehind: `The load balancer stays. ${outside}`,
    runsIn: cloud,
  },
  'customresourcecleanup.apiextensions.k8s.io': {
    owner: 'the API server',
    waitsFor: 'It waits until all objects of the kind are gone.',
    leftBehind: 'Objects that are left stay in the store, and are there again when the kind is.',
    runsIn: { type: 'server' },
  },
  'resource.kubernetes.io/delete-protection': {
    owner: 'the resource claim controller of kube-controller-manager',
    waitsFor: 'It waits until no pod uses the claim.',
    leftBehind: 'The device stays allocated, or is given to another while it is in use.',
    runsIn: manager,
  },
  'snapshot.storage.kubernetes.io/volumesnapshot-bound-protection': {
    owner: 'the snapshot controller',
    waitsFor: 'It waits until the content of the snapshot is deleted.',
    leftBehind: outside,
    runsIn: workload('snapshot-controller'),
  },
  'snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection': {
    owner: 'the snapshot controller',
    waitsFor: 'It waits until the snapshot in the storage is deleted.',
    leftBehind: outside,
    runsIn: workload('snapshot-controller'),
  },
  'resources-finalizer.argocd.argoproj.io': {
    owner: 'the application controller of Argo CD',
    waitsFor: 'It deletes everything that the application made.',
    leftBehind: 'Everything that the application made stays.',
    runsIn: workload('argocd-application-controller'),
  },
  'finalizers.fluxcd.io': {
    owner: 'the controllers of Flux',
    waitsFor: 'It deletes what the object made.',
    leftBehind: 'What the object made stays.',
    runsIn: workload('-controller'),
  },
  'finalizer.acme.cert-manager.io': {
    owner: 'cert-manager',
    waitsFor: 'It takes back what it set up for the challenge.',
    leftBehind: 'Records of the challenge may stay in the DNS.',
    runsIn: workload('cert-manager'),
  },
  'karpenter.sh/termination': {
    owner: 'Karpenter',
    waitsFor: 'It drains the node and ends its machine.',
    leftBehind: `The machine runs on. ${outside}`,
    runsIn: workload('karpenter'),
  },
  'machine.cluster.x-k8s.io': {
    owner: 'Cluster API',
    waitsFor: 'It ends the machine.',
    leftBehind: `The machine runs on. ${outside}`,
    runsIn: workload('capi-controller-manager'),
  },
  'service.k8s.aws/resources': {
    owner: 'the AWS Load Balancer Controller',
    waitsFor: 'It deletes the load balancer.',
    leftBehind: `The load balancer stays. ${outside}`,
    runsIn: workload('aws-load-balancer-controller'),
  },
  'ingress.k8s.aws/resources': {
    owner: 'the AWS Load Balancer Controller',
    waitsFor: 'It deletes the load balancer.',
    leftBehind: `The load balancer stays. ${outside}`,
    runsIn: workload('aws-load-balancer-controller'),
  },
  'networking.gke.io/ingress-finalizer-V2': {
    owner: 'the Ingress controller of GKE',
    waitsFor: 'It deletes the load balancer.',
    leftBehind: `The load balancer stays. ${outside}`,
    runsIn: workload('l7-'),
  },
  'finalizer.managedresource.crossplane.io': {
    owner: 'the Crossplane provider of the kind',
    waitsFor: 'It deletes the resource at the provider.',
    leftBehind: outside,
    runsIn: workload('provider-'),
  },
  'cephcluster.ceph.rook.io': {
    owner: 'the operator of Rook',
    waitsFor: 'It waits until nothing uses the storage.',
    leftBehind: 'Disks keep the data of the old cluster.',
    runsIn: workload('rook-ceph-operator'),
  },
  'controller.cattle.io/namespace-auth': {
    owner: 'Rancher',
    waitsFor: 'It takes back what Rancher set up for the namespace.',
    leftBehind: 'Roles and bindings of Rancher may stay.',
    runsIn: workload('rancher'),
  },
}

/** Attachers have the name of their driver in theirs. */
const attacher = /^external-attacher\/(.+)$/

/** Null where nothing is known by its name. */
export function knownFinalizer(name: string): KnownFinalizer | null {
  const [, driver] = attacher.exec(name) ?? []
  if (driver !== undefined)
    return {
      owner: `the external attacher of the CSI driver ${driver.replaceAll('-', '.')}`,
      waitsFor: 'It waits until the volume is detached from all nodes.',
      leftBehind: 'The volume may stay attached to a node, and cannot be attached elsewhere.',
      runsIn: workload('csi'),
    }
  return ownValue(known, name) ?? null
}
