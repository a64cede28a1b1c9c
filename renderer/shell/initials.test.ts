import { expect, it } from 'vitest'
import { initialsAmong, initialsOf } from './initials.ts'

it.each([
  ['staging-eu', 'ST'],
  ['arn:aws:eks:eu-central-1:1234:cluster/shop-prod', 'SH'],
  ['kubernetes-admin@kind', 'KI'],
  ['k3d', 'K3'],
  ['ärger', 'ÄR'],
  ['---', '?'],
])('the tile of %s says %s', (name, letters) => {
  expect(initialsOf(name)).toBe(letters)
})

it.each([
  [
    ['prod-eu', 'prod-us', 'stage'],
    ['PE', 'PU', 'ST'],
  ],
  [
    ['node-7', 'node12'],
    ['N7', 'N12'],
  ],
  [
    ['dead', 'denied'],
    ['DE', 'DE'],
  ],
  [
    ['cluster-104', 'cluster-105'],
    ['C04', 'C05'],
  ],
])('tiles of %j side by side say %j', (names, letters) => {
  expect(initialsAmong(names.map(name => ({ id: name, name })))).toEqual(letters)
})

it('equal names are numbered, the same wherever they stand on the rail', () => {
  const a = { id: 'a', name: 'team' }
  const b = { id: 'b', name: 'team' }
  const other = { id: 'c', name: 'other' }
  expect(initialsAmong([a, other, b])).toEqual(['T1', 'OT', 'T2'])
  expect(initialsAmong([b, a])).toEqual(['T2', 'T1'])
  expect(initialsAmong([b])).toEqual(['TE'])
})
