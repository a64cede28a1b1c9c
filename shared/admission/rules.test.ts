import { describe, expect, it } from 'vitest'
import { expandRule, patternInWords, type Rule, readRules, resourceMatches, ruleMatches } from './rules.ts'
import { resourcesInWords, ruleMatrix, rulesInWords, scopeInWords } from './words.ts'

const rule = (resources: string[], over: Partial<Rule> = {}): Rule => ({
  operations: ['CREATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources,
  resourceNames: [],
  scope: '*',
  ...over,
})

describe('resource patterns', () => {
  it.each([
    ['pods', 'pods', '', true],
    ['pods', 'pods', 'exec', false],
    ['pods/*', 'pods', '', true],
    ['pods/*', 'pods', 'exec', true],
    ['pods/*', 'services', '', false],
    ['*', 'pods', '', true],
    ['*', 'pods', 'ephemeralcontainers', false],
    ['*/scale', 'deployments', 'scale', true],
    ['*/scale', 'deployments', '', false],
    ['*/*', 'pods', '', true],
    ['*/*', 'pods', 'exec', true],
    ['pods/exec', 'pods', 'exec', true],
    ['pods/exec', 'pods', '', false],
  ])('%s on %s/%s: %s', (pattern, resource, subresource, matches) => {
    expect(resourceMatches(pattern, resource, subresource)).toBe(matches)
  })

  it('are told in words', () => {
    expect(['pods', 'pods/*', '*', '*/*', '*/scale', 'pods/exec'].map(patternInWords)).toEqual([
      '',
      'pods and all subresources of it',
      'every resource, no subresources',
      'every resource and subresource',
      'scale of every resource',
      '',
    ])
  })
})

describe('rule matching', () => {
  const request = {
    operation: 'CREATE',
    group: '',
    version: 'v1',
    resource: 'pods',
    subresource: '',
    namespaced: true,
  }
  it.each([
    ['operation', rule(['pods'], { operations: ['UPDATE'] }), {}, false],
    ['any operation', rule(['pods'], { operations: ['*'] }), { operation: 'CONNECT' }, true],
    ['group', rule(['pods'], { apiGroups: ['apps'] }), {}, false],
    ['version', rule(['pods'], { apiVersions: ['v2'] }), {}, false],
    ['version left aside', rule(['pods'], { apiVersions: ['v2'] }), { version: '' }, true],
    ['no glob in groups', rule(['pods'], { apiGroups: ['*.io'] }), { group: 'x.io' }, false],
    ['scope Namespaced', rule(['*'], { scope: 'Namespaced' }), {}, true],
    ['scope Cluster', rule(['*'], { scope: 'Cluster' }), {}, false],
    [
      'namespaces are cluster-scoped',
      rule(['*'], { scope: 'Namespaced' }),
      { resource: 'namespaces' },
      false,
    ],
    ['namespaces are cluster-scoped', rule(['*'], { scope: 'Cluster' }), { resource: 'namespaces' }, true],
    ['unknown scope', rule(['*'], { scope: 'scopeValue' }), {}, false],
  ])('%s', (_name, given, over, matches) => {
    expect(ruleMatches(given, { ...request, ...over })).toBe(matches)
  })
})

describe('rules in words', () => {
  const all = { operations: ['*'], apiGroups: ['*'] }
  it.each([
    [[rule(['pods'], { operations: ['UPDATE', 'CREATE'] })], 'create, update pods'],
    [[rule(['*/*'], all)], 'everything'],
    [[rule(['*/*'], { apiGroups: ['*'] })], 'create everything'],
    [[rule(['*'], all)], 'any operation on everything but subresources'],
    [
      [rule(['*/*'], { apiGroups: ['cert-manager.io', 'acme.cert-manager.io'] })],
      'create everything in cert-manager.io +1',
    ],
    [[rule(['*'], { apiGroups: ['apps'] })], 'create every resource of apps'],
    [[rule(['*/scale'], { apiGroups: ['*'] })], 'create scale of everything'],
    [[rule(['pods/*'])], 'create pods with subresources'],
    [[rule(['pods']), rule(['services', 'configmaps'])], 'create pods, services, configmaps'],
    [[rule(['a', 'b', 'c', 'd', 'e'])], 'create a, b, c +2'],
    [[rule(['pods']), rule(['nodes'], { operations: ['DELETE'] })], 'create pods; delete nodes'],
    [[rule(['configmaps'], { resourceNames: ['a', 'b'] })], 'create configmaps named a, b'],
    [[rule(['pods'], { operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] })], 'any operation on pods'],
    [[], ''],
    [[rule(['pods'], { operations: ['operationsValue'] })], 'operationsValue pods'],
  ])('%#', (rules, words) => {
    expect(rulesInWords(rules)).toBe(words)
  })

  it('tells the scope only where it narrows', () => {
    expect(scopeInWords([rule(['pods'])])).toBe('')
    expect(scopeInWords([rule(['pods'], { scope: 'Cluster' })])).toBe('cluster-scoped only')
    expect(scopeInWords([rule(['pods'], { scope: 'Namespaced' }), rule(['x'])])).toBe('')
    expect(resourcesInWords([rule(['pods']), rule(['pods'])])).toBe('pods')
  })
})

it('draws rules as a matrix with equal resources on one line', () => {
  const matrix = ruleMatrix([rule(['pods', 'pods/exec']), rule(['pods'], { operations: ['DELETE'] })])
  expect(matrix.map(({ resource, matches }) => [resource, matches])).toEqual([
    ['pods', [true, false, true, false]],
    ['pods/exec', [true, false, false, false]],
  ])
})

it('never matches DELETE where that is ruled out', () => {
  const [row] = ruleMatrix([rule(['pods'], { operations: ['*'] })], ['DELETE'])
  expect(row?.matches).toEqual([true, true, false, true])
})

it('expands patterns over what is served', () => {
  const served = (resource: string, ...subresources: string[]) => ({
    group: '',
    version: 'v1',
    resource,
    kind: resource,
    singular: resource,
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: [],
    preferred: true,
    subresources: subresources.map(name => ({ name, kind: '', verbs: [] })),
  })
  const offered = [served('pods', 'exec', 'status'), served('services', 'status')]
  expect(expandRule(rule(['pods/*']), offered)).toEqual(['pods', 'pods/exec', 'pods/status'])
  expect(expandRule(rule(['*']), offered)).toEqual(['pods', 'services'])
  expect(expandRule(rule(['*/status']), offered)).toEqual(['pods/status', 'services/status'])
})

it.each([null, 'x', 7, [null], [7], [{ operations: 'CREATE', resources: [1, 'pods'] }]])(
  'reads %j without a throw',
  value => {
    expect(() => readRules(value)).not.toThrow()
  },
)
