import type { KubeObject, ObjectRef } from '../../../kube/index.ts'
import { callPathOf } from '../../call-path.ts'
import { type Fields, fieldsOf, listOf, stringOf, stringsOf } from '../../fields.ts'
import { itemsOf } from '../../known.ts'
import { identityOf } from '../../meta.ts'
import { type Callee, problemsOfBundle, problemsOfPath, problemsOfVersions } from '../../webhook-problems.ts'
import { readClient } from '../../webhooks.ts'
import { pointer } from '../change.ts'
import type { Draft, Scene } from '../scene.ts'
import { serviceObject } from '../scene.ts'
import type { FindingObject } from '../types.ts'
import { draftOfProblem } from './mapped.ts'

/** Conversions of custom resources by a webhook, and aggregated APIs: called as webhooks are. */
export function backends(scene: Scene): readonly Draft[] {
  return [
    ...itemsOf(scene.sources.definitions).flatMap(object => conversion(scene, object)),
    ...itemsOf(scene.sources.apiServices).flatMap(object => aggregated(scene, object)),
  ]
}

function refOf(group: string, resource: string, name: string): ObjectRef {
  return { resource: { group, version: 'v1', resource }, namespace: '', name }
}

function calleeOf(
  fields: Fields,
  over: Pick<Callee, 'reviewVersions' | 'consequence'>,
  object: KubeObject,
): Callee {
  const annotations = Object.keys(fieldsOf(fieldsOf(object.metadata).annotations))
  const isInjected = annotations.some(key => key.startsWith('cert-manager.io/inject-'))
  return {
    client: readClient(fields),
    caInjector: isInjected ? 'cert-manager' : '',
    failurePolicy: { value: 'Fail', given: true },
    ...over,
  }
}

function conversion(scene: Scene, object: KubeObject): readonly Draft[] {
  const { name } = identityOf(object)
  const spec = fieldsOf(object.spec)
  const settings = fieldsOf(spec.conversion)
  if (stringOf(settings.strategy) !== 'Webhook') return []
  const webhook = fieldsOf(settings.webhook)
  const client = fieldsOf(webhook.clientConfig)
  const versions = listOf(spec.versions).map(each => stringOf(fieldsOf(each).name))
  const callee = calleeOf(
    client,
    {
      reviewVersions: { value: stringsOf(webhook.conversionReviewVersions), given: true },
      consequence: `Objects of ${name} that are stored in another version can neither be read nor written (${versions.join(', ')}).`,
    },
    object,
  )
  const crd: FindingObject = {
    kind: 'CustomResourceDefinition',
    ref: refOf('apiextensions.k8s.io', 'customresourcedefinitions', name),
    field: 'spec.conversion.webhook',
  }
  // With one version nothing is ever converted.
  if (versions.length < 2) return []
  return [
    ...called(scene, callee, stringOf(client.caBundle), crd, object),
    ...problemsOfVersions(callee, 'ConversionReview').flatMap(
      problem => draftOfProblem(problem, [crd]) ?? [],
    ),
  ]
}

function aggregated(scene: Scene, object: KubeObject): readonly Draft[] {
  const { name } = identityOf(object)
  const spec = fieldsOf(object.spec)
  const service = fieldsOf(spec.service)
  // Without a Service the API server answers itself.
  if (stringOf(service.name) === '') return []
  const consequence = `No kind of ${name} can be used, and deleting a namespace waits for it.`
  const callee = calleeOf(spec, { reviewVersions: { value: ['v1'], given: true }, consequence }, object)
  const own: FindingObject = {
    kind: 'APIService',
    ref: refOf('apiregistration.k8s.io', 'apiservices', name),
  }
  const isInsecure = spec.insecureSkipTLSVerify === true
  // Where the system's roots or nothing at all vouches, an absent bundle is no fault.
  const bundle = isInsecure ? null : stringOf(spec.caBundle)
  return [
    ...called(scene, callee, bundle, own, object),
    ...unavailable(object, own),
    ...(isInsecure
      ? [
          {
            id: 'api-service-insecure',
            objects: [{ ...own, field: 'spec.insecureSkipTLSVerify' }],
            evidence: [`APIService ${name} has insecureSkipTLSVerify: true.`],
            change: {
              of: object,
              operations: [{ op: 'remove', path: pointer('spec', 'insecureSkipTLSVerify') }],
            },
          } as const,
        ]
      : []),
  ]
}

function called(
  scene: Scene,
  callee: Callee,
  caBundle: string | null,
  object: FindingObject,
  content: KubeObject,
): readonly Draft[] {
  const { sources } = scene
  const path = callPathOf(callee, sources)
  const isManifest = stringOf(fieldsOf(content.metadata).creationTimestamp) === ''
  const canBeFilled = sources.served.isPartial === true && isManifest
  const bundle = caBundle === null || caBundle === '' ? null : sources.decode(caBundle)
  const problems = [
    ...problemsOfPath(callee, path),
    ...(caBundle === null ? [] : problemsOfBundle(callee, bundle, sources.now, canBeFilled)),
  ]
  const objects = path.service === null ? [object] : [object, serviceObject(path.service.ref)]
  return problems.flatMap(problem => draftOfProblem(problem, objects) ?? [])
}

function unavailable(object: KubeObject, own: FindingObject): readonly Draft[] {
  const condition = listOf(fieldsOf(object.status).conditions)
    .map(fieldsOf)
    .find(each => each.type === 'Available')
  if (condition?.status !== 'False') return []
  const said = [stringOf(condition.reason), stringOf(condition.message)]
    .filter(each => each !== '')
    .join(': ')
  return [
    {
      id: 'api-service-unavailable',
      objects: [own],
      evidence: [`APIService ${own.ref.name} is not available${said === '' ? '.' : `: ${said}`}`],
    },
  ]
}
