import { type BuiltRequest, queryText } from './request.ts'

/** Bodies longer than this are named as a file: nobody reads a command line of megabytes. */
const longestBody = 20_000

/** One word of a POSIX shell, whatever it holds. Source: POSIX, 2.2.2 Single-Quotes. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * The request for curl. Nothing in it is secret: `$SERVER`, `$TOKEN` and `$CA_FILE` are for whoever runs it.
 */
export function curlOf(request: BuiltRequest): string {
  const { operation, route, body, contentType, accept } = request
  const isChannel = route === 'channel'
  const data = dataOf(body)
  const words = [
    `curl --request ${operation.method}`,
    ...(operation.method === 'HEAD' ? ['--head'] : []),
    ...(route === 'stream' ? ['--no-buffer'] : []),
    '--cacert "$CA_FILE"',
    '--header "Authorization: Bearer $TOKEN"',
    `--header ${quoted(`Accept: ${accept}`)}`,
    ...(isChannel ? upgrade.map(header => `--http1.1 --include --header ${quoted(header)}`) : []),
    ...(body === null ? [] : [`--header ${quoted(`Content-Type: ${contentType}`)}`, data.option]),
    `"$SERVER"${quoted(`${request.path}${queryText(request.query)}`)}`,
  ]
  return `${words.join(' \\\n  ')}${data.after}`
}

const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: Z2F0ZWhvdXNlLWV4cGxvcmU=',
  'Sec-WebSocket-Protocol: v5.channel.k8s.io',
]

function dataOf(body: BuiltRequest['body']): { readonly option: string; readonly after: string } {
  if (body === null) return { option: '', after: '' }
  if (typeof body !== 'string' || body.length > longestBody)
    return { option: '--data-binary @body', after: '' }
  let mark = 'BODY'
  while (body.split('\n').includes(mark)) mark += '_'
  return {
    option: '--data-binary @-',
    after: ` <<'${mark}'\n${body}${body.endsWith('\n') ? '' : '\n'}${mark}`,
  }
}

/** The same with kubectl, by its verb where that says the same; empty where it cannot be said. */
export function kubectlOf(request: BuiltRequest, contextName: string): string {
  const words = byVerb(request) ?? raw(request)
  if (words === null) return ''
  const context = contextName === '' ? [] : ['--context', contextName]
  const [command, ...rest] = words
  return [...['kubectl', ...context, command ?? '', ...rest].map(quoted)].join(' ')
}

/** What kubectl sends to a path as it stands. PATCH is not among it. */
function raw(request: BuiltRequest): readonly string[] | null {
  const path = `${request.path}${queryText(request.query)}`
  const file = request.body === null ? [] : ['-f', 'body.yaml']
  switch (request.operation.method) {
    case 'GET':
      return ['get', '--raw', path]
    case 'POST':
      return ['create', '--raw', path, '-f', 'body.yaml']
    case 'PUT':
      return ['replace', '--raw', path, '-f', 'body.yaml']
    case 'DELETE':
      return ['delete', '--raw', path, ...file]
    default:
      return null
  }
}

type Option = (value: string) => readonly string[] | null

/** Query parameters that a verb of kubectl has an option for; `null`: not with this value. */
const options: Readonly<Record<string, Readonly<Record<string, Option>>>> = {
  list: {
    labelSelector: value => ['-l', value],
    fieldSelector: value => ['--field-selector', value],
    watch: value => (value === 'true' ? ['--watch'] : null),
    limit: value => [`--chunk-size=${value}`],
  },
  get: {},
  delete: {
    gracePeriodSeconds: value => [`--grace-period=${value}`],
    propagationPolicy: value => [`--cascade=${value.toLowerCase()}`],
    dryRun: value => (value === 'All' ? ['--dry-run=server'] : null),
  },
  patch: {
    fieldManager: value => [`--field-manager=${value}`],
    dryRun: value => (value === 'All' ? ['--dry-run=server'] : null),
  },
  apply: {
    fieldManager: value => [`--field-manager=${value}`],
    force: value => (value === 'true' ? ['--force-conflicts'] : null),
    fieldValidation: value => [`--validate=${value.toLowerCase()}`],
    dryRun: value => (value === 'All' ? ['--dry-run=server'] : null),
  },
  log: {
    container: value => ['-c', value],
    follow: value => (value === 'true' ? ['--follow'] : null),
    previous: value => (value === 'true' ? ['--previous'] : null),
    tailLines: value => [`--tail=${value}`],
    sinceSeconds: value => [`--since=${value}s`],
    timestamps: value => (value === 'true' ? ['--timestamps'] : null),
    limitBytes: value => [`--limit-bytes=${value}`],
  },
  exec: {
    container: value => ['-c', value],
    stdin: value => (value === 'true' ? ['-i'] : []),
    tty: value => (value === 'true' ? ['-t'] : []),
    stdout: () => [],
    stderr: () => [],
  },
}

