import { AppError } from '../../../shared/errors/index.ts'
import type { History, HistoryRange, Line } from '../../../shared/ipc/index.ts'
import type { ObjectRef } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { parseJson } from '../../session/index.ts'
import { type Matrix, readMatrix } from './matrix.ts'
import { type Found, idOf } from './products.ts'
import { queriesOf, timesOf } from './queries.ts'

const timeout = 30_000
/** An answer of some 60 lines with 240 points takes about 1 MB. */
const mostBytes = 8_000_000

interface Asked {
  readonly api: ApiClient
  readonly service: Found
  readonly ref: ObjectRef
  readonly range: HistoryRange
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

/** What Prometheus kept of an object, read through the API server. @throws AppError */
export async function readHistory(asked: Asked): Promise<History> {
  const queries = queriesOf(asked.ref, asked.range)
  if (queries === null)
    throw new AppError({
      kind: 'invalid',
      message: `There is no history of ${asked.ref.resource.resource}: they run no pods.`,
    })
  const span = timesOf(asked.range, asked.now)
  const [cpu, memory] = await Promise.all(
    [queries.cpu, queries.memory].map(async query =>
      readMatrix(await queryRange(asked, { query, ...span }), queries.by),
    ),
  )
  if (cpu === undefined || memory === undefined) throw new Error('two queries have two answers')
  const times: number[] = []
  for (let time = span.start; time <= span.end; time += span.step) times.push(time)
  return {
    times: times.map(time => time * 1000),
    lines: linesOf(cpu, memory, times),
    omitted: Math.max(cpu.omitted, memory.omitted),
  }
}

/** Prometheus counts in cores, the rest of the page in thousandths of them. */
function linesOf(cpu: Matrix, memory: Matrix, times: readonly number[]): readonly Line[] {
  const names = [...new Set([...cpu.lines.keys(), ...memory.lines.keys()])].sort()
  return names.map(name => ({
    name,
    cpu: times.map(time => {
      const cores = cpu.lines.get(name)?.get(time)
      return cores === undefined ? null : Math.round(cores * 1e6) / 1e3
    }),
    memory: times.map(time => memory.lines.get(name)?.get(time) ?? null),
  }))
}

async function queryRange(
  { api, service, signal }: Asked,
  query: Readonly<Record<string, string | number>>,
): Promise<unknown> {
  const { namespace, name, port, scheme, prefix } = service
  const target = encodeURIComponent(`${scheme}:${name}:${port}`)
  const way = ['proxy', ...prefix, 'api', 'v1', 'query_range'].join('/')
  const response = await api.session.request({
    method: 'GET',
    path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/services/${target}/${way}`,
    through: 'prometheus',
    query,
    accept: 'application/json',
    purpose: `read the history from ${idOf(service)}`,
    idleTimeout: timeout,
    whenThrottled: 'fail',
    signal,
  })
  return parseJson(await limitedText(response.body, idOf(service)))
}

async function limitedText(body: AsyncIterable<Uint8Array>, from: string): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > mostBytes)
      throw new AppError({
        kind: 'serverFault',
        message: `The answer of ${from} is larger than ${mostBytes / 1e6} MB and was not read to its end.`,
      })
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
