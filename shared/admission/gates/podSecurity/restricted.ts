import { booleanAt, fieldOf, integerAt, isSet, objectsAt } from '../json.ts'
import { capabilitiesAt, isSeccomp, seccompProfile, seccompType } from './baseline.ts'
import {
  type Check,
  containersInWords,
  hasOwnUsers,
  isWindows,
  namesOf,
  plural,
  quoted,
  securityOf,
  settersInWords,
  sorted,
} from './pod.ts'

/** Checks of the restricted level. Source: k8s.io/pod-security-admission, policy. */

export const allowPrivilegeEscalation: Check = pod => {
  const bad = namesOf(
    pod.containers.filter(each => fieldOf(securityOf(each), 'allowPrivilegeEscalation') !== false),
  )
  if (bad.length === 0) return null
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersInWords(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

export const capabilitiesRestricted: Check = pod => {
  const added = new Set<string>()
  const keeping = pod.containers.filter(each => !capabilitiesAt(each, 'drop').includes('ALL'))
  const adding = pod.containers.filter(container => {
    const forbidden = capabilitiesAt(container, 'add').filter(each => each !== 'NET_BIND_SERVICE')
    for (const each of forbidden) added.add(each)
    return forbidden.length > 0
  })
  const details = [
    ...(keeping.length > 0
      ? [`${containersInWords(namesOf(keeping))} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(adding.length > 0
      ? [
          `${containersInWords(namesOf(adding))} must not include ${quoted(sorted(added))} in securityContext.capabilities.add`,
        ]
      : []),
  ]
  return details.length === 0 ? null : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const allowedVolumes = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim'],
  ...['projected', 'secret'],
]
/** In the order in which the server names the first that is set. */
const restrictedKinds = [
  ...['hostPath', 'gcePersistentDisk', 'awsElasticBlockStore', 'gitRepo', 'nfs', 'iscsi', 'glusterfs', 'rbd'],
  ...[
    'flexVolume',
    'cinder',
    'cephfs',
    'flocker',
    'fc',
    'azureFile',
    'vsphereVolume',
    'quobyte',
    'azureDisk',
  ],
  ...['photonPersistentDisk', 'portworxVolume', 'scaleIO', 'storageos'],
]

export const restrictedVolumes: Check = pod => {
  const bad = objectsAt(pod.spec, 'volumes').filter(
    volume => !allowedVolumes.some(kind => isSet(volume, kind)),
  )
  if (bad.length === 0) return null
  const kinds = new Set(bad.map(volume => restrictedKinds.find(kind => isSet(volume, kind)) ?? 'unknown'))
  const who = `${plural('volume', 'volumes', bad.length)} ${quoted(namesOf(bad))}`
  const use = plural('uses', 'use', bad.length)
  const words = plural('restricted volume type', 'restricted volume types', kinds.size)
  return { reason: 'restricted volume types', detail: `${who} ${use} ${words} ${quoted(sorted(kinds))}` }
}

export const runAsNonRoot: Check = pod => {
  const ofPod = booleanAt(securityOf(pod.spec), 'runAsNonRoot')
  const settings = pod.containers.map(each => [each, booleanAt(securityOf(each), 'runAsNonRoot')] as const)
  const explicit = settings.filter(([, value]) => value === false).map(([each]) => each)
  const silent = settings.filter(([, value]) => value === undefined).map(([each]) => each)
  const reason = 'runAsNonRoot != true'
  const setters = settersInWords(ofPod === false, namesOf(explicit))
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` }
  if (ofPod === true || silent.length === 0) return null
  const who = `pod or ${containersInWords(namesOf(silent))}`
  return { reason, detail: `${who} must set securityContext.runAsNonRoot=true` }
}

export const runAsUser: Check = pod => {
  const isRoot = (owner: Parameters<typeof securityOf>[0]): boolean =>
    integerAt(securityOf(owner), 'runAsUser') === 0
  const setters = settersInWords(isRoot(pod.spec), namesOf(pod.containers.filter(isRoot)))
  return setters === '' ? null : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` }
}

export const seccompRestricted: Check = pod => {
  const explicit = seccompProfile(pod)
  if (explicit !== null || isSeccomp(seccompType(pod.spec))) return explicit
  const silent = pod.containers.filter(container => seccompType(container) === null)
  if (silent.length === 0) return null
  const who = `pod or ${containersInWords(namesOf(silent))}`
  return {
    reason: 'seccompProfile',
    detail: `${who} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}

/** Since 1.25 pods that say they are for Windows need not set what Windows does not have. */
export const exceptWindows =
  (check: Check): Check =>
  pod =>
    isWindows(pod) ? null : check(pod)

/** Since 1.35 pods with users of their own may run as root. */
export const exceptOwnUsers =
  (check: Check): Check =>
  pod =>
    hasOwnUsers(pod) ? null : check(pod)
