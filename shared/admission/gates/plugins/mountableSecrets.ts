import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import { fieldOf, isSet, objectOf, objectsAt, textAt } from '../json.ts'

interface SecretUse {
  readonly secret: string
  /** `envVar NAME`, or `envFrom`. */
  readonly by: string
}

/** Names of all secrets that a pod refers to. Source: kubernetes, pkg/api/pod/util.go. */
export function referencedSecrets(spec: JsonObject): readonly string[] {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(list =>
    objectsAt(spec, list),
  )
  return [
    ...objectsAt(spec, 'imagePullSecrets').map(secret => textAt(secret, 'name')),
    ...containers.flatMap(usesOf).map(({ secret }) => secret),
    ...objectsAt(spec, 'volumes').flatMap(secretsOfVolume),
  ].filter(name => name !== '')
}

const volumesWithReference = [
  ...['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map(
    kind => [kind, 'secretRef'] as const,
  ),
  ['csi', 'nodePublishSecretRef'] as const,
]

function secretsOfVolume(volume: JsonObject): readonly string[] {
  const source = (name: string): JsonObject => objectOf(fieldOf(volume, name))
  return [
    textAt(source('azureFile'), 'secretName'),
    textAt(source('secret'), 'secretName'),
    ...objectsAt(source('projected'), 'sources').map(each =>
      textAt(objectOf(fieldOf(each, 'secret')), 'name'),
    ),
    ...volumesWithReference.map(([kind, field]) => textAt(objectOf(fieldOf(source(kind), field)), 'name')),
  ]
}

function usesOf(container: JsonObject): readonly SecretUse[] {
  const ofVariables = objectsAt(container, 'env').flatMap(variable => {
    const reference = objectOf(fieldOf(variable, 'valueFrom'))
    if (!isSet(reference, 'secretKeyRef')) return []
    const secret = textAt(objectOf(fieldOf(reference, 'secretKeyRef')), 'name')
    return [{ secret, by: `envVar ${textAt(variable, 'name')}` }]
  })
  const ofSources = objectsAt(container, 'envFrom').flatMap(source =>
    isSet(source, 'secretRef')
      ? [{ secret: textAt(objectOf(fieldOf(source, 'secretRef')), 'name'), by: 'envFrom' }]
      : [],
  )
  return [...ofVariables, ...ofSources]
}

/**
 * Why a pod may not use a secret, as the account does not list it; null where it may use all. Volumes come
 * first, then init containers, containers and pull secrets; of a pod that is debugged the added containers.
 */
export function foreignSecret(
  pod: JsonObject,
  account: JsonObject,
  name: string,
  isDebug: boolean,
): string | null {
  const spec = objectOf(fieldOf(pod, 'spec'))
  const namesAt = (field: string): ReadonlySet<string> =>
    new Set(objectsAt(account, field).map(secret => textAt(secret, 'name')))
  const mountable = namesAt('secrets')
  const refuse = (what: string, secret: string): string =>
    `${what}="${secret}" is not allowed because service account ${name} does not reference that secret`
  if (isDebug) return foreignIn(spec, 'ephemeralContainers', 'ephemeral container', mountable, refuse)
  for (const volume of objectsAt(spec, 'volumes')) {
    if (!isSet(volume, 'secret')) continue
    const secret = textAt(objectOf(fieldOf(volume, 'secret')), 'secretName')
    if (!mountable.has(secret)) return refuse('volume with secret.secretName', secret)
  }
  const inContainers =
    foreignIn(spec, 'initContainers', 'init container', mountable, refuse) ??
    foreignIn(spec, 'containers', 'container', mountable, refuse)
  if (inContainers !== null) return inContainers
  const pullable = namesAt('imagePullSecrets')
  for (const [index, secret] of objectsAt(spec, 'imagePullSecrets').entries()) {
    const own = textAt(secret, 'name')
    if (pullable.has(own)) continue
    const what = `imagePullSecrets[${index}].name="${own}"`
    return `${what} is not allowed because service account ${name} does not reference that imagePullSecret`
  }
  return null
}

function foreignIn(
  spec: JsonObject,
  list: string,
  words: string,
  mountable: ReadonlySet<string>,
  refuse: (what: string, secret: string) => string,
): string | null {
  for (const container of objectsAt(spec, list)) {
    const use = usesOf(container).find(({ secret }) => !mountable.has(secret))
    if (use === undefined) continue
    const who = `${words} ${textAt(container, 'name')} with ${use.by}`
    return refuse(`${who} referencing secret.secretName`, use.secret)
  }
  return null
}
