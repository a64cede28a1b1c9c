import { assertNever } from '../../shared/errors/index.ts'
import type { LogTarget } from '../../shared/ipc/index.ts'
import type { ContextId, ObjectRef, Resource } from '../../shared/kube/index.ts'
import {
  type AuditPlace,
  auditText,
  parseAudit,
  parseScratch,
  plainAudit,
  plainScratch,
  type ScratchPlace,
  scratchText,
} from './admissionPlaces.ts'
import { type ComparePlace, compareText, parseCompare, plainCompare } from './comparePlace.ts'
import { type ExplorerPlace, explorerText, parseExplorer, plainExplorer } from './explorerPlace.ts'
import {
  type LogPlace,
  logText,
  parseLogPlace,
  plainLogFilter,
  plainLogLooks,
  plainLogOptions,
} from './logPlace.ts'
import { type AdmissionQuestion, parseQuestion, plainQuestion, questionText } from './question.ts'

/** What a list shows besides its kind. */
export interface ListQuery {
  /** Empty: all. */
  readonly namespaces: readonly string[]
  readonly filter: string
  readonly labelSelector: string
  readonly fieldSelector: string
  readonly sort: { readonly column: string; readonly descending: boolean } | null
  /** Also the columns that the server marks as less important. */
  readonly isWide: boolean
  /** Names of columns that are left out. */
  readonly hidden: readonly string[]
  /** Further contexts in the same list. */
  readonly merged: readonly ContextId[]
  /** The first row in sight, counted from 0. */
  readonly row: number
}

export const plainQuery: ListQuery = {
  namespaces: [],
  filter: '',
  labelSelector: '',
  fieldSelector: '',
  sort: null,
  isWide: false,
  hidden: [],
  merged: [],
  row: 0,
}

/** Where in the app: every view has one, as the fragment of the page's URL. */
export type Address =
  | { readonly view: 'contexts' }
  | { readonly view: 'settings'; readonly section?: string }
  | { readonly view: 'diagnostics'; readonly tab: string }
  | { readonly view: 'start'; readonly context: ContextId }
  | { readonly view: 'overview'; readonly context: ContextId }
  | { readonly view: 'policies'; readonly context: ContextId }
  | { readonly view: 'webhooks'; readonly context: ContextId }
  | { readonly view: 'events' | 'usage'; readonly context: ContextId }
  | { readonly view: 'explorer'; readonly context: ContextId; readonly place: ExplorerPlace }
  | { readonly view: 'compare'; readonly context: ContextId; readonly compare: ComparePlace }
  /** Id of a draft. */
  | { readonly view: 'edit'; readonly context: ContextId; readonly draft: string }
  | { readonly view: 'drafts' | 'journal'; readonly context: ContextId }
  | { readonly view: 'logs'; readonly context: ContextId; readonly place: LogPlace }
  /** Key of the finding whose detail is shown; empty: the worst. */
  | { readonly view: 'findings'; readonly context: ContextId; readonly finding: string }
  | { readonly view: 'audit'; readonly context: ContextId; readonly audit: AuditPlace }
  | {
      readonly view: 'scratchpad'
      readonly context: ContextId
      readonly scratch: ScratchPlace
      readonly question: AdmissionQuestion
    }
  /** The context that the others are compared with. */
  | { readonly view: 'fleet'; readonly context: ContextId }
  /** The way of any request of a kind through admission, and of one with its object. */
  | {
      readonly view: 'pipeline' | 'whatif'
      readonly context: ContextId
      readonly question: AdmissionQuestion
    }
  | {
      readonly view: 'list'
      readonly context: ContextId
      readonly resource: Resource
      readonly query: ListQuery
    }
  | { readonly view: 'object'; readonly context: ContextId; readonly ref: ObjectRef; readonly tab: string }

/** Tab of an object that opens when none is named. */
const firstObjectTab = 'summary'
const firstDiagnosticsTab = 'log'

