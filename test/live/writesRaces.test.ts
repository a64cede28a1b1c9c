/** Writes among other writers and on bad connections: nothing is lost, nothing is done twice, and what came of it is told. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isMapping, type ObjectRef } from '../../shared/kube/index.ts'
import { applyEdits } from '../../shared/manifest/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { startThief } from './answerThief.ts'
import { figure } from './figures.ts'
import { apply, startWriting, type WritingEngine } from './writesEngine.ts'

let cluster: Cluster
let app: WritingEngine
/** Of another person. */
let other: WritingEngine
const never = new AbortController().signal

beforeAll(async () => {
  cluster = await startCluster()
  app = await startWriting(cluster.kubeconfig)
  other = await startWriting(cluster.kubeconfig)
})
afterAll(async () => {
  await app?.stop()
  await other?.stop()
  await cluster?.stop()
})

const configMaps = { group: '', version: 'v1', resource: 'configmaps' }
const ref = (name: string): ObjectRef => ({ resource: configMaps, namespace: 'default', name })
const configMap = (name: string, data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n${data}`

/** Another manager that changes its own field, and now and then one that is being edited, every 100 ms. */
function writer(name: string): { stop(): Promise<number> } {
  let count = 0
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      count++
      const text = configMap(name, `  theirs: "${count}"\n`)
      await other.write(text, { method: { type: 'apply', manager: 'writer', force: true } })
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    return count
  })()
  return {
    stop: () => {
      isOver = true
      return work
    },
  }
}

it('an object that another one changes all the time is edited and saved without a loss', async () => {
  const rounds = 20
  let whole = 0
  const { handlers } = app.engine
  const methods = [apply(), { type: 'replace' }] as const
  for (let round = 0; round < rounds; round++) {
    const name = `raced-${round}`
    await other.write(configMap(name, '  mine: "0"\n  theirs: "0"\n  kept: "1"\n'), {
      method: { type: 'apply', manager: 'seed', force: true },
    })
    await other.write(configMap(name, '  theirs: "0"\n'), {
      method: { type: 'apply', manager: 'writer', force: true },
    })
    const { id } = await handlers['writes.openDraft']({ context: app.context, ref: ref(name) }, never)
    const running = writer(name)
    try {
      let text = app.draftOf(id).text.replace('mine: "0"', `mine: "edited ${round}"`)
      await handlers['writes.saveDraft']({ id, text }, never)
      // A writer may come between any two steps: what is refused for it is merged and tried again.
      for (let attempt = 0; attempt < 30; attempt++) {
        const { edits, conflicts, resourceVersion } = await handlers['writes.rebase']({ id, text }, never)
        expect(conflicts).toEqual([])
        text = applyEdits(text, edits)
        await handlers['writes.rebased']({ id, text, resourceVersion }, never)
        const method = methods[round % 2] ?? apply()
        const plan = await app.plan(text, {
          draft: id,
          method: method.type === 'apply' ? apply(true) : method,
        })
        if (!plan.canSend) continue
        const run = await app.over(await app.send(plan))
        if (run.phase === 'done') break
      }
    } finally {
      const count = await running.stop()
      const { data } = await other.get(ref(name))
      const isWhole =
        isMapping(data) && data.mine === `edited ${round}` && data.theirs === `${count}` && data.kept === '1'
      if (isWhole) whole++
      else console.log('lost something:', data, 'of the writer', count)
    }
  }
  figure('writes.races', `${whole}/${rounds}`, 'runs', 'all')
  expect(whole).toBe(rounds)
})

it('a connection cut between sending and the answer: the outcome is found out, and nothing is written twice', async () => {
  const thief = await startThief(cluster)
  const behind = await startWriting(thief.kubeconfig)
  let right = 0
  let asked = 0
  const check = (what: string, phase: string | undefined, note: string, isRight: boolean): void => {
    asked++
    if (isRight) right++
    else console.log(`${what} is told as ${phase}: ${note}`)
  }
  const send = async (text: string, more: object = {}) => {
    const run = await behind.over(await behind.send(await behind.plan(text, more)))
    const [step] = run.steps
    return { phase: step?.phase, note: step?.note ?? step?.error?.message ?? '' }
  }
  try {
    const methods = [apply(), { type: 'replace' }] as const
    for (const [index, method] of methods.entries()) {
      for (const fault of ['steal', 'drop'] as const) {
        const name = `cut-${fault}-${index}`
        await other.write(configMap(name, '  a: "1"\n'))
        if (fault === 'steal') thief.stealNext(name)
        else thief.dropNext(name)
        const { phase, note } = await send(configMap(name, '  a: "2"\n'), { method })
        const { data } = await other.get(ref(name))
        const isWritten = isMapping(data) && data.a === '2'
        const isRight = fault === 'steal' ? isWritten && phase === 'done' : !isWritten && phase === 'failed'
        check(`${fault} of ${method.type}`, phase, note, isRight && /connection/i.test(note))
      }
    }
    thief.stealNext('/configmaps?')
    const made = await send(configMap('cut-made', '  a: "1"\n'), { method: { type: 'create' } })
    check(
      'creation',
      made.phase,
      made.note,
      made.phase === 'done' && made.note.includes('gatehouse wrote it'),
    )
    // Nobody can say which object a lost name belongs to.
    thief.stealNext('/configmaps?')
    const named = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { generateName: made- }\n'
    const generated = await send(named, { method: { type: 'create' } })
    check('made-up name', generated.phase, generated.note, generated.phase === 'unknown')
    const undone = async (): Promise<void> => {
      const { handlers } = behind.engine
      const { entries } = await handlers['writes.journal'](
        { search: 'cut-gone', context: '', from: 0, count: 1 },
        never,
      )
      const plan = await handlers['writes.undo']({ entry: entries[0]?.id ?? '' }, never)
      thief.stealNext('cut-gone')
      const run = await behind.over(await behind.send(plan))
      const [step] = run.steps
      check('deletion', step?.phase, step?.note ?? '', step?.phase === 'done' && /gone/.test(step.note ?? ''))
    }
    await send(configMap('cut-gone', '  a: "1"\n'))
    await undone()
    const twice = thief.writes.filter((write, at) => /cut-/.test(write) && thief.writes.indexOf(write) !== at)
    expect(twice.filter(write => !write.includes('cut-gone'))).toEqual([])
  } finally {
    await behind.stop()
    thief.stop()
  }
  figure('writes.cut', `${right}/${asked}`, 'outcomes told truthfully', 'all')
  expect(right).toBe(asked)
})
