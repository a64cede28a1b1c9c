import { CompiledPolicies, type Trace, traceRequest } from '../../shared/admission/trace/index.ts'
import type { JsonObject } from '../../shared/cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../shared/kube/index.ts'
import { groupVersionOf } from './address.ts'
import { asServed, type CorpusObject } from './corpus.ts'
import { fieldsOf, listOf, textOf } from './json.ts'
import type { Base } from './recording.ts'
import { worldOf } from './worlds.ts'

/** What admission objects said of requests of their own rules. */
export interface Explained {
  /** Where something was not told, in words. */
  readonly mute: readonly string[]
  readonly traces: number
  /** Steps that did something. */
  readonly matched: number
}

const namespaces: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: {} } },
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'shop' } },
]

/** Each admission object beside its own bindings or policies, for requests that its rules name. */
export function explained(
  base: Base,
  configured: readonly CorpusObject[],
  corpus: readonly CorpusObject[],
): Explained {
  const mute: string[] = []
  let [traces, matched] = [0, 0]
  for (const each of configured) {
    const objects = surroundings(each, configured)
    const world = worldOf({
      ...{ base, objects: [...namespaces, ...objects], documents: {}, now: 0 },
      webhookAnswer: () => null,
    })
    const compiled = new CompiledPolicies()
    for (const { info, subresource, operation } of asked(objects, base.resources))
      for (const object of objectsFor(info, corpus)) {
        const trace = traceRequest(
          requestOf(base, { info, subresource, operation }, object),
          { ...world },
          { compiled },
        )
        traces++
        const own = trace.steps.filter(({ kind }) => /Webhook|Admission/.test(kind))
        matched += own.filter(({ outcome }) => outcome !== 'notMatched').length
        mute.push(...silent(each.id, trace))
        if (own.length === 0 && hasPolicy(objects) && !isWithoutRules(each.object) && !isExempt(info))
          mute.push(
            `${each.id}: nothing is said of ${operation} ${info.version} ${info.resource}: ${trace.steps.map(({ reason }) => reason).join(' ')}`,
          )
      }
  }
  return { mute: [...new Set(mute)], traces, matched }
}

/** A binding alone does nothing. */
const hasPolicy = (objects: readonly KubeObject[]): boolean =>
  objects.some(({ kind }) => !kind.endsWith('Binding'))

const isWithoutRules = ({ webhooks }: KubeObject): boolean =>
  webhooks !== undefined && listOf(webhooks).length === 0

const isExempt = ({ group }: ResourceInfo): boolean => group === 'admissionregistration.k8s.io'

function silent(id: string, { steps }: Trace): readonly string[] {
  return steps.flatMap(({ kind, name, outcome, reason, expressions = [] }) => [
    ...(/\S \S/.test(reason) ? [] : [`${id}: ${kind} ${name} is ${outcome}: “${reason}”`]),
    ...expressions.flatMap(({ field, result }) =>
      (result.type === 'value' ? result.text : result.type === 'error' ? result.message : result.why) === ''
        ? [`${id}: ${field} has no result`]
        : [],
    ),
  ])
}

/** The object with its bindings, or the policy that it binds; a binding is made where there is none. */
function surroundings(
  { object: raw, id }: CorpusObject,
  configured: readonly CorpusObject[],
): readonly KubeObject[] {
  const object = named(asServed(raw))
  const { kind } = object
  if (kind.endsWith('WebhookConfiguration')) return [object]
  const folder = id.split('/')[0]
  const siblings = configured
    .filter(other => other.id.split('/')[0] === folder)
    .map(other => named(asServed(other.object)))
  if (kind.endsWith('Binding')) {
    const policy = textOf(fieldsOf(object.spec).policyName)
    return [
      object,
      ...siblings.filter(each => `${each.kind}Binding` === kind && each.metadata.name === policy),
    ]
  }
  const name = object.metadata.name
  const bindings = siblings.filter(
    each => each.kind === `${kind}Binding` && fieldsOf(each.spec).policyName === name,
  )
  const made: KubeObject = {
    apiVersion: object.apiVersion,
    kind: `${kind}Binding`,
    metadata: { name: 'made' },
    spec: { policyName: name, validationActions: ['Deny'] },
  }
  return [object, ...(bindings.length > 0 ? bindings : [made])]
}

