import { expect, it } from 'vitest'
import { qualityOfService } from './qualityOfService.ts'

const both = { cpu: '1', memory: '1Gi' }

it.each([
  ['BestEffort', { containers: [{}] }],
  ['BestEffort', { containers: [{ resources: { requests: { cpu: '0' } } }] }],
  ['Burstable', { containers: [{ resources: { requests: { cpu: '1' } } }] }],
  ['Guaranteed', { containers: [{ resources: { requests: both, limits: both } }] }],
  ['Burstable', { containers: [{ resources: { requests: both, limits: both } }, {}] }],
  ['Guaranteed', { resources: { requests: both, limits: both }, containers: [{}] }],
  ['BestEffort', { containers: 'odd' }],
])('a Pod is %s for %j', (quality, spec) => {
  expect(qualityOfService({ spec })).toBe(quality)
})
