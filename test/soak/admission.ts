/**
 * Random admission objects and requests, the library against a real control plane, with random seeds:
 *   npm run soak -- --fuzz                       5,000 requests
 *   npm run soak -- --fuzz --requests 600 --seed 7
 * Where the two disagree the request is printed as a case for test/cases/admission/own.
 */
import { parseArgs } from 'node:util'
import { asCase } from '../admission/fuzz/asCase.ts'
import { disagreement } from '../admission/fuzz/compare.ts'
import { Fuzz } from '../admission/fuzz/fuzz.ts'
import { ApiServer } from '../admission/server.ts'
import { startCluster } from '../cluster/harness/index.ts'
import { figure } from '../live/figures.ts'

const { values } = parseArgs({
  options: {
    fuzz: { type: 'boolean' },
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const wanted = Number(values.requests)
const firstSeed = Number(values.seed)
if (!(wanted > 0) || !Number.isSafeInteger(firstSeed)) {
  console.error('--requests takes a number above 0, --seed a whole number.')
  process.exit(2)
}

/** A server keeps so many policies without being slow about them. */
const cellsAtOnce = 50
const requestsPerCell = 12

console.log(`fuzz of ${wanted} requests, first seed ${firstSeed}`)
const cluster = await startCluster()
const server = new ApiServer(cluster)
let made = 0
let agreeing = 0
try {
  const fuzz = await Fuzz.on(cluster, server)
  for (let seed = firstSeed; made < wanted; seed += cellsAtOnce) {
    const { base, requests } = await fuzz.run({ seed, cells: cellsAtOnce, requestsPerCell })
    for (const request of requests) {
      const texts = disagreement(base, request)
      if (texts.length === 0) agreeing++
      else console.log(`${request.id}\n${texts.join('\n')}\n${asCase(request, requestsPerCell)}`)
    }
    made += requests.length
    console.log(`${agreeing}/${made} agree`)
  }
} finally {
  server.close()
  await cluster.stop()
}
figure('admission-fuzz.soak', `${agreeing}/${made}`, `requests from seed ${firstSeed}`, 'all')
process.exit(agreeing === made ? 0 : 1)