/** Builds addresses. Each segment is encoded once, so any name of the API fits. */
export const addressOf = {
  contexts: (): string => '#/',
  settings: (section?: string): string =>
    section === undefined ? '#/settings' : `#/settings/${encode(section)}`,
  diagnostics: (tab = firstDiagnosticsTab): string => `#/diagnostics/${encode(tab)}`,
  overview: (context: ContextId): string => `#/c/${encode(context)}/overview`,
  /** The context itself: where it was left, or its first list. */
  context: (context: ContextId): string => `#/c/${encode(context)}`,
  policies: (context: ContextId): string => `#/c/${encode(context)}/policies`,
  webhooks: (context: ContextId): string => `#/c/${encode(context)}/webhooks`,
  events: (context: ContextId): string => `#/c/${encode(context)}/events`,
  /** What nodes and namespaces ask for, may use and use. */
  usage: (context: ContextId): string => `#/c/${encode(context)}/usage`,
  /** Operations and schemas of the server. */
  explorer: (context: ContextId, place: Partial<ExplorerPlace> = {}): string =>
    `#/c/${encode(context)}/api${explorerText({ ...plainExplorer, ...place })}`,
  edit: (context: ContextId, draft: string): string =>
    `#/c/${encode(context)}/edit?${new URLSearchParams({ draft })}`,
  drafts: (context: ContextId): string => `#/c/${encode(context)}/drafts`,
  journal: (context: ContextId): string => `#/c/${encode(context)}/journal`,
  compare: (context: ContextId, compare: Partial<ComparePlace> = {}): string =>
    `#/c/${encode(context)}/compare${compareText({ ...plainCompare, ...compare })}`,
  logs: (context: ContextId, target: LogTarget, place: Partial<Omit<LogPlace, 'target'>> = {}): string =>
    `#/c/${encode(context)}/logs${logText({ options: plainLogOptions, filter: plainLogFilter, looks: plainLogLooks, ...place, target })}`,
  findings: (context: ContextId, finding = ''): string =>
    `#/c/${encode(context)}/findings${finding === '' ? '' : `?${new URLSearchParams({ finding })}`}`,
  audit: (context: ContextId, audit: Partial<AuditPlace> = {}): string =>
    `#/c/${encode(context)}/audit${auditText({ ...plainAudit, ...audit })}`,
  scratchpad: (
    context: ContextId,
    scratch: Partial<ScratchPlace> = {},
    question: Partial<AdmissionQuestion> = {},
  ): string =>
    `#/c/${encode(context)}/scratchpad${scratchText({ ...plainScratch, ...scratch }, { ...plainQuestion, ...question })}`,
  fleet: (context: ContextId): string => `#/c/${encode(context)}/fleet`,
  pipeline: (context: ContextId, question: Partial<AdmissionQuestion> = {}): string =>
    `#/c/${encode(context)}/pipeline${questionText({ ...plainQuestion, ...question })}`,
  whatIf: (context: ContextId, question: Partial<AdmissionQuestion> = {}): string =>
    `#/c/${encode(context)}/whatif${questionText({ ...plainQuestion, ...question })}`,
  list: (context: ContextId, resource: Resource, query: Partial<ListQuery> = {}): string =>
    `#/c/${encode(context)}/l/${resourcePath(resource)}${queryText({ ...plainQuery, ...query })}`,
  object: (context: ContextId, { resource, namespace, name }: ObjectRef, tab = firstObjectTab): string =>
    `#/c/${encode(context)}/o/${resourcePath(resource)}/${encode(namespace === '' ? '_' : namespace)}/${encode(name)}/${encode(tab)}`,
}

export function formatAddress(address: Address): string {
  switch (address.view) {
    case 'contexts':
      return addressOf.contexts()
    case 'settings':
      return addressOf.settings(address.section)
    case 'diagnostics':
      return addressOf.diagnostics(address.tab)
    case 'start':
      return addressOf.context(address.context)
    case 'overview':
      return addressOf.overview(address.context)
    case 'policies':
      return addressOf.policies(address.context)
    case 'webhooks':
      return addressOf.webhooks(address.context)
    case 'events':
      return addressOf.events(address.context)
    case 'usage':
      return addressOf.usage(address.context)
    case 'explorer':
      return addressOf.explorer(address.context, address.place)
    case 'edit':
      return addressOf.edit(address.context, address.draft)
    case 'drafts':
      return addressOf.drafts(address.context)
    case 'journal':
      return addressOf.journal(address.context)
    case 'compare':
      return addressOf.compare(address.context, address.compare)
    case 'logs':
      return addressOf.logs(address.context, address.place.target, address.place)
    case 'findings':
      return addressOf.findings(address.context, address.finding)
    case 'audit':
      return addressOf.audit(address.context, address.audit)
    case 'scratchpad':
      return addressOf.scratchpad(address.context, address.scratch, address.question)
    case 'fleet':
      return addressOf.fleet(address.context)
    case 'pipeline':
      return addressOf.pipeline(address.context, address.question)
    case 'whatif':
      return addressOf.whatIf(address.context, address.question)
    case 'list':
      return addressOf.list(address.context, address.resource, address.query)
    case 'object':
      return addressOf.object(address.context, address.ref, address.tab)
    default:
      return assertNever(address)
  }
}

/** The address of a fragment such as `#/c/prod/l/apps/v1/deployments?ns=shop`; null when it is none. */
export function parseAddress(text: string): Address | null {
  const mark = text.indexOf('?')
  const path = mark < 0 ? text : text.slice(0, mark)
  const segments = path
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode)
  const known: string[] = []
  for (const segment of segments) {
    if (segment === null) return null
    known.push(segment)
  }
  return parsePath(known, new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)))
}

