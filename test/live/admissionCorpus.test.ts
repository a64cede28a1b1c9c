/** Manifests of public projects: what the library says of them, beside what the server does with them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readManifest } from '../../main/admission/trace/manifest.ts'
import { readBase } from '../admission/base.ts'
import {
  asServed,
  type CorpusObject,
  corpusFolder,
  corpusObjects,
  creation,
  isRegistration,
} from '../admission/corpus.ts'
import { explained } from '../admission/corpusExplained.ts'
import { customObjects, definitionsOf } from '../admission/corpusKinds.ts'
import { disagreement, partialDisagreement } from '../admission/fuzz/compare.ts'
import { keepRecording, type Recorded, type Recording } from '../admission/recording.ts'
import { send, statusOf } from '../admission/sending.ts'
import { ApiServer } from '../admission/server.ts'
import { inParallel, Writer } from '../admission/writing.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'

const isThere = existsSync(corpusFolder)
if (!isThere) console.warn(`skipped: no corpus of manifests at ${corpusFolder} (set GATEHOUSE_SHARED)`)

const namespace = 'corpus'
const corpus = corpusObjects()

let cluster: Cluster
let recording: Recording

beforeAll(async () => {
  if (!isThere) return
  cluster = await startCluster()
  const server = new ApiServer(cluster)
  const base = await readBase(server, Number(/^v1\.(\d+)/.exec(cluster.version)?.[1]))
  const writer = new Writer(server, base.resources)
  await writer.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  const served = corpus.map(each => ({ ...each, object: asServed(each.object) }))
  const isOffered = (each: CorpusObject) => creation(each, namespace, base.resources) !== null
  const first = await recorded(server, served.filter(isOffered), writer)
  // Objects of kinds that the corpus defines need the definitions.
  const definitions = definitionsOf(corpus)
  await inParallel(definitions, 6, definition => writer.put(definition))
  const custom = [...served.filter(each => !isOffered(each)), ...customObjects(definitions)]
  const requests = [...first, ...(await recorded(server, custom, writer))]
  recording = { base, requests }
  keepRecording('corpus', recording)
  server.close()
}, 180_000)
afterAll(() => cluster?.stop())

/** What the server did with dry runs that create the objects, of those that it offers. */
async function recorded(
  server: ApiServer,
  sent: readonly CorpusObject[],
  { offered }: Writer,
): Promise<readonly Recorded[]> {
  const objects = [
    ...(await server.list('/api/v1/namespaces')),
    ...(await server.list('/apis/apiextensions.k8s.io/v1/customresourcedefinitions')),
  ]
  const requests = sent.flatMap(each => creation(each, namespace, offered) ?? [])
  return await inParallel(requests, 6, async request => {
    const answer = await send(server, request)
    const { code, warnings } = answer
    const seen = { ...statusOf(answer), code, warnings, audit: {}, calls: [] }
    return {
      ...{ id: request.id, request, stored: null, objects, documents: {}, answers: {}, at: Date.now() },
      seen: { ...seen, object: code < 400 ? answer.body : null },
    }
  })
}

/** Kinds with rules of their own, of which not all are known here; objects of them that are wrong all over. */
const partly: ReadonlySet<string> = new Set([
  'kubernetes-api-testdata/v1-clusterrole.yaml#0',
  'kubernetes-api-testdata/v1-customresourcedefinition.yaml#0',
  'kubernetes-api-testdata/v1-flowschema.yaml#0',
  'kubernetes-api-testdata/v1-prioritylevelconfiguration.yaml#0',
])

describe.skipIf(!isThere)('manifests of public projects', () => {
  it('are taken or refused as the server takes or refuses them, for the same reason', () => {
    const found = recording.requests.flatMap(request => {
      const compare = partly.has(request.id) ? partialDisagreement : disagreement
      const texts = compare(recording.base, request)
      return texts.length === 0 ? [] : [`${request.id}: ${texts.join('\n  ')}`]
    })
    const count = recording.requests.length
    const refused = recording.requests.filter(({ seen }) => seen.code >= 400).length
    console.log(`${refused} of ${count} are refused by the server; of ${partly.size} it has more to say`)
    figure('admission.corpus.agree', `${count - found.length}/${count}`, 'objects', 'all')
    expect(found).toEqual([])
    expect(count).toBeGreaterThan(150)
  })

  it('explain themselves: what they do with requests of their own rules, or why they do nothing', () => {
    const configured = corpus.filter(({ object }) => isRegistration(object))
    const { mute, traces, matched } = explained(recording.base, configured, corpus)
    figure('admission.corpus.explained', configured.length, `objects in ${traces} traces`, 'all')
    expect(mute).toEqual([])
    expect(matched).toBeGreaterThan(configured.length)
  })

  it('what is no YAML is told with its place', () => {
    const file = join(corpusFolder, 'kubernetes-enhancements/kep3962-sidecar-policy.yaml.invalid')
    expect(readManifest(readFileSync(file, 'utf8'))).toMatchObject({
      type: 'invalid',
      problem: { error: { kind: 'invalid' }, line: expect.any(Number), column: expect.any(Number) },
    })
  })
})