const named = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...fieldsOf(object.metadata), name: textOf(fieldsOf(object.metadata).name) || 'nameless' },
})

interface Asked {
  readonly info: ResourceInfo
  readonly subresource: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
}

const any: Readonly<Record<string, string>> = { '': 'pods', '*': 'pods', apps: 'deployments' }
/** Of one object; its rules name the same things again and again. */
const mostAsked = 24

/** Requests that the rules of objects name; where nobody serves their kind, one that is served like it. */
function asked(objects: readonly KubeObject[], offered: readonly ResourceInfo[]): readonly Asked[] {
  const rules = objects.flatMap(({ spec, webhooks }) => [
    ...listOf(webhooks).flatMap(webhook => listOf(fieldsOf(webhook).rules)),
    ...listOf(fieldsOf(fieldsOf(spec).matchConstraints).resourceRules),
    ...listOf(fieldsOf(fieldsOf(spec).matchResources).resourceRules),
  ])
  const found = new Map<string, Asked>()
  const pod = offered.find(({ group, resource }) => group === '' && resource === 'pods')
  for (const rule of [...rules, {}]) {
    const { apiGroups, apiVersions, resources, operations } = fieldsOf(rule)
    const [group = ''] = listOf(apiGroups).map(textOf)
    const [version = ''] = listOf(apiVersions).map(textOf)
    const all = listOf(resources).map(textOf)
    for (const [resource = '', subresource = ''] of (all.length > 0 ? all : ['pods']).map(each =>
      each.split('/'),
    ))
      for (const operation of operationsOf(operations)) {
        const wanted = resource.includes('*') ? (any[group] ?? 'pods') : resource
        const served = offered.find(
          each =>
            each.resource === wanted &&
            (group === '*' || each.group === group) &&
            (version === '*' || each.version === version),
        )
        const info = served ?? (pod === undefined ? undefined : unserved(pod, group, version, wanted))
        if (info === undefined) continue
        const key = [info.group, info.version, info.resource, subresource, operation].join(' ')
        found.set(key, { info, subresource: subresource.replace('*', ''), operation })
      }
  }
  return [...found.values()].slice(0, mostAsked)
}

const unserved = (like: ResourceInfo, group: string, version: string, resource: string): ResourceInfo => ({
  ...like,
  ...{ group, version: version.replace('*', 'v1'), resource, kind: 'Unserved' },
})

function operationsOf(operations: unknown): readonly Asked['operation'][] {
  const given = listOf(operations).map(textOf)
  const all = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const
  const found = all.filter(each => given.includes(each) || given.includes('*'))
  return found.length === 0 ? ['CREATE'] : found
}

/** Objects of the corpus of that kind, and one that is bare; null stands for content that is not known. */
function objectsFor(info: ResourceInfo, corpus: readonly CorpusObject[]): readonly (JsonObject | null)[] {
  const apiVersion = info.group === '' ? info.version : `${info.group}/${info.version}`
  const found = corpus.filter(
    ({ object }) =>
      object.kind === info.kind && groupVersionOf(textOf(object.apiVersion)).group === info.group,
  )
  const bare = { apiVersion, kind: info.kind, metadata: { name: 'bare' } }
  return [
    null,
    bare,
    ...found.slice(0, 2).map(({ object }) => ({ ...object, apiVersion })),
  ] as (JsonObject | null)[]
}

function requestOf(base: Base, { info, subresource, operation }: Asked, content: JsonObject | null) {
  const { group, version, resource, kind, namespaced } = info
  const frame: JsonObject = {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { name: 'bare' },
  }
  const object = content ?? frame
  const name = textOf(fieldsOf(object.metadata).name)
  return {
    operation,
    verb: { CREATE: 'create', UPDATE: 'update', DELETE: 'delete', CONNECT: 'create' }[operation],
    resource: { group, version, resource },
    kind: { group, version, kind },
    subresource,
    namespace: namespaced ? 'shop' : '',
    name,
    object: operation === 'DELETE' ? null : object,
    oldObject: operation === 'UPDATE' || operation === 'DELETE' ? object : null,
    options: null,
    user: base.user,
    dryRun: false,
    isObjectKnown: content !== null,
  }
}
