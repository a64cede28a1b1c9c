import type { KubeObject, ResourceInfo } from '../../kube/index.ts'
import { parseApiVersion } from '../../kube/index.ts'
import { fieldsOf, listOf, stringOf } from '../fields.ts'
import type { FindingObject } from '../findings/types.ts'
import { gapOf, itemsOf, type Known } from '../known.ts'
import { identityOf } from '../meta.ts'
import type { Served } from '../served.ts'
import { type Signature, signatures } from './signatures.ts'
import type { Engine, EngineObject, EngineSource } from './types.ts'

/** Most objects of one kind that are listed. */
const listed = 100
/** Most kinds of one engine that are read. */
const mostKinds = 40

export interface EngineInput {
  /** Webhook configurations, policies and bindings. */
  readonly objects: readonly KubeObject[]
  readonly served: Served
  /** What is known of the objects of a kind; metadata is enough. */
  readonly read: (info: ResourceInfo) => Known
}

/** The products behind a configuration, sorted by name, each with what is its own. */
export function enginesOf({ objects, served, read }: EngineInput): readonly Engine[] {
  const found = new Map<Signature, { recognisedBy: string; objects: EngineObject[] }>()
  for (const object of objects) {
    const sign = signOf(object)
    if (sign === null) continue
    const known = found.get(sign.signature) ?? { recognisedBy: sign.by, objects: [] }
    known.objects.push(referenceTo(object))
    found.set(sign.signature, known)
  }
  return [...found]
    .map(([signature, { recognisedBy, objects: own }]) => ({
      id: signature.id,
      name: signature.name,
      purpose: signature.purpose,
      recognisedBy,
      objects: own,
      sources: sourcesOf(signature, served, read),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

interface Sign {
  readonly signature: Signature
  readonly by: string
}

/** How a configuration, policy or binding is recognised; null where nothing is known of it. */
function signOf(object: KubeObject): Sign | null {
  const { name, labels } = identityOf(object)
  const webhooks = listOf(object.webhooks).map(fieldsOf)
  const owner = stringOf(fieldsOf(listOf(fieldsOf(object.metadata).ownerReferences)[0]).apiVersion)
  const tests: readonly ((signature: Signature) => string)[] = [
    ({ sources = [] }) => {
      const { group } = parseApiVersion(owner)
      return owner !== '' && sources.some(each => each.group === group) ? `owner of ${group}` : ''
    },
    ({ webhook }) => {
      const hit = webhooks.map(each => stringOf(each.name)).find(each => webhook?.test(each))
      return hit === undefined ? '' : `webhook ${hit}`
    },
    ({ labels: wanted = {} }) => {
      const hit = Object.entries(wanted).find(
        ([key, pattern]) => Object.hasOwn(labels, key) && pattern.test(labels[key] ?? ''),
      )
      return hit === undefined ? '' : `label ${hit[0]}: ${labels[hit[0]]}`
    },
    ({ service }) => {
      const names = webhooks.map(each => stringOf(fieldsOf(fieldsOf(each.clientConfig).service).name))
      const hit = names.find(each => each !== '' && service?.test(each))
      return hit === undefined ? '' : `service ${hit}`
    },
    ({ object: named }) => (named?.test(name) ? `name ${name}` : ''),
  ]
  for (const test of tests) {
    for (const signature of signatures) {
      const by = test(signature)
      if (by !== '') return { signature, by }
    }
  }
  return null
}

const plurals: Readonly<Record<string, string>> = {
  MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
  ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
  MutatingAdmissionPolicy: 'mutatingadmissionpolicies',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
}

function referenceTo(object: KubeObject): EngineObject {
  const { group, version } = parseApiVersion(stringOf(object.apiVersion))
  const resource = { group, version, resource: plurals[object.kind] ?? `${object.kind.toLowerCase()}s` }
  const reference = { kind: object.kind, ref: { resource, namespace: '', name: identityOf(object).name } }
  const owner = fieldsOf(listOf(fieldsOf(object.metadata).ownerReferences)[0])
  if (stringOf(owner.kind) === '') return reference
  return { ...reference, madeOf: ownerObject(owner) }
}

function ownerObject(owner: Readonly<Record<string, unknown>>): FindingObject {
  const { group, version } = parseApiVersion(stringOf(owner.apiVersion))
  const kind = stringOf(owner.kind)
  const plural = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
  return {
    kind,
    ref: {
      resource: { group, version, resource: plural.toLowerCase() },
      namespace: '',
      name: stringOf(owner.name),
    },
  }
}

function sourcesOf(
  { sources = [] }: Signature,
  served: Served,
  read: EngineInput['read'],
): readonly EngineSource[] {
  const kinds = new Map<string, ResourceInfo>()
  for (const { group, kind } of sources) {
    for (const info of served.resources) {
      if (info.group !== group || (kind !== '*' && info.kind !== kind)) continue
      const key = `${info.group}/${info.kind}`
      if (!kinds.has(key) || info.preferred) kinds.set(key, info)
    }
  }
  return [...kinds.values()].slice(0, mostKinds).map(info => sourceOf(info, read(info)))
}

function sourceOf(info: ResourceInfo, known: Known): EngineSource {
  const { group, version, resource, kind } = info
  const objects = itemsOf(known)
    .map(object => {
      const { namespace, name } = identityOf(object)
      return { kind, ref: { resource: { group, version, resource }, namespace, name } }
    })
    .sort((a, b) => (`${a.ref.namespace}/${a.ref.name}` < `${b.ref.namespace}/${b.ref.name}` ? -1 : 1))
  const isWhole = known.state === 'known' && gapOf(known) === null
  return { group, kind, objects: objects.slice(0, listed), count: isWhole ? objects.length : null }
}
