import type { LogFilter, LogLevelName, LogOptions, LogSearch, LogTarget } from '../../shared/ipc/index.ts'
import type { Resource } from '../../shared/kube/index.ts'

/** A filter as an address carries it: what is left out by source holds for one reading alone. */
export type LogPlaceFilter = Omit<LogFilter, 'hidden'>

/** How the moment of a line is written: not at all, as the time of day here, as an age, or whole in UTC. */
export const logTimes = ['off', 'time', 'relative', 'full'] as const
export type LogTime = (typeof logTimes)[number]

/** How lines are drawn. */
export interface LogLooks {
  readonly time: LogTime
  /** Lines that are too long go on below instead of to the right. */
  readonly isWrapped: boolean
  /** Keys of JSON lines that have a column of their own; empty: lines are shown as text. */
  readonly columns: readonly string[]
  /** What is looked for among the lines; an empty text: nothing. */
  readonly search: LogSearch
}

/** Whose logs are shown and how, as their address carries it. */
export interface LogPlace {
  readonly target: LogTarget
  readonly options: LogOptions
  readonly filter: LogPlaceFilter
  readonly looks: LogLooks
}

/** Lines from the end of each container that are read first. */
const firstTail = 1000

export const plainLogOptions: LogOptions = {
  containers: null,
  isAll: false,
  follow: true,
  tail: firstTail,
  sinceSeconds: null,
  previous: false,
}

export const plainLogFilter: LogPlaceFilter = {
  text: '',
  isPattern: false,
  isCaseSensitive: false,
  isInverted: false,
  levels: [],
  fields: [],
  around: 0,
}

export const plainLogLooks: LogLooks = {
  time: 'time',
  isWrapped: false,
  columns: [],
  search: { text: '', isPattern: false, isCaseSensitive: false },
}

/** The same for the same target, whatever the options. */
export function logTargetKey(target: LogTarget): string {
  return new URLSearchParams(targetParams(target)).toString()
}

/** The query of an address. */
export function logText({ target, options, filter, looks }: LogPlace): string {
  const params = new URLSearchParams(targetParams(target))
  for (const container of options.containers ?? []) params.append('container', container)
  if (options.isAll) params.set('all', '1')
  if (!options.follow) params.set('follow', '0')
  if (options.tail !== firstTail) params.set('tail', options.tail === null ? 'all' : String(options.tail))
  if (options.sinceSeconds !== null) params.set('since', String(options.sinceSeconds))
  if (options.previous) params.set('previous', '1')
  if (filter.text !== '') params.set('q', filter.text)
  if (filter.isPattern) params.set('pattern', '1')
  if (filter.isCaseSensitive) params.set('case', '1')
  if (filter.isInverted) params.set('invert', '1')
  for (const level of filter.levels) params.append('level', level)
  for (const { key, how, value } of filter.fields)
    params.append('field', [how, encodePart(key), encodePart(value)].join(':'))
  if (filter.around > 0) params.set('around', String(filter.around))
  for (const [name, value] of looksParams(looks)) params.append(name, value)
  return `?${params}`
}

function looksParams({ time, isWrapped, columns, search }: LogLooks): readonly (readonly [string, string])[] {
  const said: (readonly [string, string])[] = []
  if (time !== plainLogLooks.time) said.push(['time', time])
  if (isWrapped) said.push(['wrap', '1'])
  for (const column of columns) said.push(['column', column.toWellFormed()])
  if (search.text === '') return said
  said.push(['find', search.text.toWellFormed()])
  if (search.isPattern) said.push(['findPattern', '1'])
  if (search.isCaseSensitive) said.push(['findCase', '1'])
  return said
}

function looksOf(params: URLSearchParams): LogLooks {
  return {
    time: logTimes.find(one => one === params.get('time')) ?? plainLogLooks.time,
    isWrapped: params.get('wrap') === '1',
    columns: params.getAll('column').filter(column => column !== ''),
    search: {
      text: params.get('find') ?? '',
      isPattern: params.get('findPattern') === '1',
      isCaseSensitive: params.get('findCase') === '1',
    },
  }
}

/** Null when the query names no target. */
export function parseLogPlace(params: URLSearchParams): LogPlace | null {
  const target = targetOf(params)
  if (target === null) return null
  const containers = params.getAll('container').filter(name => name !== '')
  return {
    target,
    options: {
      containers: containers.length === 0 ? null : containers,
      isAll: params.get('all') === '1',
      follow: params.get('follow') !== '0',
      tail: params.get('tail') === 'all' ? null : (count(params.get('tail'), 10_000_000) ?? firstTail),
      sinceSeconds: count(params.get('since'), 1_000_000_000) || null,
      previous: params.get('previous') === '1',
    },
    filter: {
      text: params.get('q') ?? '',
      isPattern: params.get('pattern') === '1',
      isCaseSensitive: params.get('case') === '1',
      isInverted: params.get('invert') === '1',
      levels: params.getAll('level').filter(isLevel),
      fields: params.getAll('field').flatMap(text => fieldOf(text) ?? []),
      around: count(params.get('around'), 100) ?? 0,
    },
    looks: looksOf(params),
  }
}

function targetParams(target: LogTarget): Record<string, string> {
  if (target.type === 'selector') return { selector: target.labelSelector, ns: target.namespace }
  const { resource, namespace, name } = target.ref
  return { kind: `${resource.group}/${resource.version}/${resource.resource}`, ns: namespace, name }
}

function targetOf(params: URLSearchParams): LogTarget | null {
  const namespace = params.get('ns') ?? ''
  const labelSelector = params.get('selector')
  if (labelSelector !== null) return { type: 'selector', namespace, labelSelector }
  const resource = resourceOf(params.get('kind') ?? '')
  const name = params.get('name') ?? ''
  return resource === null || name === '' ? null : { type: 'object', ref: { resource, namespace, name } }
}

function resourceOf(text: string): Resource | null {
  const [group = '', version = '', resource = '', ...more] = text.split('/')
  return version === '' || resource === '' || more.length > 0 ? null : { group, version, resource }
}

const fieldWays = ['is', 'differs', 'contains', 'exists'] as const

function fieldOf(text: string): LogPlaceFilter['fields'][number] | null {
  const [way, key = '', value = '', ...more] = text.split(':')
  const how = fieldWays.find(one => one === way)
  const parts = [decodePart(key), decodePart(value)]
  if (how === undefined || more.length > 0 || parts[0] == null || parts[1] == null) return null
  return { key: parts[0], how, value: parts[1] }
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const levels: Readonly<Record<LogLevelName | 'none', true>> = {
  trace: true,
  debug: true,
  info: true,
  warn: true,
  error: true,
  fatal: true,
  none: true,
}

function isLevel(text: string): text is LogLevelName | 'none' {
  return Object.hasOwn(levels, text)
}

function count(text: string | null, most: number): number | null {
  return text !== null && /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : null
}