/** An address of an earlier version without texts that addresses do not carry any more, such as Secrets. */
export function withoutSecrets(text: string): string {
  if (!/[?&](?:yaml|text|draft)=/.test(text)) return text
  const address = parseAddress(text)
  return address === null ? text.slice(0, text.indexOf('?')) : formatAddress(address)
}

/** Those that are about the context alone. */
const plainViews = [
  'overview',
  'policies',
  'webhooks',
  'fleet',
  'events',
  'usage',
  'drafts',
  'journal',
] as const

function parsePath(segments: readonly string[], query: URLSearchParams): Address | null {
  const [place = '', context = '', view = '', ...rest] = segments
  if (place === '') return { view: 'contexts' }
  if (place === 'settings' && segments.length <= 2)
    return context === '' ? { view: 'settings' } : { view: 'settings', section: context }
  if (place === 'diagnostics' && segments.length <= 2)
    return { view: 'diagnostics', tab: context === '' ? firstDiagnosticsTab : context }
  if (place !== 'c' || context === '') return null
  if (view === '') return { view: 'start', context }
  const plain = plainViews.find(one => one === view)
  if (plain !== undefined) return rest.length === 0 ? { view: plain, context } : null
  if (view === 'api')
    return rest.length === 0 ? { view: 'explorer', context, place: parseExplorer(query) } : null
  if (view === 'edit') return rest.length === 0 ? { view, context, draft: query.get('draft') ?? '' } : null
  if (view === 'compare') return rest.length === 0 ? { view, context, compare: parseCompare(query) } : null
  if (view === 'logs') {
    const place = rest.length === 0 ? parseLogPlace(query) : null
    return place === null ? null : { view, context, place }
  }
  if (view === 'pipeline' || view === 'whatif')
    return rest.length === 0 ? { view, context, question: parseQuestion(query) } : null
  if (view === 'findings' && rest.length === 0) return { view, context, finding: query.get('finding') ?? '' }
  if (view === 'audit' && rest.length === 0) return { view, context, audit: parseAudit(query) }
  if (view === 'scratchpad' && rest.length === 0) return { view, context, ...parseScratch(query) }
  const [group = '', version = '', plural = '', namespace = '', name = '', tab = firstObjectTab] = rest
  if (group === '' || version === '' || plural === '') return null
  const resource: Resource = { group: group === 'core' ? '' : group, version, resource: plural }
  if (view === 'l')
    return rest.length === 3 ? { view: 'list', context, resource, query: parseQuery(query) } : null
  if (view !== 'o' || namespace === '' || name === '' || rest.length > 6) return null
  return {
    view: 'object',
    context,
    ref: { resource, namespace: namespace === '_' ? '' : namespace, name },
    tab,
  }
}

function queryText(query: ListQuery): string {
  const params = new URLSearchParams()
  for (const namespace of query.namespaces) params.append('ns', namespace)
  if (query.filter !== '') params.set('q', query.filter)
  if (query.labelSelector !== '') params.set('label', query.labelSelector)
  if (query.fieldSelector !== '') params.set('field', query.fieldSelector)
  if (query.sort !== null) params.set(query.sort.descending ? 'desc' : 'asc', query.sort.column)
  if (query.isWide) params.set('wide', '1')
  for (const column of query.hidden) params.append('hide', column)
  for (const context of query.merged) params.append('with', context)
  if (query.row > 0) params.set('row', String(query.row))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function parseQuery(params: URLSearchParams): ListQuery {
  const descending = params.get('desc')
  const column = descending ?? params.get('asc')
  return {
    namespaces: params.getAll('ns').filter(namespace => namespace !== ''),
    filter: params.get('q') ?? '',
    labelSelector: params.get('label') ?? '',
    fieldSelector: params.get('field') ?? '',
    sort: column === null ? null : { column, descending: descending !== null },
    isWide: params.get('wide') === '1',
    hidden: params.getAll('hide'),
    merged: params.getAll('with').filter(context => context !== ''),
    row: rowNumber(params.get('row')),
  }
}

function rowNumber(text: string | null): number {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : 0
}

function resourcePath({ group, version, resource }: Resource): string {
  return [group === '' ? 'core' : group, version, resource].map(encode).join('/')
}

// A segment of dots alone would be resolved as a path by whoever handles the URL.
/** Half a surrogate pair, which a server can send, has no form in an address: it becomes U+FFFD. */
function encode(segment: string): string {
  return /^\.+$/.test(segment) ? segment.replaceAll('.', '%2E') : encodeURIComponent(segment.toWellFormed())
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
