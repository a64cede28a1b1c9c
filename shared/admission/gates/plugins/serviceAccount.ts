import type { Json, JsonObject } from '../../../cel/kubernetes/index.ts'
import type { TraceRequest, World } from '../../trace/types.ts'
import type { Gate, GateResult } from '../gate.ts'
import { booleanAt, changed, fieldOf, isSet, objectOf, objectsAt, textAt, withField } from '../json.ts'
import { findObject } from '../lookups.ts'
import { deniedBy, dependsOnContent, isRequestOn, mutated, notKnown, passed, unconcerned } from '../plugin.ts'
import { foreignSecret, referencedSecrets } from './mountableSecrets.ts'

const plugin = 'ServiceAccount'
const accountKind = { group: '', version: 'v1', kind: 'ServiceAccount' }
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount'
const volumePrefix = 'kube-api-access-'
/** Stands for the five letters that the server draws. */
const drawnLetters = 'xxxxx'
const mirrorAnnotation = 'kubernetes.io/config.mirror'
/** Seconds; the server gives tokens of pods an hour and seven seconds. */
const tokenSeconds = 3607

/**
 * A pod has a service account, its token and its pull secrets. Source: kubernetes,
 * plugin/pkg/admission/serviceaccount.
 */
export const serviceAccount: Gate = {
  plugin,
  run: (request, object, world) => {
    if (request.operation !== 'CREATE' || !isRequestOn(request, '', 'pods') || object === null)
      return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, 'It depends on the service account of the pod')
    if (isMirror(object)) return mirrorPod(request, object)
    const spec = objectOf(fieldOf(object, 'spec'))
    const name = textAt(spec, 'serviceAccountName') || 'default'
    const named = changed(object, 'spec', before =>
      textAt(before, 'serviceAccountName') === name ? before : withNames(before, name),
    )
    return withAccount(request, object, world, name, account => admit(request, object, named, account, name))
  },
}

/** What the account lets mount is looked at again when everything has changed the pod. */
export const serviceAccountSecrets: Gate = {
  plugin,
  run: (request, object, world) => {
    const isNew = request.operation === 'CREATE' && isRequestOn(request, '', 'pods')
    const isDebug = request.operation === 'UPDATE' && isRequestOn(request, '', 'pods/ephemeralcontainers')
    if ((!isNew && !isDebug) || object === null) return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, 'It depends on the service account of the pod')
    if (isNew && isMirror(object)) return mirrorPod(request, object)
    const name = textAt(objectOf(fieldOf(object, 'spec')), 'serviceAccountName')
    if (name === '') {
      const own = textAt(objectOf(fieldOf(object, 'metadata')), 'name')
      const why = `no service account specified for pod ${request.namespace}/${own}`
      return deniedBy(plugin, request, object, why, { field: 'spec.serviceAccountName' })
    }
    return withAccount(request, object, world, name, account =>
      enforceSecrets(request, object, account, name, isDebug),
    )
  },
}

const isMirror = (pod: JsonObject): boolean =>
  fieldOf(objectOf(fieldOf(objectOf(fieldOf(pod, 'metadata')), 'annotations')), mirrorAnnotation) !==
  undefined

function mirrorPod(request: TraceRequest, pod: JsonObject): GateResult {
  const spec = objectOf(fieldOf(pod, 'spec'))
  const refuse = (why: string) => deniedBy(plugin, request, pod, why)
  if (textAt(spec, 'serviceAccountName') !== '')
    return refuse('a mirror pod may not reference service accounts')
  if (referencedSecrets(spec).length > 0) return refuse('a mirror pod may not reference secrets')
  const projectsToken = objectsAt(spec, 'volumes').some(volume =>
    objectsAt(objectOf(fieldOf(volume, 'projected')), 'sources').some(each =>
      isSet(each, 'serviceAccountToken'),
    ),
  )
  return projectsToken
    ? refuse('a mirror pod may not use ServiceAccountToken volume projections')
    : passed(plugin, pod, 'A mirror pod that refers to no account and no secret.')
}

function withAccount(
  request: TraceRequest,
  object: JsonObject,
  world: World,
  name: string,
  decide: (account: JsonObject) => GateResult,
): GateResult {
  const shown = `${request.namespace}/${name}`
  const found = findObject(world, accountKind, request.namespace, name)
  if (found.state === 'unknown') return notKnown(plugin, object, found, { name: shown })
  if (found.state === 'found') return decide(objectOf(found.object))
  const why = `error looking up service account ${shown}: serviceaccount ${JSON.stringify(name)} not found`
  return deniedBy(plugin, request, object, why, { name: shown, field: 'spec.serviceAccountName' })
}

