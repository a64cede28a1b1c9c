import type { KubeObject } from '../../../shared/kube/index.ts'
import { type FieldValues, fieldsOf, isFields, textOf } from './fields.ts'

/**
 * The version v1 of an object of an older one, for the kinds that Gatehouse explains: what the API
 * server made of them while it took both. Null for every other kind.
 */
export function asV1(group: string, version: string, object: KubeObject): KubeObject | null {
  if (version === 'v1') return null
  if (group === 'apiextensions.k8s.io' && object.kind === 'CustomResourceDefinition')
    return definitionAsV1(object)
  if (group !== 'admissionregistration.k8s.io') return null
  const v1 = { ...object, apiVersion: 'admissionregistration.k8s.io/v1' }
  // Policies have the same fields in all their versions.
  if (
    object.kind.startsWith('ValidatingAdmissionPolicy') ||
    object.kind.startsWith('MutatingAdmissionPolicy')
  )
    return v1
  if (!object.kind.endsWith('WebhookConfiguration')) return null
  return { ...v1, webhooks: listOf(object.webhooks).map(webhookAsV1) }
}

/** Where v1beta1 and v1 say nothing, they mean different things (k8s.io/kubernetes/pkg/apis/admissionregistration/v1beta1/defaults.go). */
function webhookAsV1(webhook: unknown): unknown {
  if (!isFields(webhook)) return webhook
  return {
    failurePolicy: 'Ignore',
    matchPolicy: 'Exact',
    sideEffects: 'Unknown',
    timeoutSeconds: 30,
    admissionReviewVersions: ['v1beta1'],
    ...withoutNull(webhook),
  }
}

/** v1 has for each version what v1beta1 may have once for all of them. */
function definitionAsV1(object: KubeObject): KubeObject {
  const spec = fieldsOf(object.spec)
  const { version, versions, validation, subresources, additionalPrinterColumns, ...rest } = spec
  const named =
    listOf(versions).length > 0 ? listOf(versions) : [{ name: version, served: true, storage: true }]
  return {
    ...object,
    apiVersion: 'apiextensions.k8s.io/v1',
    spec: {
      ...rest,
      scope: textOf(rest.scope) || 'Namespaced',
      versions: named.filter(isFields).map(one => ({
        subresources,
        ...withoutNull(one),
        schema: one.schema ?? validation,
        additionalPrinterColumns: listOf(one.additionalPrinterColumns ?? additionalPrinterColumns)
          .filter(isFields)
          .map(({ JSONPath, ...column }) => ({ jsonPath: JSONPath, ...column })),
      })),
    },
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function withoutNull(value: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  )
}
