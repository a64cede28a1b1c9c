import { describe, expect, it } from 'vitest'
import { Environment } from '../environment.ts'
import { showValue } from '../values/show.ts'
import { CelError } from '../values/value.ts'
import { kubernetesLibraries } from './index.ts'

function environment(minor: number): Environment {
  return new Environment({
    minor,
    variables: new Map(),
    libraries: kubernetesLibraries,
    provider: { findStruct: () => undefined, findField: () => undefined },
  })
}

const newest = environment(36)

function shown(expression: string): string {
  const compiled = newest.compile(expression)
  if (compiled.issues.length > 0) return compiled.message
  const { result } = compiled.evaluate({ activation: { resolve: () => undefined } })
  return result instanceof CelError ? `error: ${result.message}` : showValue(result)
}

/** The rest stands in test/cases/cel, compared with the server’s own environment. */
describe('the functions of Kubernetes', () => {
  it.each([
    ["'😀x'.charAt(1)", 'x'],
    ["'a,b,c'.split(',', 2)", '[a, b,c]'],
    ["'%.2f'.format([1234567.891])", '1,234,567.89'],
    ["'%.0f'.format([2.5])", '2'],
    ["'%e'.format([1052.032911275])", '1.052033×10⁰³'],
    ["'%s'.format([{'b': 1, 'a': [true]}])", '{"a":[true], "b":1}'],
    ["['b', 'a'].isSorted()", 'false'],
    ['[].max()', 'error: max called on empty list'],
    ["'aab'.findAll('a*')", '[aa, ]'],
    ["url('https://[::1]:80/p?k=v').getHostname()", '::1'],
    ["string(ip('2001:db8:0:0:1:0:0:1'))", '2001:db8::1:0:0:1'],
    ["cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8')", 'true'],
    ["semver('v1.2', true).compareTo(semver('1.2.0'))", '0'],
    ['sets.equivalent([1, 2], [2, 1, 1])', 'true'],
    ['[3, 1, 2].sortBy(x, -x)', '[3, 2, 1]'],
    ["format.dns1123Label().validate('a.b').value()[0]", 'must not contain dots'],
  ])('%s is %s', (expression, value) => {
    expect(shown(expression)).toBe(value)
  })

  it.each([
    [28, "quantity('1')", 27],
    [29, "'%s'.format(['a'])", 28],
    [30, "ip('1.2.3.4')", 29],
    [31, 'format.uuid()', 30],
    [33, "semver('1.2.3')", 32],
    [34, '[1].sort()', 33],
  ])('servers from 1.%i on know %s', (minor, expression, before) => {
    expect(environment(minor).compile(expression).message).toBe('')
    expect(environment(before).compile(expression).message).toContain('undeclared reference')
  })

  it('takes a range of any length without writing it out', () => {
    const { result } = newest
      .compile('lists.range(9223372036854775807)')
      .evaluate({ activation: { resolve: () => undefined } })
    expect((result as CelError).message).toBe('operation cancelled: actual cost limit exceeded')
  })

  it('gives up on comparing what is too much, rather than go on for hours', () => {
    const many = 'lists.range(6000).map(x, [x])'
    const started = performance.now()
    for (const expression of [`dyn(${many}).distinct()`, `sets.contains(dyn(${many}), ${many})`]) {
      const { result } = newest
        .compile(expression)
        .evaluate({ activation: { resolve: () => undefined }, costLimit: Number.POSITIVE_INFINITY })
      expect((result as CelError).message).toBe('there are too many values to compare')
    }
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('validates names of any length in linear time', () => {
    const long = `'${'a'.repeat(50_000)}!'`
    const started = performance.now()
    expect(shown(`format.dns1123Subdomain().validate(${long}).hasValue()`)).toBe('true')
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