function admit(
  request: TraceRequest,
  object: JsonObject,
  named: JsonObject,
  account: JsonObject,
  name: string,
): GateResult {
  const shown = `${request.namespace}/${name}`
  const mounts = automounts(account, objectOf(fieldOf(named, 'spec')))
  const tokened = mounts ? changed(named, 'spec', mountToken) : named
  const filled = changed(tokened, 'spec', spec => addPullSecrets(spec, account))
  const enforced = enforceSecrets(request, filled, account, name, false)
  if (enforced.denied !== undefined) return enforced
  const before = objectOf(fieldOf(object, 'spec'))
  const after = objectOf(fieldOf(filled, 'spec'))
  const added = ['serviceAccountName', 'volumes', 'imagePullSecrets'].filter(
    field => fieldOf(before, field) !== fieldOf(after, field),
  )
  if (after === before) return passed(plugin, object, `Service account ${name} is there.`, { name: shown })
  const words = added.length === 0 ? 'mounts of its token' : added.join(', ')
  const drawn = added.includes('volumes') && mounts
  return {
    ...mutated(plugin, filled, `The pod gets ${words} of service account ${name}.`, { name: shown }),
    ...(drawn
      ? {
          assumptions: [
            `The volume of the token is named ${volumePrefix}${drawnLetters}: the server draws the last letters.`,
          ],
        }
      : {}),
  }
}

function enforceSecrets(
  request: TraceRequest,
  pod: JsonObject,
  account: JsonObject,
  name: string,
  isDebug: boolean,
): GateResult {
  const shown = `${request.namespace}/${name}`
  const mark = 'kubernetes.io/enforce-mountable-secrets'
  const annotations = objectOf(fieldOf(objectOf(fieldOf(account, 'metadata')), 'annotations'))
  const isEnforced = /^(1|t|T|TRUE|true|True)$/.test(textAt(annotations, mark))
  if (!isEnforced) return unconcerned(pod)
  const why = foreignSecret(pod, account, name, isDebug)
  if (why !== null)
    return deniedBy(plugin, request, pod, why, { name: shown, field: `metadata.annotations["${mark}"]` })
  return passed(plugin, pod, `Service account ${name} lists every secret of the pod.`, { name: shown })
}

/** `serviceAccount` is the old name of the field, which the server keeps in step. */
const withNames = (spec: JsonObject, name: string): JsonObject =>
  withField(withField(spec, 'serviceAccountName', name), 'serviceAccount', name)

function automounts(account: JsonObject, spec: JsonObject): boolean {
  const field = 'automountServiceAccountToken'
  return booleanAt(spec, field) ?? booleanAt(account, field) ?? true
}

function addPullSecrets(spec: JsonObject, account: JsonObject): JsonObject {
  const own = objectsAt(spec, 'imagePullSecrets')
  const given = objectsAt(account, 'imagePullSecrets')
  if (own.length > 0 || given.length === 0) return spec
  return withField(
    spec,
    'imagePullSecrets',
    given.map(secret => ({ name: textAt(secret, 'name') })),
  )
}

function mountToken(spec: JsonObject): JsonObject {
  const volumes = fieldOf(spec, 'volumes')
  const present = Array.isArray(volumes) ? volumes : []
  const own = objectsAt(spec, 'volumes').find(volume => textAt(volume, 'name').startsWith(volumePrefix))
  const name = own === undefined ? `${volumePrefix}${drawnLetters}` : textAt(own, 'name')
  const mounted = ['initContainers', 'containers'].reduce((fields, list) => mountIn(fields, list, name), spec)
  return own !== undefined || mounted === spec
    ? mounted
    : withField(mounted, 'volumes', [...present, tokenVolume(name)])
}

function mountIn(spec: JsonObject, list: string, name: string): JsonObject {
  const containers = objectsAt(spec, list)
  const isMounted = (container: JsonObject): boolean =>
    objectsAt(container, 'volumeMounts').some(mount => textAt(mount, 'mountPath') === mountPath)
  if (containers.every(isMounted)) return spec
  const mount: Json = { name, readOnly: true, mountPath }
  return withField(
    spec,
    list,
    containers.map(container =>
      isMounted(container)
        ? container
        : withField(container, 'volumeMounts', [...objectsAt(container, 'volumeMounts'), mount]),
    ),
  )
}

const tokenVolume = (name: string): JsonObject => ({
  name,
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: tokenSeconds, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
    defaultMode: 420,
  },
})
