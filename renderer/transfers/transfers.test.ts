import { describe, expect, it } from 'vitest'
import type { ContainerFile, Transfer } from '../../shared/ipc/index.ts'
import { inOrder, nameOf, parentOf, within } from './paths.ts'
import { amountText, paceText, stateOf } from './words.ts'

it.each([
  ['/', 'etc', '/etc', '/', ''],
  ['/etc', 'hosts', '/etc/hosts', '/', 'etc'],
  ['/a/b/', 'c', '/a/b/c', '/a', 'b'],
])('in %s, %s is %s', (folder, name, path, parent, own) => {
  expect([within(folder, name), parentOf(folder), nameOf(folder)]).toEqual([path, parent, own])
})

it('folders come first, links to folders with them, and numbers in their order', () => {
  const file = (name: string, more: Partial<ContainerFile> = {}): ContainerFile => ({
    ...{ name, type: 'file', size: 1, mode: '', modified: null, target: '' },
    ...more,
  })
  const files = [
    file('log10'),
    file('log9'),
    file('zoo', { type: 'folder' }),
    file('current', { type: 'link', leadsToFolder: true }),
    file('a', { type: 'link' }),
  ]
  expect(inOrder(files).map(({ name }) => name)).toEqual(['current', 'zoo', 'a', 'log9', 'log10'])
})

const transfer = (change: Partial<Transfer>): Transfer => ({
  ...{ id: '', context: 'c', namespace: 'n', pod: 'p', container: 'c', direction: 'toContainer' },
  ...{ source: '/a', destination: '/b', phase: 'running', bytes: 0, totalBytes: null, bytesPerSecond: 0 },
  ...{ files: 0, refused: [], refusedCount: 0, startedAt: 0 },
  ...change,
})

describe('a copy in words', () => {
  it('says how far it is, and no more than all', () => {
    expect(amountText({ bytes: 1e6, totalBytes: null })).toBe('1 MB')
    expect(amountText({ bytes: 1e6, totalBytes: 4e6 })).toBe('1 MB of 4 MB, 25 %')
    expect(amountText({ bytes: 0, totalBytes: 0 })).toBe('0 B of 0 B, 100 %')
    expect(amountText({ bytes: 5e6, totalBytes: 4e6 })).toBe('5 MB')
  })

  it('says its pace, that nothing moves, and what it came to', () => {
    expect(paceText(transfer({}), 1000)).toBe('starting')
    expect(paceText(transfer({ bytes: 1e6 }), 5000)).toBe('nothing moves just now')
    expect(paceText(transfer({ bytes: 1e6, totalBytes: 11e6, bytesPerSecond: 2e6 }), 5000)).toBe(
      '2 MB/s, 5s left',
    )
    expect(paceText(transfer({ bytes: 1e6, bytesPerSecond: 2e6 }), 5000)).toBe('2 MB/s')
    expect(paceText(transfer({ phase: 'done', files: 1, endedAt: 1234 }), 9999)).toBe('1 entry in 1.2 s')
  })

  it('is done in part where entries were refused', () => {
    expect(stateOf(transfer({ phase: 'done', refusedCount: 2 })).meaning).toBe('warning')
    expect(stateOf(transfer({ phase: 'done' })).meaning).toBe('good')
  })
})
