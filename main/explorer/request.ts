import { AppError } from '../../shared/errors/index.ts'
import type {
  ApiCall,
  ApiOperation,
  ApiParameter,
  CallRoute,
  RequestPreview,
} from '../../shared/ipc/index.ts'
import { isBinaryForm } from './operations.ts'

/** What a call says, as the session sends it. */
export interface BuiltRequest {
  readonly operation: ApiOperation
  /** Each segment encoded once. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly accept: string
  /** Empty where there is no body. */
  readonly contentType: string
  readonly body: string | Uint8Array | null
  readonly route: CallRoute
  readonly problems: RequestPreview['problems']
}

type Values = Pick<ApiCall, 'values' | 'accept' | 'contentType' | 'body'>

const channels = new Set(['attach', 'exec', 'portforward'])

/** Reviews ask and change nothing, though they are sent as something to create. */
const reviews = new Set([
  'localsubjectaccessreviews',
  'selfsubjectaccessreviews',
  'selfsubjectreviews',
  'selfsubjectrulesreviews',
  'subjectaccessreviews',
])

/** Joins an operation and what was filled in. What is missing or wrong stands in `problems`. */
export function buildRequest(operation: ApiOperation, call: Values): BuiltRequest {
  const problems: { parameter: string; message: string }[] = []
  const given = (name: string): string[] =>
    call.values.filter(([key]) => key === name).map(([, value]) => value)
  const query: (readonly [string, string])[] = []
  let path = operation.path
  for (const parameter of operation.parameters) {
    const values = given(parameter.name).filter(value => value !== '')
    if (parameter.in === 'path') {
      const [value = ''] = values
      const problem = pathProblem(parameter, value)
      if (problem !== '') problems.push({ parameter: parameter.name, message: problem })
      if (value !== '' && problem === '')
        path = path.replace(`{${parameter.name}}`, () => encoded(parameter, value))
      continue
    }
    for (const value of parameter.isRepeated ? values : values.slice(0, 1)) {
      const problem = queryProblem(parameter, value)
      if (problem !== '') problems.push({ parameter: parameter.name, message: problem })
      query.push([parameter.name, value])
    }
    if (parameter.isRequired && values.length === 0)
      problems.push({ parameter: parameter.name, message: `${parameter.name} is required.` })
  }
  // Servers answer `proxy` with a way to `proxy/`: the root of what stands behind.
  if (operation.action === 'connect' && path.endsWith('/proxy')) path = `${path}/`
  const route = routeOf(operation, given)
  const contentType = call.contentType || (operation.body?.contentTypes[0] ?? '')
  const body =
    operation.body === null ? { body: null, problem: '' } : bodyOf(operation, call.body, contentType)
  if (body.problem !== '') problems.push({ parameter: 'body', message: body.problem })
  const accept = call.accept || (operation.accepts[0] ?? '*/*')
  if (/[\r\n]/.test(accept)) problems.push({ parameter: 'accept', message: 'An Accept header is one line.' })
  if (route === 'stream' && isBinaryForm(accept))
    problems.push({ parameter: 'accept', message: 'A stream is shown as JSON: choose a form of JSON.' })
  return {
    ...{ operation, path, query, accept, route, problems },
    contentType: body.body === null ? '' : contentType,
    body: body.body,
  }
}

/** @throws AppError `invalid` for the first problem */
export function refuseProblems({ problems, operation }: BuiltRequest): void {
  const [first] = problems
  if (first === undefined) return
  throw new AppError({
    kind: 'invalid',
    reason: 'InvalidParameter',
    resource: operation.id,
    message: first.message,
    causes: problems.slice(1).map(({ message }) => message),
  })
}

function routeOf(operation: ApiOperation, given: (name: string) => readonly string[]): CallRoute {
  const { method, action, subresource, group, resource } = operation
  const isOn = (name: string): boolean => given(name).some(value => value === 'true' || value === '1')
  // Those of POST ask for the same in an older protocol: they are opened as WebSockets, as the others are.
  if (action === 'connect') return channels.has(subresource) ? 'channel' : 'plan'
  if (method === 'GET')
    return action === 'watch' || isOn('watch') || (subresource === 'log' && isOn('follow'))
      ? 'stream'
      : 'read'
  const isReview =
    /^(?:authorization|authentication)\.k8s\.io$/.test(group) && reviews.has(resource) && action === 'create'
  return isReview || given('dryRun').includes('All') ? 'read' : 'plan'
}

/** What may follow a proxy is a path; everything else is one segment of one. */
function isRest({ name }: ApiParameter): boolean {
  return name === 'path' || name === 'logpath'
}

function encoded(parameter: ApiParameter, value: string): string {
  if (!isRest(parameter)) return encodeURIComponent(value)
  const segments = value.split('/').filter(segment => segment !== '')
  return `${segments.map(encodeURIComponent).join('/')}${value.endsWith('/') ? '/' : ''}`
}

function pathProblem(parameter: ApiParameter, value: string): string {
  const { name } = parameter
  if (value === '') return `${name} is part of the path, so it is required.`
  const segments = isRest(parameter) ? value.split('/') : [value]
  if (segments.some(segment => segment === '.' || segment === '..'))
    return `${name} cannot be “.” or “..”: that leads elsewhere.`
  if (!isRest(parameter) && value.includes('/')) return `${name} is one segment of the path and holds no “/”.`
  if (/[%\\\u0000-\u001f\u007f]/.test(value)) return `${name} holds a character that no path takes.`
  return ''
}

function queryProblem({ name, type }: ApiParameter, value: string): string {
  if (type === 'integer' && !/^-?\d{1,19}$/.test(value)) return `${name} is a whole number.`
  if (type === 'boolean' && !/^(?:true|false|0|1|t|f)$/i.test(value)) return `${name} is true or false.`
  return ''
}

interface Body {
  readonly body: string | Uint8Array | null
  readonly problem: string
}

function bodyOf({ body, method }: ApiOperation, text: string, contentType: string): Body {
  if (text.trim() === '') {
    const problem = body?.isRequired
      ? `A ${method} needs a body: the object${method === 'PATCH' ? ' or patch' : ''} to send.`
      : ''
    return { body: null, problem }
  }
  if (/[\r\n]/.test(contentType)) return { body: null, problem: 'A content type is one line.' }
  if (!isBinaryForm(contentType)) return { body: text, problem: textProblem(text, contentType) }
  const packed = text.replace(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(packed)
    ? { body: Buffer.from(packed, 'base64'), problem: '' }
    : { body: null, problem: `A body of ${contentType} is written as base64.` }
}

function textProblem(text: string, contentType: string): string {
  if (!/json/.test(contentType)) return ''
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return `The body is no JSON: ${error instanceof Error ? error.message : String(error)}.`
  }
}

/** Query as text, empty or with its question mark. */
export function queryText(query: BuiltRequest['query']): string {
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  return text === '' ? '' : `?${text}`
}
