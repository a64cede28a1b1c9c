import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { KubeObject } from '../kube/index.ts'
import { known, served } from './cluster.fixture.ts'
import { policyInventory } from './policy-inventory.ts'
import { webhookInventory } from './webhook-inventory.ts'
import { readWebhooks } from './webhooks.ts'
import { rulesInWords } from './words.ts'

// Manifests of public projects, kept beside the checkout; without them these tests are skipped.
const shared = process.env.GATEHOUSE_SHARED ?? join(import.meta.dirname, '../../../shared')
const corpus = join(shared, 'corpus')
const isThere = existsSync(corpus)
if (!isThere) console.warn(`skipped: no corpus of manifests at ${corpus} (set GATEHOUSE_SHARED)`)

const group = 'admissionregistration.k8s.io/'

function objectsOf(file: string): readonly KubeObject[] {
  return parseAllDocuments(readFileSync(join(corpus, file), 'utf8'), { uniqueKeys: false })
    .map(document => ('toJS' in document ? (document.toJS() as KubeObject | null) : null))
    .flatMap(object => (object?.kind === 'List' ? (object.items as KubeObject[]) : [object]))
    .filter(object => object !== null && String(object.apiVersion).startsWith(group)) as readonly KubeObject[]
}

function files(): readonly string[] {
  return readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.yaml'))
}

function of(objects: readonly KubeObject[], kind: string) {
  return known(...objects.filter(object => object.kind === kind))
}

const noBundle = { certificates: [], rejected: 0, failure: 'notPem' } as const

function webhooksOf(objects: readonly KubeObject[]) {
  return webhookInventory({
    configurations: {
      mutating: of(objects, 'MutatingWebhookConfiguration'),
      validating: of(objects, 'ValidatingWebhookConfiguration'),
    },
    namespaces: known(),
    served,
    services: () => known(),
    slices: () => known(),
    decode: () => noBundle,
    now: 0,
  })
}

function policiesOf(objects: readonly KubeObject[]) {
  return policyInventory({
    policies: {
      validating: of(objects, 'ValidatingAdmissionPolicy'),
      mutating: of(objects, 'MutatingAdmissionPolicy'),
    },
    bindings: {
      validating: of(objects, 'ValidatingAdmissionPolicyBinding'),
      mutating: of(objects, 'MutatingAdmissionPolicyBinding'),
    },
    namespaces: known(),
    served,
    parameters: () => known(),
  })
}

describe.skipIf(!isThere)('manifests of public projects', () => {
  it('are all read without a throw, and nothing is lost', () => {
    let read = 0
    for (const file of files()) {
      const objects = objectsOf(file)
      const webhooks = webhooksOf(objects)
      const named = objects.filter(object => object.kind.endsWith('WebhookConfiguration'))
      expect(webhooks.webhooks.length, file).toBe(named.flatMap(readWebhooks).length)
      policiesOf(objects)
      read += objects.length
    }
    expect(read).toBeGreaterThanOrEqual(100)
  })

  const first = (file: string) => webhooksOf(objectsOf(file)).webhooks[0]
  it.each([
    [
      'cert-manager/webhooks.yaml',
      { certificate: { label: 'awaits cert-manager' }, webhook: { timeoutSeconds: { value: 30 } } },
    ],
    ['istio/external-controlplane-missing-urls.yaml', { webhook: { client: { type: 'neither' } } }],
    [
      'kubernetes-website/static-validating-webhook-url.yaml',
      { webhook: { client: { type: 'url' } }, bundleState: 'undecodable' },
    ],
    [
      'kubernetes-api-testdata/v1-mutatingwebhookconfiguration.yaml',
      { webhook: { client: { type: 'both' } } },
    ],
    [
      'aws-load-balancer-controller/webhooks-v2.0.0-rc1-v1beta1.yaml',
      {
        webhook: {
          sideEffects: { value: 'Unknown', given: false },
          reviewVersions: { value: ['v1beta1'], given: false },
        },
      },
    ],
    [
      'knative/eventing-webhooks.yaml',
      {
        actsOn: 'nothing (no rules)',
        webhook: { client: { service: { port: { value: 443, given: false } } } },
      },
    ],
    [
      'kubeflow/poddefaults-mutating-webhook.yaml',
      {
        webhook: {
          name: '$(podDefaultsDeploymentName).kubeflow.org',
          client: { service: { namespace: '' } },
        },
      },
    ],
    ['argo-cd/diff-desired-vwc.yaml', { webhook: { failurePolicy: { value: 'Fail', given: false } } }],
  ])('%s', (file, expected) => {
    expect(first(file)).toMatchObject(expected)
  })

  it('tell everything, subresources and main resources apart', () => {
    const words = (file: string) =>
      objectsOf(file)
        .flatMap(readWebhooks)
        .map(each => rulesInWords(each.rules))
    expect(words('cert-manager/webhooks.yaml').join('|')).toContain('everything in')
    expect(words('gatekeeper/webhooks.yaml').join('|')).toContain('everything but subresources')
  })

  it('keep two configurations of one name but different kinds apart', () => {
    const entries = webhooksOf(objectsOf('cert-manager/webhooks.yaml')).webhooks
    expect(new Set(entries.map(each => each.id)).size).toBe(entries.length)
  })

  const problemsOf = (...names: string[]) => {
    const all = policiesOf(names.flatMap(objectsOf))
    return [...all.policies, ...all.bindings].flatMap(each => each.problems.map(problem => problem.code))
  }
  it.each([
    [['kubernetes-website/static-protect-admission-resources.yaml'], 'objectNullOnDelete'],
    [['kubescape-cel-library/binding-placeholder.yaml'], 'bindsNothing'],
    [['kubescape-cel-library/c-0001.yaml'], 'notBound'],
    [['kubernetes-website/vap-policy-with-param.yaml'], 'notBound'],
    [
      ['kubernetes-website/csr-delegation-policy.yaml', 'kubernetes-website/csr-delegation-binding.yaml'],
      'parameterMissing',
    ],
  ])('%j has %s', (names, code) => {
    expect(problemsOf(...names)).toContain(code)
  })

  it('read the first drafts of the API', () => {
    const [old] = policiesOf(objectsOf('kubernetes-website/vap-v1alpha1-old-paramkind.yaml')).policies
    expect(old?.policy.paramKind).toMatchObject({ apiVersion: expect.stringContaining('rules.example.com') })
    const [draft] = policiesOf(
      objectsOf('kubernetes-enhancements/kep3962-sidecar-policy-jsonpatch.yaml'),
    ).policies
    expect(draft?.policy.mutations[0]?.expression).not.toBe('')
  })
})
