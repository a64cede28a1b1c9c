import { expect, test } from 'vitest'
import { compare, diffLines, printYaml } from '../../shared/diff/index.ts'
import { mergePatch, unifiedPatch } from './patch.ts'

const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, index]))
const before = { kind: 'Deployment', ...fields, spec: { replicas: 3, list: ['a', 'b'], gone: true } }
const after = {
  kind: 'Deployment',
  ...fields,
  field4: 'x',
  spec: { replicas: 5, list: ['a', 'c', 'd'], came: 1 },
}

const linesOf = (value: object): readonly string[] =>
  Object.keys(value).length === 0 ? [] : printYaml(value).trimEnd().split('\n')

/** What `patch` makes of the lines; throws where it would refuse, so that places and counts are held to. */
function patched(lines: readonly string[], patch: string): readonly string[] {
  const result: string[] = []
  let at = 0
  for (const hunk of patch.split(/^@@ /m).slice(1)) {
    const [head = '', ...body] = hunk.trimEnd().split('\n')
    const [, start = 0, count = 0, , added = 0] = (/^-(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(head) ?? []).map(
      Number,
    )
    const from = count === 0 ? start : start - 1
    result.push(...lines.slice(at, from))
    const old = body.filter(line => !line.startsWith('+')).map(line => line.slice(1))
    const next = body.filter(line => !line.startsWith('-')).map(line => line.slice(1))
    expect(old).toEqual(lines.slice(from, from + count))
    expect(next).toHaveLength(added)
    result.push(...next)
    at = from + count
  }
  return [...result, ...lines.slice(at)]
}

test.each([
  ['fields and items in several places', before, after, '--- a/web.yaml\n+++ b/web.yaml\n'],
  ['an object out of nothing', {}, after, '--- /dev/null\n+++ b/web.yaml\n'],
  ['nothing of an object', before, {}, '--- a/web.yaml\n+++ /dev/null\n'],
])('the patch makes the one YAML of the other: %s', (_name, from, to, head) => {
  const patch = unifiedPatch(diffLines(compare(from, to)), 'web.yaml')
  expect(patch.startsWith(head)).toBe(true)
  expect(patched(linesOf(from), patch)).toEqual(linesOf(to))
})

test('a merge patch has what differs, lists whole, and null for what goes', () => {
  expect(mergePatch(before, after)).toEqual({
    field4: 'x',
    spec: { replicas: 5, list: ['a', 'c', 'd'], came: 1, gone: null },
  })
  expect(mergePatch({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 2 }] } })).toEqual({})
})

test('where nothing differs there is no patch', () => {
  expect(unifiedPatch(diffLines(compare(before, before)), 'web.yaml')).toBe('')
})
