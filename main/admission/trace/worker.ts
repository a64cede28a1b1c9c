import { parentPort, workerData } from 'node:worker_threads'
import { CompiledPolicies, traceRequest, type Wish } from '../../../shared/admission/trace/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import { AuditRun } from '../audit/run.ts'
import { answerFinding } from '../findings/trying.ts'
import { FactWorld } from './factWorld.ts'
import { contextOf } from './keys.ts'
import { type Manifest, readManifest } from './manifest.ts'
import type { Answers, AskedFor, FromWorker, Job, ToWorker } from './messages.ts'
import { asText, completed, outlineOf } from './outline.ts'
import { evaluateScratch } from './scratch.ts'

/**
 * Thread that computes for admission: traces, evaluations and audits, from the facts that it was told.
 * A bundle has this file as an entry of its own.
 */
const port = parentPort
if (port === null) throw new Error('admission is computed in a worker thread')
const tell = (message: FromWorker): void => port.postMessage(message)
const worlds = new Map<string, FactWorld>()
/** What is compiled of each context's policies and webhooks. */
const compiled = new Map<string, CompiledPolicies>()
/** An object, the one before it, and as much again while a person types. */
const mostManifests = 4
const manifests = new Map<string, Manifest>()
let audit: AuditRun | null = null
/** Holds the id of a job that nobody waits for any more. */
const { cancelled } = workerData as { readonly cancelled: Int32Array }
let job = 0
const isCancelled = (): boolean => Atomics.load(cancelled, 0) === job

port.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'facts': {
      const world = worldOf(message.world)
      for (const fact of message.facts) world.apply(fact)
      return
    }
    case 'forget':
      worlds.delete(message.world)
      return
    case 'job':
      job = message.id
      answer(message.id, message.world, message.job)
      return
    default:
      assertNever(message)
  }
})
tell({ type: 'ready' })

function worldOf(name: string): FactWorld {
  const world = worlds.get(name) ?? new FactWorld()
  worlds.set(name, world)
  return world
}

function answer(id: number, world: string, job: Job): void {
  try {
    tell({ type: 'answer', id, value: answerTo(job, world) })
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    tell({ type: 'failed', id, message: text, isOutOfStack: error instanceof RangeError })
  }
}

function answerTo(job: Job, name: string): Answers[Job['type']] {
  switch (job.type) {
    case 'parse':
      return job.isOutline === true ? outlineOf(readLarge(job.text)) : readManifest(job.text)
    case 'trace':
      return tracedBy(job, name)
    case 'evaluate': {
      const facts = worldOf(name)
      const { world, asked } = facts.world({ ...job, assumeWebhooks: 'unknown' })
      const request = completed(job.request, job.texts, readLarge)
      const evaluations = evaluateScratch(job.scratch, request, world, isCancelled)
      return { answer: evaluations, ...askedFor(facts, asked()) }
    }
    case 'beginAudit':
      audit = new AuditRun(job.setup, worldOf(name), isCancelled)
      return audit.begin()
    case 'audit':
      return begun(audit).take(job.objects, job.isFinal)
    case 'exportAudit':
      return begun(audit).file(job.format, job.remarks)
    case 'compile':
    case 'holds':
    case 'try':
      return answerFinding(job, () => worldOf(name))
    default:
      return assertNever(job)
  }
}

function tracedBy(job: Extract<Job, { type: 'trace' }>, name: string): Answers['trace'] {
  const began = performance.now()
  const facts = worldOf(name)
  const { world, asked } = facts.world(job)
  const request = completed(job.request, job.texts, readLarge)
  const trace = traceRequest(request, world, { compiled: compiledOf(contextOf(name)), isCancelled })
  const about = { took: performance.now() - began, ...askedFor(facts, asked()) }
  const objectsText = job.isForPage === true ? asText(trace.objects) : undefined
  return objectsText === undefined
    ? { trace, ...about }
    : { trace: { ...trace, objects: [] }, objectsText, ...about }
}

/** Large texts are asked about again and again: what the last ones hold stays read. */
function readLarge(text: string): Manifest {
  const known = manifests.get(text)
  if (known !== undefined) return known
  const manifest = readManifest(text)
  if (manifests.size >= mostManifests) manifests.clear()
  manifests.set(text, manifest)
  return manifest
}

function compiledOf(context: string): CompiledPolicies {
  const known = compiled.get(context) ?? new CompiledPolicies()
  compiled.set(context, known)
  return known
}

function askedFor(facts: FactWorld, asked: readonly Wish[]): AskedFor {
  return { asked, missing: asked.filter(wish => !facts.has(wish)) }
}

function begun(run: AuditRun | null): AuditRun {
  if (run === null) throw new Error('an audit goes on that was not begun')
  return run
}
