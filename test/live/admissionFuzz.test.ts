import { afterAll, beforeAll, expect, it } from 'vitest'
import { asCase } from '../admission/fuzz/asCase.ts'
import { disagreement } from '../admission/fuzz/compare.ts'
import { Fuzz } from '../admission/fuzz/fuzz.ts'
import { keepRecording, type Recording } from '../admission/recording.ts'
import { ApiServer } from '../admission/server.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'

const seed = Number(process.env.ADMISSION_SEED ?? 20_260)
const cells = Number(process.env.ADMISSION_CELLS ?? 50)
const requestsPerCell = 12

let cluster: Cluster
let recording: Recording

beforeAll(async () => {
  cluster = await startCluster({ audit: true })
  const server = new ApiServer(cluster)
  const fuzz = await Fuzz.on(cluster, server)
  recording = await fuzz.run({ seed, cells, requestsPerCell })
  keepRecording('fuzz', recording)
  server.close()
}, 180_000)
afterAll(() => cluster?.stop())

it('the library says of random requests what the server did with them', () => {
  const found = recording.requests.flatMap(request => {
    const texts = disagreement(recording.base, request)
    return texts.length === 0 ? [] : [{ request, texts }]
  })
  const count = recording.requests.length
  figure('admission-fuzz', `${count - found.length}/${count}`, `requests of seed ${seed}`, 'all')
  for (const { request, texts } of found.slice(0, 3))
    console.log(`${request.id}\n${texts.join('\n')}\n${asCase(request, requestsPerCell)}`)
  expect(found.map(({ request, texts }) => `${request.id}: ${texts.join('\n')}`)).toEqual([])
  // Some are left out where what they need was not made; most are sent.
  expect(count).toBeGreaterThan((cells * requestsPerCell) / 2)
})
