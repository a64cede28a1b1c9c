/** Expressions of the case files in policies of a real server: what it says of them, and what the library does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KubeObject } from '../../shared/kube/index.ts'
import { readBase } from '../admission/base.ts'
import { awaitEffect } from '../admission/canary.ts'
import { compiles, expressionsInPolicies, policiesOf, thingFor } from '../admission/celPolicies.ts'
import { observeInLibrary } from '../admission/librarySide.ts'
import type { Base, Recorded } from '../admission/recording.ts'
import { send, statusOf } from '../admission/sending.ts'
import { ApiServer } from '../admission/server.ts'
import { inParallel, Writer } from '../admission/writing.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { figure } from './figures.ts'

const all = expressionsInPolicies()
const accepted = all.filter(compiles)
const refused = all.filter(each => !compiles(each))

let cluster: Cluster
let server: ApiServer
let base: Base
let objects: readonly KubeObject[]

beforeAll(async () => {
  cluster = await startCluster()
  server = new ApiServer(cluster)
  base = await readBase(server, Number(/^v1\.(\d+)/.exec(cluster.version)?.[1]))
  const writer = new Writer(server, base.resources)
  objects = policiesOf(accepted)
  await inParallel(objects, 8, object => writer.put(object))
  await awaitEffect(server, writer, 'cel')
}, 180_000)
afterAll(async () => {
  server?.close()
  await cluster?.stop()
})

const recordedOf = (request: Recorded['request'], seen: Recorded['seen']): Recorded => ({
  ...{ id: request.id, request, stored: null, documents: {}, answers: {}, at: Date.now(), seen },
  objects: [...objects, ...base.objects],
})

async function made(request: Recorded['request']): Promise<Recorded> {
  const answer = await send(server, request)
  const { code, warnings } = answer
  return recordedOf(request, {
    ...statusOf(answer),
    code,
    warnings,
    audit: {},
    calls: [],
    object: answer.body,
  })
}

it('values and errors of expressions are those of the server, and it refuses what is refused here', async () => {
  const found = [...(await differingValues()), ...(await differingRefusals())]
  figure('cel.server', `${all.length - found.length}/${all.length}`, 'expressions', '>= 300, all')
  console.log(`${accepted.length} have values or errors, ${refused.length} are refused`)
  expect(found).toEqual([])
  expect(all.length).toBeGreaterThanOrEqual(300)
})

/** Warnings that only one side has. */
async function differingValues(): Promise<readonly string[]> {
  const groups = [...Map.groupBy(accepted, ({ policy }) => policy).keys()]
  const found = await inParallel(groups, 6, async policy => {
    const traced = await made({
      ...{ id: policy, operation: 'create', group: '', version: 'v1', resource: 'configmaps' },
      ...{ namespace: 'default', object: thingFor(policy), dryRun: true, expect: { outcome: 'allowed' } },
    })
    const [theirs, ours] = [traced.seen.warnings, observeInLibrary(base, traced).warnings]
    expect(theirs.length, policy).toBeGreaterThan(0)
    return [
      ...theirs.filter(each => !ours.includes(each)).map(each => `server: ${each}`),
      ...ours.filter(each => !theirs.includes(each)).map(each => `ours: ${each}`),
    ]
  })
  return found.flat()
}

/** Policies whose refusal reads differently. */
async function differingRefusals(): Promise<readonly string[]> {
  const policies = policiesOf(refused).filter(({ kind }) => kind.endsWith('Policy'))
  const found = await inParallel(policies, 6, async object => {
    const { name } = object.metadata
    const tried = await made({
      ...{ id: name, operation: 'create', group: 'admissionregistration.k8s.io', version: 'v1' },
      ...{ resource: 'validatingadmissionpolicies', object, dryRun: true, expect: { outcome: 'rejected' } },
    })
    const [their, our] = [tried.seen.message, observeInLibrary(base, tried).message]
    return their === our ? [] : [`server: ${their}\n  ours: ${our}`]
  })
  return found.flat()
}
