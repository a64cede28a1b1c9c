import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { KubeObject } from '../../kube/index.ts'
import { enginesOf } from '../engines/index.ts'
import type { Known } from '../known.ts'
import { ExpressionCache } from './cache.ts'
import { findings } from './find.ts'
import { findingIds } from './ids.ts'

// Manifests of public projects, kept beside the checkout; without them these tests are skipped.
const shared = process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../../shared')
const corpus = join(shared, 'corpus')
const isThere = existsSync(corpus)
if (!isThere) console.warn(`skipped: no corpus of manifests at ${corpus} (set GATEHOUSE_SHARED)`)

function objectsOf(file: string): readonly KubeObject[] {
  return parseAllDocuments(readFileSync(join(corpus, file), 'utf8'), { uniqueKeys: false })
    .map(document => ('toJS' in document ? (document.toJS() as KubeObject | null) : null))
    .flatMap(object => (object?.kind === 'List' ? (object.items as KubeObject[]) : [object]))
    .filter(object => typeof object === 'object' && object !== null)
}

const files = isThere
  ? readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml'))
  : []

/** A manifest may be part of anything: what it lacks may well be there. */
const partial: Known = {
  state: 'unreadable',
  error: { kind: 'gone', reason: 'NotInDump', message: 'It is not in the dump.' },
}
const expressions = new ExpressionCache()

function found(file: string) {
  const objects = objectsOf(file)
  const of = (kind: string): Known => ({
    state: 'known',
    items: objects.filter(object => object.kind === kind),
    staleSince: null,
    ...(partial.state === 'unreadable' ? { partial: partial.error } : {}),
  })
  return findings({
    configurations: {
      mutating: of('MutatingWebhookConfiguration'),
      validating: of('ValidatingWebhookConfiguration'),
    },
    policies: { validating: of('ValidatingAdmissionPolicy'), mutating: of('MutatingAdmissionPolicy') },
    bindings: {
      validating: of('ValidatingAdmissionPolicyBinding'),
      mutating: of('MutatingAdmissionPolicyBinding'),
    },
    namespaces: partial,
    served: { resources: [], failedGroups: new Set(), isPartial: true },
    services: () => partial,
    slices: () => partial,
    parameters: () => partial,
    decode: () => ({ certificates: [], rejected: 0, failure: 'notPem' }),
    now: Date.UTC(2026, 5, 1),
    minor: 36,
    definitions: of('CustomResourceDefinition'),
    apiServices: of('APIService'),
    expressions,
    trials: [],
    serving: () => ({ state: 'unknown', why: '' }),
    measures: () => null,
  }).findings
}

const told = (file: string) => [...new Set(found(file).map(({ id }) => id))].sort()

describe.skipIf(!isThere)('findings of manifests of public projects', () => {
  it('are made without a throw, each with a name that is documented', () => {
    for (const file of files)
      for (const { id, objects, evidence } of found(file)) {
        expect(findingIds, file).toContain(id)
        expect(objects.length, file).toBeGreaterThan(0)
        expect(evidence.join(''), file).not.toBe('')
      }
  })

  // What a manifest leaves to others (a bundle, a Service, a binding) is no finding of it.
  it.each([
    ['cert-manager/webhooks.yaml', []],
    ['istio/webhooks.yaml', ['object-selector-dodgeable']],
    ['metallb/webhooks.yaml', []],
    ['istio/external-controlplane-missing-urls.yaml', ['blocks-dry-run', 'no-rules', 'no-target']],
    [
      'istio/injector-overlap.yaml',
      ['blocks-dry-run', 'duplicate-webhook-name', 'no-rules', 'review-version-deprecated'],
    ],
    ['kubernetes-website/static-deny-privileged-policy.yaml', ['ephemeral-containers-not-covered']],
    // The documentation’s own first example writes `args`, which the server refuses.
    [
      'kubernetes-website/map-applyconfiguration-sidecar-v1alpha1.yaml',
      ['deprecated-version', 'mutation-atomic'],
    ],
    ['kubernetes-website/static-protect-admission-resources.yaml', ['object-null-on-delete', 'rules-exempt']],
    [
      'kubernetes-enhancements/kep3962-sidecar-policy-jsonpatch.yaml',
      ['deprecated-version', 'expression-invalid'],
    ],
    ['metallb/crd-bgppeers-conversion.yaml', ['ca-bundle-unreadable']],
  ])('%s has %j', (file, expected) => {
    expect(told(file)).toEqual(expected)
  })

  it.each([
    ['cert-manager/webhooks.yaml', ['cert-manager']],
    ['gatekeeper/webhooks.yaml', ['gatekeeper']],
    ['istio/webhooks.yaml', ['istio']],
    ['knative/serving-webhooks.yaml', ['knative']],
    ['aws-load-balancer-controller/webhooks-v2.8.2-adc.yaml', ['aws-load-balancer-controller']],
    ['kubeflow/poddefaults-mutating-webhook.yaml', ['kubeflow']],
  ])('%s is of %j', (file, expected) => {
    const objects = objectsOf(file).filter(({ apiVersion }) =>
      String(apiVersion).startsWith('admissionregistration'),
    )
    const served = { resources: [], failedGroups: new Set<string>() }
    expect(enginesOf({ objects, served, read: () => partial }).map(({ id }) => id)).toEqual(expected)
  })
})