function byVerb(request: BuiltRequest): readonly string[] | null {
  const { operation, contentType, query, accept, path } = request
  const { action, subresource, resource, version, group } = operation
  if (resource === '' || !/json|yaml|\*/.test(accept)) return null
  const place = placeOf(path)
  const named = group === '' ? resource : `${resource}.${version}.${group}`
  const where = place.namespace === '' ? [] : ['-n', place.namespace]
  const withOptions = (verb: string, words: readonly string[], skip: readonly string[] = []) => {
    const known = options[verb] ?? {}
    const given: string[] = []
    for (const [name, value] of query.filter(([each]) => !skip.includes(each))) {
      const option = Object.hasOwn(known, name) ? known[name] : undefined
      const said = option?.(value) ?? null
      if (said === null) return null
      given.push(...said)
    }
    return [...words, ...where, ...given]
  }
  const of = subresource === '' ? [] : [`--subresource=${subresource}`]
  if (operation.path.includes('/watch/')) return null
  switch (action) {
    case 'get':
      if (subresource === 'log') return withOptions('log', ['logs', place.name])
      return withOptions('get', ['get', named, place.name, ...of, '-o', 'json'])
    case 'list':
      return withOptions('list', ['get', named, ...(place.namespace === '' ? ['-A'] : []), '-o', 'json'])
    case 'delete':
      return request.body === null && subresource === ''
        ? withOptions('delete', ['delete', named, place.name])
        : null
    case 'patch': {
      if (contentType.includes('apply-patch'))
        return withOptions('apply', ['apply', '--server-side', ...of, '-f', 'body.yaml'])
      const type = /(?:application\/)(json|merge|strategic)/.exec(contentType)?.[1]
      if (type === undefined) return null
      return withOptions('patch', [
        'patch',
        named,
        place.name,
        ...of,
        `--type=${type}`,
        '--patch-file',
        'body.yaml',
      ])
    }
    case 'connect':
      return connectWords(request, place, withOptions)
    default:
      return null
  }
}

function connectWords(
  { operation: { subresource, method, resource }, query }: BuiltRequest,
  { name }: Place,
  withOptions: (verb: string, words: readonly string[], skip?: readonly string[]) => readonly string[] | null,
): readonly string[] | null {
  if (resource !== 'pods' || method !== 'GET') return null
  const values = (key: string) => query.filter(([each]) => each === key).map(([, value]) => value)
  if (subresource === 'portforward')
    return withOptions('portforward', ['port-forward', name, ...values('ports')], ['ports'])
  if (subresource === 'attach') return withOptions('exec', ['attach', name])
  if (subresource !== 'exec') return null
  const words = withOptions('exec', ['exec', name], ['command'])
  return words === null ? null : [...words, '--', ...values('command')]
}

interface Place {
  readonly namespace: string
  readonly name: string
}

/** Namespace and name of a path of the API. */
function placeOf(path: string): Place {
  const segments = path.split('/').slice(1).map(decoded)
  const rest = segments.slice(segments[0] === 'api' ? 2 : 3)
  const isInside =
    rest[0] === 'namespaces' && rest.length > 2 && !['finalize', 'status'].includes(rest[2] ?? '')
  const [, name = ''] = isInside ? rest.slice(2) : rest
  return { namespace: isInside ? (rest[1] ?? '') : '', name }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
