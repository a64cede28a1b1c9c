/** The program is killed while somebody edits and writes: nothing that was saved is lost, and what was sent is told. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DraftSummary } from '../../shared/ipc/index.ts'
import { isMapping } from '../../shared/kube/index.ts'
import { type Cluster, startCluster } from '../cluster/harness/index.ts'
import { type AnswerThief, startThief } from './answerThief.ts'
import { figure } from './figures.ts'
import { eventually } from './operationsEngine.ts'
import { startWriting, type WritingEngine } from './writesEngine.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

/** Numbers that are drawn, the same in every run (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Where a program ends: after a line it says, some milliseconds later; or when its write is on the way. */
interface End {
  readonly after: string
  readonly millis: number
  readonly isOnTheWay: boolean
}

function endsOf(count: number, random: () => number): readonly End[] {
  return Array.from({ length: count }, (_, index) => {
    const key = 1 + Math.floor(random() * 40)
    const places = ['planned', 'sent', `typed ${key}`, `saved ${key}`, 'on the way', `typed ${key}`]
    const after = places[index % places.length] ?? 'sent'
    return { after, millis: Math.floor(random() * 12), isOnTheWay: after === 'on the way' }
  })
}

/** Runs a program until its end; gives the last text that it was told is saved, in characters. */
async function killed(
  thief: AnswerThief,
  home: string,
  name: string,
  end: End,
): Promise<{ readonly saved: number; readonly typed: number; readonly said: readonly string[] }> {
  const said: string[] = []
  const victim: ChildProcess = spawn(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'writesVictim.ts'), thief.kubeconfig, home, name],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise(resolve => victim.once('close', resolve))
  if (end.isOnTheWay) thief.holdNext(name, () => victim.kill('SIGKILL'))
  if (victim.stdout === null) throw new Error('nothing to hear')
  createInterface({ input: victim.stdout }).on('line', line => {
    said.push(line)
    if (line === end.after) setTimeout(() => victim.kill('SIGKILL'), end.millis)
  })
  await ended
  const last = (word: string): number =>
    Math.max(0, ...said.filter(line => line.startsWith(word)).map(line => Number(line.split(' ')[1])))
  return { saved: last('saved '), typed: last('typed '), said }
}

function draftsOf(app: WritingEngine): readonly DraftSummary[] {
  const stream = app.engine.handlers['writes.drafts']({}, () => undefined)
  const drafts = stream.take() ?? []
  stream.close()
  return drafts
}

/** What is wrong after a restart; empty: nothing was lost, and what is told is true. */
async function faultOf(thief: AnswerThief, end: End, index: number): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-killed-'))
  const name = `killed-${index}`
  try {
    await cluster.apply(
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: default }\ndata: { typed: "0" }\n`,
    )
    const { saved, typed, said } = await killed(thief, home, name, end)
    if (said.length === 0) return 'it said nothing'
    const app = await startWriting(thief.kubeconfig, home)
    try {
      const [draft] = await eventuallyDrafts(app, said.includes('over'))
      const { data } = await app.get({
        ...{ resource: { group: '', version: 'v1', resource: 'configmaps' }, namespace: 'default', name },
      })
      const stored = isMapping(data) ? String(data.typed) : ''
      if (draft === undefined) return stored.length === 40 ? '' : 'the draft is gone and was not written'
      const kept = /typed: "?(x*|0)"?/.exec(app.draftOf(draft.id).text)?.[1] ?? ''
      const length = kept === '0' ? 0 : kept.length
      if (length < saved || length > typed) return `${length} characters are kept of ${saved} that were saved`
      if (draft.state === 'open') return stored === '0' ? '' : 'it was written and the draft does not say so'
      await eventually('the outcome is told', () => (draftsOf(app)[0]?.outcome ?? '') !== '')
      const isWritten = stored.length === 40
      const outcome = draftsOf(app)[0]?.outcome ?? ''
      return /not carried out/.test(outcome) === isWritten ? `told “${outcome}”, stored ${stored}` : ''
    } finally {
      await app.stop()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function eventuallyDrafts(app: WritingEngine, mayBeNone: boolean): Promise<readonly DraftSummary[]> {
  await eventually('drafts are read', () => draftsOf(app).length > 0, mayBeNone ? 1000 : 3000).catch(
    () => undefined,
  )
  return draftsOf(app)
}

it('what was saved is there after a kill at any moment, and what was sent is told truthfully', async () => {
  const count = Number(process.env.GATEHOUSE_KILLS ?? 12)
  const ends = endsOf(count, drawn(20261201))
  const faults: string[] = []
  const waiting = [...ends.entries()]
  const work = async (): Promise<void> => {
    const thief = await startThief(cluster)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, end] = next
      const fault = await faultOf(thief, end, index)
      if (fault !== '') faults.push(`killed ${end.millis} ms after “${end.after}”: ${fault}`)
    }
    thief.stop()
  }
  await Promise.all([work(), work(), work()])
  figure('writes.kills', `${count - faults.length}/${count}`, 'kills', 'all')
  expect(faults).toEqual([])
})
