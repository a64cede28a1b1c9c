import { describe, expect, it } from 'vitest'
import { caseObject, coreFiles, knownDifferences, readCases } from './celCases.ts'
import { askOracle, differences, ownAnswer, type Question } from './celCompare.ts'
import { environmentOf, evaluateOn } from './celEnvironment.ts'
import { ExpressionWriter } from './celRandom.ts'
import { figure } from './figures.ts'
import { needsOracle, oraclePath } from './needs.ts'

/**
 * The server’s own environment, built by `node test/cluster/build.mjs cel`. Without it there is nothing
 * to compare with.
 */
const binary = oraclePath('cel')

/** The oracle takes 4 ms an expression, and more where it is not alone; a file has up to 3,000. */
const patience = 600_000

const { text, value } = caseObject()

/** Where each expression differs from the oracle; empty for those that agree. */
function compared(questions: readonly Question[]): readonly (readonly string[])[] {
  const answers = askOracle(binary, text, questions)
  return questions.map(({ expr, version, isNew }, at) => {
    const compiled = environmentOf(version, isNew).compile(expr)
    const wanted = answers[at]
    if (wanted === undefined) return ['the oracle did not answer']
    return differences(
      wanted,
      ownAnswer(compiled, ready => evaluateOn(value, ready)),
    )
  })
}

const unexpected = (questions: readonly Question[], found: readonly (readonly string[])[]) =>
  questions.flatMap(({ expr, version }, at) =>
    found[at]?.length ? [`${expr} [${version}]\n${found[at].join('\n')}`] : [],
  )

/** Microseconds of one run in the quickest of some rounds: others use the machine too. */
function microseconds(runs: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 20; round++) {
    const began = performance.now()
    for (let count = 0; count < runs; count++) run()
    best = Math.min(best, ((performance.now() - began) / runs) * 1000)
  }
  return best
}

describe('the environment alone', () => {
  it('compiles and evaluates a usual rule in a few microseconds', () => {
    const source = "object.spec.template.spec.containers.all(c, c.image.startsWith('x'))"
    const containers = ['a', 'b', 'c'].map(name => ({ name, image: `x/${name}:1` }))
    const pod = { spec: { template: { spec: { containers } } } }
    const compiled = environmentOf('1.36', false).compile(source)
    const compiling = microseconds(100, () => environmentOf('1.36', false).compile(source))
    const evaluating = microseconds(2000, () => evaluateOn(pod, compiled))
    figure('cel.compile', compiling.toFixed(1), 'us', '<= 500')
    figure('cel.evaluate', evaluating.toFixed(2), 'us', '<= 10')
    expect(evaluating).toBeLessThan(10)
  })
})

describe('the environment beside the server’s own', () => {
  needsOracle('cel')
  const known = knownDifferences()
  const met = new Set<string>()
  let total = 0
  let agreeing = 0

  it.each(coreFiles())('agrees on types, values, errors and costs: %s', { timeout: patience }, file => {
    const cases = readCases(file)
    const found = compared(cases)
    const others = cases.map(({ expr }, at) => (known.has(expr) ? [] : (found[at] ?? [])))
    cases.forEach(({ expr }, at) => {
      if (known.has(expr) && found[at]?.length) met.add(expr)
    })
    total += cases.length
    agreeing += found.filter(({ length }) => length === 0).length
    expect(unexpected(cases, others)).toEqual([])
  })

  it('differs where it is known to differ, and nowhere else', () => {
    expect([...known.keys()].filter(expr => !met.has(expr))).toEqual([])
    expect(total).toBeGreaterThan(1000)
    figure('cel.core', `${agreeing + met.size}/${total}`, 'expressions', 'all')
    figure('cel.core.known-differences', met.size, 'expressions', '<= 20')
  })

  it('agrees on expressions that nobody thought of', { timeout: patience }, () => {
    const seed = Number(process.env.CEL_SEED ?? 20_260_101)
    const count = Number(process.env.CEL_COUNT ?? 500)
    const writer = new ExpressionWriter(seed)
    const questions = Array.from({ length: count }, () => ({
      expr: writer.expression(),
      version: '1.36',
      isNew: false,
    }))
    const differing = unexpected(questions, compared(questions))
    figure('cel.random', `${count - differing.length}/${count}`, `expressions of seed ${seed}`, 'all')
    expect(differing).toEqual([])
  })
})
