import { describe, expect, test } from 'vitest'
import { defaultPrinter, findFirst, parseJsonPath, printerOf } from './index.ts'

const object = {
  apiVersion: 'example.com/v1',
  kind: 'Backup',
  metadata: {
    name: 'nightly',
    creationTimestamp: '2026-01-02T03:04:05Z',
    labels: { 'app.kubernetes.io/name': 'shop' },
  },
  spec: { size: 3.7, paused: false, hosts: ['a', 'b'], tags: { x: 1 } },
  status: {
    conditions: [
      { type: 'Ready', status: 'False' },
      { type: 'Done', status: 'True' },
    ],
  },
}

test('without columns there are Name and Age', () => {
  const printer = defaultPrinter()
  expect(printer.columns.map(column => column.name)).toEqual(['Name', 'Age'])
  expect(printer.cells(object)).toEqual(['nightly', '2026-01-02T03:04:05Z'])
})

test('printer columns convert as the API server does', () => {
  const printer = printerOf([
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Paused', type: 'boolean', jsonPath: '.spec.paused' },
    { name: 'Tags', type: 'string', jsonPath: '.spec.tags' },
    { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status', priority: 1 },
    { name: 'Wrong', type: 'integer', jsonPath: '.spec.hosts' },
    { name: 'Absent', type: 'string', jsonPath: '.spec.none.at.all' },
    { name: 'Unreadable', type: 'string', jsonPath: '.spec[' },
  ])
  expect(printer.cells(object)).toEqual(['nightly', 3, false, '{"x":1}', 'False', null, null, null])
  expect(printer.columns.at(4)).toEqual({ name: 'Ready', type: 'string', description: '', priority: 1 })
})

test('objects of odd shape print as empty cells', () => {
  const odd = { apiVersion: 'v1', kind: 'X', metadata: null } as never
  expect(defaultPrinter().cells(odd)).toEqual([null, null])
})

describe('paths', () => {
  test.each([
    ['.spec.hosts[0]', 'a'],
    ['.spec.hosts[-1]', 'b'],
    ['.spec.hosts[*]', 'a'],
    ['{.spec.size}', 3.7],
    ['$.spec.size', 3.7],
    ['spec.size', 3.7],
    [".metadata.labels['app.kubernetes.io/name']", 'shop'],
    ['.metadata.labels.app\\.kubernetes\\.io/name', 'shop'],
    [".status.conditions[?(@.type == 'Done')].status", 'True'],
    ['.status.conditions[?(@.type!="Ready")].status', 'True'],
    ['.status.conditions[?(@.reason)].status', undefined],
    ['.spec.constructor', undefined],
  ])('%s', (text, value) => {
    const path = parseJsonPath(text)
    expect(path).not.toBeNull()
    expect(findFirst(path!, object)).toBe(value)
  })

  test.each(['.spec[', '.a[?(x)]', '.a[1:2]', '.a]'])('%s is refused', text => {
    expect(parseJsonPath(text)).toBeNull()
  })
})
