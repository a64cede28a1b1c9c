import type { Discovery, TraceQuestion } from '../../../shared/ipc/index.ts'
import type { Resource, ResourceInfo } from '../../../shared/kube/index.ts'
import type { AdmissionQuestion } from '../../live/index.ts'
import { type NamedObject, namedObject, servedKind } from './namedObject.ts'

/** What can be asked of the engine, or what it lacks. */
export type Asked =
  | {
      readonly type: 'question'
      readonly question: TraceQuestion
      readonly kind: ResourceInfo | null
      /** The text names a kind that is not served, or none: all that can be told is what is wrong with it. */
      readonly lacksKind?: string
    }
  | { readonly type: 'missing'; readonly what: 'kind' | 'text' | 'name' | 'discovery' }

export interface AskedPlace {
  readonly discovery: Discovery | null
  /** The namespace that is meant where none is named. */
  readonly home: string
}

/** The question of an address as the engine takes it: what the YAML says of itself comes first. */
export function askedOf(question: AdmissionQuestion, { discovery, home }: AskedPlace): Asked {
  const { object } = question
  if (object.type === 'text' && object.text.trim() === '') return { type: 'missing', what: 'text' }
  if (discovery === null) return { type: 'missing', what: 'discovery' }
  const named = object.type === 'text' ? namedObject(object.text) : null
  const kind = (named === null ? null : servedKind(discovery, named)) ?? kindOf(discovery, question.resource)
  const isKindGiven = kind !== null || question.resource !== null
  if (!isKindGiven && named === null) return { type: 'missing', what: 'kind' }
  const resource = kind ?? question.resource ?? anyKind
  if (object.type === 'stored' && question.name === '') return { type: 'missing', what: 'name' }
  const namespace = kind?.namespaced === false ? '' : named?.namespace || question.namespace || home
  return {
    type: 'question',
    kind,
    question: {
      operation: question.operation,
      ...(question.isPatch === true ? { isPatch: true } : {}),
      resource: { group: resource.group, version: resource.version, resource: resource.resource },
      subresource: question.subresource,
      namespace,
      name: object.type === 'text' ? '' : question.name,
      object,
      user: question.user,
      assumeWebhooks: question.assumeWebhooks,
    },
    ...(isKindGiven || named === null ? {} : { lacksKind: lackInWords(named) }),
  }
}

/** Asked about where a text names no kind: whether it can be read at all is told before its kind is looked at. */
const anyKind: Resource = { group: '', version: 'v1', resource: 'pods' }

function lackInWords({ apiVersion, kind }: NamedObject): string {
  if (apiVersion === '' || kind === '')
    return 'The object does not say which kind it is: give it apiVersion and kind, or choose a kind above.'
  return `The server serves no ${kind} of ${apiVersion}.`
}

/** A kind as discovery has it; in its preferred version where that of the address is not served. */
export function kindOf(discovery: Discovery | null, wanted: Resource | null): ResourceInfo | null {
  if (wanted === null) return null
  const same = discovery?.resources.filter(
    info => info.group === wanted.group && info.resource === wanted.resource,
  )
  return (
    same?.find(info => info.version === wanted.version) ??
    same?.find(info => info.preferred) ??
    same?.[0] ??
    null
  )
}
