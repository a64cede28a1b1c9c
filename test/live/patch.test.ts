/** Patches, merges and schemas of custom resources, held against the libraries of the server itself. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { applyJsonPatch, mergeApplyConfiguration, sameJson } from '../../shared/admission/patch/index.ts'
import { readDefinition } from '../../shared/admission/schema/index.ts'
import { anyDefinition, changed, valueUnder } from './customRandom.ts'
import { figure } from './figures.ts'
import { needsOracle, oraclePath } from './needs.ts'
import { anyObject, anyPatch, anyThing, Draw, mergeRoot, mergeSchemas, type Value } from './patchRandom.ts'

/** Built by `node test/cluster/build.mjs patch`. */
const binary = oraclePath('patch')

interface Answer {
  readonly document?: Value
  readonly error?: string
  readonly unknown?: readonly string[]
  readonly errors?: readonly string[]
  readonly rules?: readonly string[]
  readonly warnings?: readonly string[]
}

interface Question {
  readonly kind: 'json' | 'apply' | 'custom'
  readonly document: Value
  readonly patch?: Value
  readonly schemas?: Value
  readonly schema?: Value
  readonly old?: Value
}

function ask(questions: readonly Question[]): readonly Answer[] {
  const { status, stdout, stderr } = spawnSync(binary, [], {
    input: questions.map(question => JSON.stringify(question)).join('\n'),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`the oracle failed: ${stderr}`)
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Answer)
}

type Draft = (draw: Draw) => Question

const drafts: Readonly<Record<Question['kind'], Draft>> = {
  json: draw => ({ kind: 'json', document: anyObject(draw, 3), patch: anyPatch(draw) }),
  apply: draw => ({
    kind: 'apply',
    document: anyThing(draw, { faults: 40, duplicates: true }),
    patch: anyThing(draw, { faults: 8, duplicates: draw.isOneIn(10) }),
    schemas: mergeSchemas,
  }),
  custom: draw => {
    const schema = anyDefinition(draw)
    const oddity = draw.of([0, 12, 25])
    const head = { apiVersion: 'test/v1', kind: 'Thing' }
    const made = valueUnder(draw, schema, 0) as { [name: string]: Value } | null
    const old = { ...made, ...head, metadata: { name: 'a' } }
    const document = { ...(changed(draw, schema, old, oddity) as object), ...head, metadata: { name: 'a' } }
    return { kind: 'custom', schema, document, ...(draw.isOneIn(2) ? { old } : {}) }
  },
}

/** The same answer of this project. */
function answer(question: Question): Answer {
  switch (question.kind) {
    case 'json': {
      const result = applyJsonPatch(question.document, question.patch as readonly unknown[])
      if (result.type === 'patched') return { document: result.document as Value }
      return { error: result.type === 'undecodable' ? `undecodable: ${result.message}` : result.message }
    }
    case 'apply': {
      const schema = { root: mergeRoot, schemas: mergeSchemas }
      const result = mergeApplyConfiguration(question.document as never, question.patch as never, schema)
      return result.type === 'merged' ? { document: result.document as never } : { error: result.message }
    }
    case 'custom':
      return customAnswer(question)
  }
}

function customAnswer({ schema, document, old }: Question): Answer {
  const definition = {
    spec: {
      group: 'test',
      scope: 'Cluster',
      names: { kind: 'Thing' },
      versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }],
    },
  }
  const custom = readDefinition(definition, 'v1')
  if (custom === null) throw new Error('no definition')
  const read = custom.pruneAndDefault(document as never)
  const before = (old ?? null) as never
  const checked = custom.validate(read.object, before)
  const rules = custom.validateRules(read.object, before)
  const isMetadata = ({ field }: { readonly field: string }): boolean => field.startsWith('metadata')
  return {
    document: read.object as Value,
    unknown: read.problems.filter(({ stage }) => stage === 'strict').map(({ field }) => field),
    errors: checked.errors.filter(problem => !isMetadata(problem)).map(({ message }) => message),
    rules: rules.errors.map(({ message }) => message),
    warnings: rules.warnings,
  }
}

/**
 * Without what changes from run to run of the server: numbers behind the names of types, and the order of
 * paths and which of several fields is met first. Times that are none are told at length, by rules that the server does not ask then.
 */
const steady = (text: string): string =>
  text
    .replace(/selfType\d+/g, 'selfType')
    .replace(/\.[^.:]*(?=: field not declared)/, '')
    .replace(/: parsing time ".*?" as ".*?": .*?(?= evaluating rule)/g, '')
    .replace(/(?<=structs: ).*/, paths => paths.split(', ').sort().join(', '))
    .replace(/(?<=errors:\n)[\s\S]*/, lines => lines.split('\n').sort().join('\n'))

const sorted = (texts: readonly string[] | undefined): readonly string[] => (texts ?? []).map(steady).sort()

/** Several faults come in the order in which Go walks its maps, which differs from run to run. */
function differences(wanted: Answer, found: Answer): readonly string[] {
  const different: string[] = []
  if (steady(wanted.error ?? '') !== steady(found.error ?? ''))
    different.push(`error: wanted ${wanted.error}, found ${found.error}`)
  if (!sameJson(wanted.document ?? null, found.document ?? null))
    different.push(
      `document: wanted ${JSON.stringify(wanted.document)}, found ${JSON.stringify(found.document)}`,
    )
  for (const part of ['unknown', 'errors', 'rules', 'warnings'] as const)
    if (JSON.stringify(sorted(wanted[part])) !== JSON.stringify(sorted(found[part])))
      different.push(
        `${part}: wanted ${JSON.stringify(sorted(wanted[part]))}\n  found ${JSON.stringify(sorted(found[part]))}`,
      )
  return different
}

/** Questions that the libraries do not survive have no answer. */
const isAnswered = ({ error = '' }: Answer): boolean =>
  !error.startsWith('panic: ') && !error.startsWith('structural: ')

describe('patches and schemas beside the server’s own libraries', () => {
  needsOracle('patch')
  let [total, agreeing] = [0, 0]

  it.each(['json', 'apply', 'custom'] as const)('agrees on documents, faults and warnings: %s', kind => {
    const draw = new Draw(20260101)
    const questions = Array.from({ length: 1500 }, () => drafts[kind](draw))
    const wanted = ask(questions)
    const differing = questions.flatMap((question, index) => {
      const oracle = wanted[index] ?? {}
      if (!isAnswered(oracle)) return []
      total += 1
      const found = differences(oracle, answer(question))
      if (found.length === 0) agreeing += 1
      return found.length === 0
        ? []
        : [`${JSON.stringify({ ...question, schemas: undefined })}\n  ${found.join('\n  ')}`]
    })
    expect(differing.slice(0, 12)).toEqual([])
    expect(differing.length).toBe(0)
  })

  it('compares enough', () => {
    figure('admission.patch.oracle', `${agreeing}/${total}`, 'comparisons', 'all')
    expect(total).toBeGreaterThanOrEqual(4000)
  })
})
