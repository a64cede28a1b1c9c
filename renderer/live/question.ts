import type { TraceQuestion } from '../../shared/ipc/index.ts'
import type { Resource } from '../../shared/kube/index.ts'

/** What an admission view asks, as its address carries it. Without a kind nothing is asked yet. */
export interface AdmissionQuestion extends Omit<TraceQuestion, 'resource'> {
  readonly resource: Resource | null
  /** The YAML did not travel with the address: it stays on the page where it was written. */
  readonly isTextAway: boolean
}

export const plainQuestion: AdmissionQuestion = {
  operation: 'CREATE',
  resource: null,
  subresource: '',
  namespace: '',
  name: '',
  object: { type: 'unknown' },
  user: null,
  assumeWebhooks: 'unknown',
  isTextAway: false,
}

/** Most characters of YAML in an address: addresses are copied, and the tabs of a context are kept as such. */
const mostCarried = 16_000
const mostKept = 30
/** Texts that addresses only name. They end with the page. */
const keptTexts = new Map<string, string>()

/** The query of an address; empty for the plain question. */
export function questionText(question: AdmissionQuestion): string {
  const text = questionParams(question).toString()
  return text === '' ? '' : `?${text}`
}

export function questionParams(question: AdmissionQuestion): URLSearchParams {
  const { operation, isPatch, resource, object, user } = question
  const params = new URLSearchParams()
  if (operation !== 'CREATE') params.set('op', isPatch === true ? 'patch' : operation.toLowerCase())
  if (resource !== null) params.set('kind', `${resource.group}/${resource.version}/${resource.resource}`)
  if (question.subresource !== '') params.set('sub', question.subresource)
  if (question.namespace !== '') params.set('ns', question.namespace)
  if (question.name !== '') params.set('name', question.name)
  if (object.type === 'stored') params.set('object', 'stored')
  if (object.type === 'text') {
    params.set('object', 'yaml')
    if (isCarried(object.text) && resource?.resource !== 'secrets') params.set('yaml', object.text)
    else params.set('kept', keep(object.text))
  }
  if (user !== null) {
    params.set('as', user.username)
    for (const group of user.groups) params.append('group', group)
  }
  if (question.assumeWebhooks !== 'unknown') params.set('webhooks', question.assumeWebhooks)
  return params
}

/** Puts a text into a query, or the name by which this page has it where it must not travel. */
export function carryText(params: URLSearchParams, name: string, text: string): void {
  if (isCarried(text)) params.set(name, text)
  else params.set(`${name}-kept`, keep(text))
}

/** The text of a query; null where there is none, empty where it stayed on another page. */
export function carriedText(params: URLSearchParams, name: string): string | null {
  const kept = params.get(`${name}-kept`)
  return kept === null ? params.get(name) : (keptTexts.get(kept) ?? '')
}

export function parseQuestion(params: URLSearchParams): AdmissionQuestion {
  const username = params.get('as') ?? ''
  const kept = params.get('kept')
  const isText = params.get('object') === 'yaml'
  const isTextAway = isText && kept !== null && !keptTexts.has(kept)
  const text = params.get('yaml') ?? keptTexts.get(kept ?? '') ?? ''
  return {
    ...operationOf(params.get('op')),
    resource: resourceOf(params.get('kind') ?? ''),
    subresource: params.get('sub') ?? '',
    namespace: params.get('ns') ?? '',
    name: params.get('name') ?? '',
    object: isText
      ? { type: 'text', text }
      : { type: params.get('object') === 'stored' ? 'stored' : 'unknown' },
    user: username === '' ? null : { username, groups: params.getAll('group').filter(group => group !== '') },
    assumeWebhooks: assumptionOf(params.get('webhooks')),
    isTextAway,
  }
}

/**
 * What could be a Secret or ask for a token. YAML has many ways to write a kind, so that the word alone
 * counts, wherever it stands; and among characters that are escaped any word could be it.
 */
const maybeCredential = /\bsecret(?:list)?\b|\bstringData\b|\btokenre(?:quest|view)|\\[xu\r\n]/i

/** Long texts stay here, and so do Secrets: an address is written down, shown and sent around. */
function isCarried(text: string): boolean {
  return text.length <= mostCarried && !maybeCredential.test(text)
}

function keep(text: string): string {
  const key = hashOf(text)
  keptTexts.delete(key)
  keptTexts.set(key, text)
  const [oldest] = keptTexts.keys()
  if (keptTexts.size > mostKept && oldest !== undefined) keptTexts.delete(oldest)
  return key
}

/** FNV-1a with the length: the same text has the same address. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return `${text.length}-${hash.toString(36)}`
}

function operationOf(text: string | null): Pick<AdmissionQuestion, 'operation' | 'isPatch'> {
  if (text === 'patch') return { operation: 'UPDATE', isPatch: true }
  const found = (['UPDATE', 'DELETE', 'CONNECT'] as const).find(each => each.toLowerCase() === text)
  return { operation: found ?? 'CREATE' }
}

function assumptionOf(text: string | null): AdmissionQuestion['assumeWebhooks'] {
  return text === 'allow' || text === 'deny' ? text : 'unknown'
}

function resourceOf(text: string): Resource | null {
  const [group = '', version = '', resource = '', ...more] = text.split('/')
  return version === '' || resource === '' || more.length > 0 ? null : { group, version, resource }
}
