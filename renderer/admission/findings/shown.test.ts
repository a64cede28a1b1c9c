import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../shared/admission/findings/index.ts'
import type { FindingsView } from '../../../shared/ipc/index.ts'
import { latencyText, numberText } from './figures.ts'
import {
  countsOf,
  groupedFindings,
  lookedAtInWords,
  noFilter,
  progressInWords,
  shownFindings,
  unreadInWords,
} from './shown.ts'

const object = (name: string, version = 'v1') => ({
  kind: 'ValidatingWebhookConfiguration',
  ref: {
    resource: { group: 'admissionregistration.k8s.io', version, resource: 'validatingwebhookconfigurations' },
    namespace: '',
    name,
  },
})

const finding = (key: string, severity: Finding['severity'], name: string): Finding => ({
  id: 'service-missing',
  key,
  severity,
  title: 'Its Service does not exist',
  objects: [object(name)],
  evidence: [`Service platform/${name} was not found.`],
  why: '',
  fix: { words: '' },
  docs: '',
})

const view: FindingsView = {
  depth: 'whole',
  readsSecrets: false,
  asksServers: false,
  findings: [finding('a', 'high', 'kyverno'), finding('b', 'low', 'images'), finding('c', 'high', 'images')],
  omitted: 0,
  sources: [],
  notes: [],
  loading: 0,
  trials: { done: 0, wanted: 0 },
  engines: [
    {
      id: 'kyverno',
      name: 'Kyverno',
      purpose: '',
      recognisedBy: '',
      objects: [object('kyverno', 'v1beta1')],
      sources: [],
    },
  ],
  webhooks: [],
  policies: [],
  measures: { state: 'notRead', why: '' },
}

const keys = (filter: Partial<typeof noFilter>) =>
  shownFindings(view, { ...noFilter, ...filter }).map(({ key }) => key)

describe('findings', () => {
  it.each([
    [{}, ['a', 'b', 'c']],
    [{ severity: 'high' as const }, ['a', 'c']],
    [{ text: 'IMAGES  exist' }, ['b', 'c']],
    [{ text: 'images nothing' }, []],
    [{ engine: 'kyverno' }, ['a']],
    [{ engine: 'gone' }, []],
  ])('that fit %j are %j', (filter, expected) => expect(keys(filter)).toEqual(expected))

  it('are grouped by severity, the worst first', () => {
    expect(
      groupedFindings(view.findings).map(({ severity, findings }) => [severity, findings.length]),
    ).toEqual([
      ['high', 2],
      ['low', 1],
    ])
    expect(countsOf(view.findings)).toEqual({ high: 2, medium: 0, low: 1, info: 0 })
  })

  it('say how far their making is', () => {
    expect(progressInWords(view)).toBe('')
    expect(progressInWords({ ...view, loading: 3 })).toBe('reading 3 more…')
    expect(progressInWords({ ...view, trials: { done: 4, wanted: 9 } })).toContain('4 of 9')
    expect(progressInWords({ ...view, depth: 'configuration' })).toContain('configuration')
  })

  it('say what was looked at beyond the configuration, and what was not', () => {
    expect(lookedAtInWords({ ...view, depth: 'configuration' })).toBe('')
    const denied = { state: 'unreadable', error: { kind: 'denied', message: 'You may not.' } } as const
    const text = lookedAtInWords({ ...view, measures: denied, readsSecrets: true })
    expect(text).toMatch(/last hour and serving certificates\. Not the measures: You may not\.$/)
  })
})

it.each([
  [null, '–'],
  [undefined, '–'],
  [0.0005, '0.5 ms'],
  [0.025, '25 ms'],
  [2.5, '2.5 s'],
])('a latency of %s is %s', (seconds, text) => expect(latencyText(seconds)).toBe(text))

it('kinds that may not be listed are named in one line, others with their reason', () => {
  const source = (kind: string, error: 'denied' | 'serverFault') =>
    ({ kind, state: 'unreadable', error: { kind: error, message: 'm' } }) as const
  const sources = [source('A', 'denied'), source('B', 'serverFault'), source('C', 'denied')]
  expect(unreadInWords({ ...view, sources })).toEqual(['You may not list A, C.', 'B: m'])
})

it('counts are grouped by thousands', () => expect(numberText(12_345)).toBe('12,345'))
