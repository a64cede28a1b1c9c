import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInKinds, convertBuiltIn, withDefaults } from '../../shared/admission/defaults/index.ts'
import type { JsonObject } from '../../shared/cel/kubernetes/index.ts'
import { corpusQuestions, sampleQuestions } from './defaultsCorpus.ts'
import { askDefaults, type DefaultsQuestion, differencesOf, kindOf } from './defaultsOracle.ts'
import { ObjectWriter } from './defaultsRandom.ts'
import { figure } from './figures.ts'
import { needsOracle, oraclePath } from './needs.ts'

/**
 * The server’s own types, built by `node test/cluster/build.mjs defaults`. Without them there is nothing
 * to compare with.
 */
const binary = oraclePath('defaults')
const generated = join(import.meta.dirname, '../../shared/admission/defaults/builtIn.gen.json')

const patience = 300_000
const seed = Number(process.env.DEFAULTS_SEED ?? 20_260_101)
const count = Number(process.env.DEFAULTS_COUNT ?? 4000)

const random = (of: number, oddShare = 0): readonly DefaultsQuestion[] => {
  const writer = new ObjectWriter(seed, oddShare)
  return Array.from({ length: of }, (_, at) => writer.object(at))
}

/** What the server sets to the time of the request is an assumption here. */
function withoutClock(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), function (this: unknown, key, inner) {
    return key === 'timeAdded' ? undefined : inner
  })
}

/** Where each object differs from what the server makes of it; empty where it does not. */
function compared(questions: readonly DefaultsQuestion[]): readonly (readonly string[])[] {
  const answers = askDefaults(binary, questions)
  return questions.map((question, at) => {
    const { object, problem } = withDefaults(kindOf(question), question.object as JsonObject)
    const answer = answers[at]
    if (answer?.object === undefined) {
      return problem === undefined ? [`taken, and the server says ${answer?.error}`] : []
    }
    if (problem !== undefined) return [`refused: ${problem}`]
    return differencesOf(withoutClock(object), withoutClock(answer.object))
  })
}

const unexpected = (questions: readonly DefaultsQuestion[], found: readonly (readonly string[])[]) =>
  questions.flatMap(({ apiVersion, kind }, at) =>
    found[at]?.length ? [`${apiVersion} ${kind} (${at})\n${found[at].join('\n')}`] : [],
  )

const groupOf = (apiVersion: string) => (apiVersion.includes('/') ? apiVersion.split('/')[0] : '')

/** Autoscalers of version 1 with all that only version 2 has, in annotations. */
function oldAutoscalers(): readonly DefaultsQuestion[] {
  const old = { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' }
  return random(count).flatMap(({ apiVersion, kind, object }) => {
    const given = { ...(object as JsonObject), apiVersion, kind }
    const converted = apiVersion === 'autoscaling/v2' && kind === old.kind ? convertBuiltIn(given, old) : null
    return converted === null ? [] : [{ apiVersion: 'autoscaling/v1', kind, object: converted }]
  })
}

/** Each object in each other version of its kind, from what the server decodes to itself. */
function conversions(questions: readonly DefaultsQuestion[]): readonly Required<DefaultsQuestion>[] {
  return questions.flatMap(question => {
    const kind = kindOf(question)
    const { object } = withDefaults(kind, question.object as JsonObject)
    if (differencesOf(withDefaults(kind, object).object, object).length > 0) return []
    return builtInKinds()
      .filter(
        to =>
          to.kind === question.kind &&
          to.apiVersion !== question.apiVersion &&
          (groupOf(to.apiVersion) === groupOf(question.apiVersion) || to.kind === 'Event'),
      )
      .map(to => ({ ...question, object, to }))
  })
}

describe('built-in objects alone', () => {
  it('are decoded in a fraction of a millisecond', () => {
    const container = {
      name: 'web',
      image: 'shop/web:1',
      ports: [{ containerPort: 80 }],
      env: [{ name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      resources: { requests: { cpu: '1000m', memory: '1Gi' }, limits: { memory: '2Gi' } },
      readinessProbe: { httpGet: { port: 80 } },
    }
    const template = {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [container, { ...container, name: 'side' }], volumes: [{ name: 'tmp' }] },
    }
    const spec = { selector: { matchLabels: { app: 'web' } }, template }
    const deployment = { metadata: { name: 'web' }, spec }
    const kind = { group: 'apps', version: 'v1', kind: 'Deployment' }
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 20; round++) {
      const began = performance.now()
      for (let run = 0; run < 200; run++) withDefaults(kind, deployment)
      best = Math.min(best, ((performance.now() - began) / 200) * 1000)
    }
    figure('admission.defaults.deployment', best.toFixed(1), 'us', '<= 200')
    expect(best).toBeLessThan(200)
  })
})

describe('built-in objects beside the server’s own types', () => {
  needsOracle('defaults')
  let total = 0
  let agreeing = 0
  const tally = (found: readonly (readonly string[])[]) => {
    total += found.length
    agreeing += found.filter(({ length }) => length === 0).length
  }

  it.each([
    ['the corpus', corpusQuestions],
    ['the sample cluster', sampleQuestions],
    ['objects that nobody thought of', () => random(count)],
    ['autoscalers with annotations', oldAutoscalers],
  ])('are decoded alike: %s', { timeout: patience }, (_, questionsOf) => {
    const questions = questionsOf()
    const found = compared(questions)
    tally(found)
    expect(unexpected(questions, found).slice(0, 20)).toEqual([])
  })

  it('are refused alike where they do not decode', { timeout: patience }, () => {
    const questions = random(2000, 0.01)
    const found = compared(questions)
    figure(
      'admission.defaults.refused',
      `${found.filter(({ length }) => length === 0).length}/${found.length}`,
      `objects of seed ${seed}`,
      'all',
    )
    expect(unexpected(questions, found).slice(0, 20)).toEqual([])
  })

  it('are converted alike to the other versions of their kind', { timeout: patience }, () => {
    const asked = conversions([...random(count), ...oldAutoscalers()]).flatMap(question => {
      const ours = convertBuiltIn(question.object as JsonObject, kindOf(question.to))
      return ours === null ? [] : [{ question, ours }]
    })
    const answers = askDefaults(
      binary,
      asked.map(({ question }) => question),
    )
    const found = asked.map(({ ours }, at) =>
      differencesOf(withoutClock(ours), withoutClock(answers[at]?.object)),
    )
    const agree = found.filter(({ length }) => length === 0).length
    figure('admission.defaults.converted', `${agree}/${found.length}`, 'objects', 'all')
    const shown = asked.map(({ question }) => ({
      ...question,
      kind: `${question.kind} to ${question.to.apiVersion}`,
    }))
    expect(unexpected(shown, found).slice(0, 20)).toEqual([])
    expect(found.length).toBeGreaterThan(1000)
  })

  it('come from the types and defaults of this release, as they are written down', {
    timeout: patience,
  }, () => {
    const { stdout, status } = spawnSync(binary, ['types'], { maxBuffer: 1 << 26, encoding: 'utf8' })
    expect(status).toBe(0)
    // Written anew by: node test/cluster/build.mjs defaults && test/cluster/bin/defaults types > FILE
    expect(stdout === readFileSync(generated, 'utf8')).toBe(true)
  })

  it('agree all', () => {
    figure('admission.defaults.oracle', `${agreeing}/${total}`, 'objects', 'all')
    expect(total).toBeGreaterThan(1000)
    expect(agreeing).toBe(total)
  })
})
