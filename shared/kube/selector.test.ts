import { describe, expect, test } from 'vitest'
import {
  labelSelectorOf,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
  printFieldSelector,
  printLabelSelector,
} from './index.ts'

const labels = { app: 'web', tier: '', 'example.com/size': '12', in: 'x' }

describe('label selectors', () => {
  test.each([
    ['', true],
    ['app', true],
    ['!app', false],
    ['!absent', true],
    ['app=web', true],
    ['app==web', true],
    ['app = web , tier', true],
    ['app!=web', false],
    ['absent!=web', true],
    ['app in (web,db)', true],
    ['app notin (web, db)', false],
    ['absent notin (web)', true],
    ['absent in (web)', false],
    ['tier=', true],
    ['tier in ()', true],
    ['tier in (,a)', true],
    ['example.com/size>11', true],
    ['example.com/size<12', false],
    ['app>1', false],
    ['in=x', true],
    ['in in (x)', true],
  ])('%j on the sample labels is %s', (text, expected) => {
    const parsed = parseLabelSelector(text)
    if (!parsed.ok) throw new Error(parsed.problem.message)
    expect(matchesLabels(parsed.selector, labels)).toBe(expected)
    expect(parseLabelSelector(printLabelSelector(parsed.selector))).toEqual(parsed)
  })

  test.each([
    ['app=web,', 8],
    [',app', 0],
    ['app=web tier', 8],
    ['app in web', 7],
    ['app in (web', 11],
    ['app>x', 4],
    ['-app', 0],
    ['app=-x', 4],
    ['Example.com/size', 0],
    ['a/b/c', 0],
    ['app=web,!', 9],
  ])('%j is refused at %i', (text, at) => {
    const parsed = parseLabelSelector(text)
    expect(parsed.ok ? 'accepted' : parsed.problem.at).toBe(at)
  })

  test('labels named like members of Object.prototype are ordinary', () => {
    const parsed = parseLabelSelector('constructor')
    expect(parsed.ok && matchesLabels(parsed.selector, {})).toBe(false)
  })

  test('an object selector means the same requirements', () => {
    const parsed = labelSelectorOf({
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'tier', operator: 'Exists' },
        { key: 'x', operator: 'NotIn', values: ['a', 'b'] },
      ],
    })
    expect(parsed.ok && printLabelSelector(parsed.selector)).toBe('app=web,tier,x notin (a,b)')
    expect(labelSelectorOf({ matchExpressions: [{ key: 'a', operator: 'in' }] }).ok).toBe(false)
    expect(labelSelectorOf({ matchExpressions: [{ key: 'a', operator: 'In' }] }).ok).toBe(false)
  })
})

describe('field selectors', () => {
  const values = new Map([
    ['metadata.name', 'a,b'],
    ['status.phase', 'Running'],
  ])
  test.each([
    ['', true],
    ['status.phase=Running', true],
    ['status.phase==Running', true],
    ['status.phase!=Running', false],
    ['metadata.name=a\\,b,status.phase=Running', true],
    ['spec.nodeName=', true],
    [',status.phase=Running,', true],
  ])('%j on the sample fields is %s', (text, expected) => {
    const parsed = parseFieldSelector(text)
    if (!parsed.ok) throw new Error(parsed.problem.message)
    expect(matchesFields(parsed.selector, field => values.get(field) ?? '')).toBe(expected)
    expect(parseFieldSelector(printFieldSelector(parsed.selector))).toEqual(parsed)
  })

  test.each([
    ['status.phase', 0],
    ['a=b,=c', 4],
    ['a=b=c', 3],
    ['a=b\\', 3],
    ['a=b\\c', 3],
  ])('%j is refused at %i', (text, at) => {
    const parsed = parseFieldSelector(text)
    expect(parsed.ok ? 'accepted' : parsed.problem.at).toBe(at)
  })
})
