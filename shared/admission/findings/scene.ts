import type { KubeObject, ObjectRef } from '../../kube/index.ts'
import type { CallMeasures, ServingCertificate } from '../health/types.ts'
import { itemsOf, type Known } from '../known.ts'
import { identityOf } from '../meta.ts'
import type { PolicyFlavour } from '../policies.ts'
import {
  type BindingEntry,
  type PolicyEntry,
  type PolicyInventory,
  type PolicySnapshot,
  policyInventory,
} from '../policy-inventory.ts'
import {
  type WebhookEntry,
  type WebhookInventory,
  type WebhookSnapshot,
  webhookInventory,
} from '../webhook-inventory.ts'
import type { WebhookPhase } from '../webhooks.ts'
import { creation, diffOf } from './change.ts'
import type { Expressions } from './expressions.ts'
import type { FindingId } from './ids.ts'
import { checkTexts } from './texts/index.ts'
import type { Trial } from './trials.ts'
import type { Finding, FindingObject, FindingSeverity, FixOperation } from './types.ts'

/** What the checks are made from. What is unreadable yields no finding, never one of absence. */
export interface FindingSources extends WebhookSnapshot, PolicySnapshot {
  /** Minor of the server's release. */
  readonly minor: number
  /** CustomResourceDefinitions, with their conversions. */
  readonly definitions: Known
  readonly apiServices: Known
  readonly expressions: Expressions
  /** Expressions as tried on existing objects. */
  readonly trials: readonly Trial[]
  /** Certificate of a webhook's server, by `WebhookEntry.id`. */
  readonly serving: (id: string) => ServingCertificate
  /** Measures of a webhook; null where there are none. */
  readonly measures: (phase: WebhookPhase, webhook: string) => CallMeasures | null
}

/** What every check looks at: the inventories, and the objects they were read from. */
export interface Scene {
  readonly sources: FindingSources
  readonly webhooks: WebhookInventory
  readonly policies: PolicyInventory
  /** The object of a webhook, policy or binding as the cluster has it. */
  readonly content: (kind: string, name: string) => KubeObject | null
  readonly policyOf: (binding: BindingEntry) => PolicyEntry | null
  /** Bindings that put a policy in force. */
  readonly bindingsOf: (policy: PolicyEntry) => readonly BindingEntry[]
}

/** A finding as a check makes it; what is always true of the check is filled in. */
export interface Draft {
  readonly id: FindingId
  readonly objects: readonly FindingObject[]
  readonly evidence: readonly string[]
  readonly severity?: FindingSeverity
  readonly title?: string
  readonly fix?: string
  /** Changes of the first object, whose content is `of`. */
  readonly change?: { readonly of: KubeObject | null; readonly operations: readonly FixOperation[] }
  /** An object that is missing, which is the fix. */
  readonly create?: KubeObject
  /** Tells findings of one check and the same objects apart. */
  readonly about?: string
}

export type Check = (scene: Scene) => readonly Draft[]

export function sceneOf(sources: FindingSources): Scene {
  const webhooks = webhookInventory(sources)
  const policies = policyInventory(sources)
  const contents = new Map<string, KubeObject>()
  const all = [sources.configurations, sources.policies, sources.bindings]
  for (const known of all.flatMap(each => Object.values<Known>(each))) {
    for (const object of itemsOf(known)) contents.set(`${object.kind}/${identityOf(object).name}`, object)
  }
  const byId = new Map(policies.policies.map(entry => [entry.id, entry]))
  const byPolicy = Map.groupBy(policies.bindings, entry => entry.policy)
  return {
    sources,
    webhooks,
    policies,
    content: (kind, name) => contents.get(`${kind}/${name}`) ?? null,
    policyOf: binding => (binding.policy === null ? null : (byId.get(binding.policy) ?? null)),
    bindingsOf: policy => byPolicy.get(policy.id) ?? [],
  }
}

/** A finding whole, with the words of its check. */
export function finished(draft: Draft): Finding {
  const texts = checkTexts[draft.id]
  const [first] = draft.objects
  const { change, create } = draft
  const diff =
    create !== undefined
      ? creation(create)
      : change === undefined || change.of === null || first === undefined || change.operations.length === 0
        ? null
        : diffOf(first, change.of, change.operations)
  return {
    id: draft.id,
    key: keyOfDraft(draft),
    severity: draft.severity ?? texts.severity,
    title: draft.title ?? texts.title,
    objects: draft.objects,
    evidence: draft.evidence,
    why: texts.why,
    fix: { words: draft.fix ?? texts.fix, ...(diff === null ? {} : { diff }) },
    docs: `docs/findings.md#${draft.id}`,
  }
}

/** The same for two drafts that say the same. */
export function keyOfDraft({ id, objects, about }: Draft): string {
  return [id, ...objects.slice(0, 1).map(keyOf), about ?? ''].join('|')
}

function keyOf({ kind, ref, field }: FindingObject): string {
  return `${kind}/${ref.namespace}/${ref.name}${field === undefined ? '' : `#${field}`}`
}

export function webhookKind(phase: WebhookPhase): string {
  return phase === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration'
}

export function policyKind(flavour: PolicyFlavour): string {
  return flavour === 'mutating' ? 'MutatingAdmissionPolicy' : 'ValidatingAdmissionPolicy'
}

/** The configuration of a webhook, with a field of the webhook where one is given. */
export function objectOfWebhook(entry: WebhookEntry, field = ''): FindingObject {
  const { phase, index } = entry.webhook
  const path = `webhooks[${index}]${field === '' ? '' : `.${field}`}`
  return { kind: webhookKind(phase), ref: entry.ref, field: path }
}

export function objectOfPolicy(entry: PolicyEntry, field?: string): FindingObject {
  return withField({ kind: policyKind(entry.policy.flavour), ref: entry.ref }, field)
}

export function objectOfBinding(entry: BindingEntry, field?: string): FindingObject {
  return withField({ kind: `${policyKind(entry.binding.flavour)}Binding`, ref: entry.ref }, field)
}

function withField(object: FindingObject, field: string | undefined): FindingObject {
  return field === undefined ? object : { ...object, field }
}

export function contentOfWebhook(scene: Scene, { webhook }: WebhookEntry): KubeObject | null {
  return scene.content(webhookKind(webhook.phase), webhook.configuration)
}

export function serviceObject(ref: ObjectRef): FindingObject {
  return { kind: 'Service', ref }
}

/** e.g. `webhook a.acme.io of acme`. */
export function namedWebhook({ webhook }: WebhookEntry): string {
  return `Webhook ${webhook.name || `number ${webhook.index + 1}`} of ${webhook.configuration}`
}

/** Refuses when it fails: Fail, which is the default. */
export function fails(entry: WebhookEntry): boolean {
  return entry.webhook.failurePolicy.value !== 'Ignore'
}
