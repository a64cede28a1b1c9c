/** What Kubernetes adds to the expression language, held against the server’s own environment. */
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { caseFolder } from './celCases.ts'
import {
  answerKubernetes,
  askKubernetes,
  kubernetesDifferences,
  readKubernetesCases,
} from './celKubernetes.ts'
import { figure } from './figures.ts'
import { needsOracle, oraclePath } from './needs.ts'

/** Built by `node test/cluster/build.mjs cel`. */
const binary = oraclePath('cel')

const files = readdirSync(caseFolder)
  .filter(name => name.startsWith('k8s-') && name.endsWith('.txt'))
  .map(name => name.slice(0, -'.txt'.length))

describe('Kubernetes beside the server’s own environment', () => {
  needsOracle('cel')
  let [total, agreeing] = [0, 0]

  it.each(files)('agrees on types, values, errors and costs: %s', file => {
    const cases = readKubernetesCases(file)
    const wanted = askKubernetes(binary, cases)
    const differing = cases.flatMap((one, index) => {
      const found = kubernetesDifferences(wanted[index] ?? { cost: 0 }, answerKubernetes(one))
      return found.length === 0 ? [] : [`${one.expr}\n  ${found.join('\n  ')}`]
    })
    total += cases.length
    agreeing += cases.length - differing.length
    expect(differing).toEqual([])
  })

  it('has expressions enough', () => {
    figure('cel.kubernetes', `${agreeing}/${total}`, 'expressions', 'all')
    expect(total).toBeGreaterThanOrEqual(600)
  })
})
