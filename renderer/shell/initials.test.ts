import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

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
