import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBase } from '../admission/base.ts'
import { type AdmissionCase, readCases } from '../admission/case.ts'
import { differences, ofAdmission } from '../admission/expectation.ts'
import { observeInLibrary } from '../admission/librarySide.ts'
import { RealSide } from '../admission/realSide.ts'
import { keepRecording, type Recording } from '../admission/recording.ts'
import { ApiServer } from '../admission/server.ts'
import { Writer } from '../admission/writing.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'

let cluster: Cluster
let recording: Recording
const core = readCases('core')
const own = readCases('own')

/** What is not as expected, in words, by the id of the case. */
interface Side {
  readonly server: ReadonlyMap<string, readonly string[]>
  readonly library: ReadonlyMap<string, readonly string[]>
}
let found: Side

beforeAll(async () => {
  cluster = await startCluster({ audit: true })
  const server = new ApiServer(cluster)
  const base = await readBase(server, Number(/^v1\.(\d+)/.exec(cluster.version)?.[1]))
  const side = new RealSide(cluster, server, new Writer(server, base.resources))
  recording = { base, requests: await side.run([...core, ...own]) }
  keepRecording('cases', recording)
  server.close()
  found = {
    server: byCase(({ request, seen }) => differences(request.expect, seen)),
    library: byCase(inLibrary),
  }
}, 180_000)
afterAll(() => cluster?.stop())

type Recorded = Recording['requests'][number]

const inLibrary = (recorded: Recorded): readonly string[] =>
  differences(ofAdmission(recorded.request), observeInLibrary(recording.base, recorded))

function byCase(judge: (recorded: Recorded) => readonly string[]): ReadonlyMap<string, readonly string[]> {
  const texts = Map.groupBy(
    recording.requests.flatMap(recorded => judge(recorded).map(text => ({ id: recorded.id, text }))),
    ({ id }) => id.split('/')[0] ?? '',
  )
  return new Map(
    [...texts].map(([id, all]) => [id, all.map(({ id: request, text }) => `${request}: ${text}`)]),
  )
}

const agrees = ({ id }: AdmissionCase): boolean => !found.server.has(id) && !found.library.has(id)

describe('the cases of admission', () => {
  it.each([...core, ...own])('$id on the server: $text', ({ id }) => {
    expect(found.server.get(id) ?? []).toEqual([])
  })

  it.each([...core, ...own])('$id in the library: $text', ({ id }) => {
    expect(found.library.get(id) ?? []).toEqual([])
  })

  it('give the causes of a status as the server does, wherever its message is the same', () => {
    const wrong = recording.requests.flatMap(recorded => {
      const { seen, id } = recorded
      const known = seen.code < 400 ? seen : observeInLibrary(recording.base, recorded)
      const isTold = known.message === seen.message && known.causes.length + seen.causes.length > 0
      return isTold && JSON.stringify(known.causes) !== JSON.stringify(seen.causes) ? [id] : []
    })
    expect(wrong).toEqual([])
  })

  it('agree on both sides, all of them', () => {
    for (const each of [...core, ...own]) {
      const [server, library] = [found.server.get(each.id), found.library.get(each.id)]
      const word = (texts: readonly string[] | undefined) => (texts === undefined ? 'as expected' : 'DIFFERS')
      console.log(`${each.id.padEnd(5)} server ${word(server).padEnd(12)} library ${word(library)}`)
    }
    figure('admission-core', `${core.filter(agrees).length}/${core.length}`, 'cases', 'all')
    figure('admission-own', `${own.filter(agrees).length}/${own.length}`, 'cases', 'all')
    expect(core.length).toBe(81)
    expect([...core, ...own].filter(each => !agrees(each)).map(({ id }) => id)).toEqual([])
  })
})
