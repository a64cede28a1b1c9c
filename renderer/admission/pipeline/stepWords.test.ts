import { expect, it } from 'vitest'
import type { TraceStep } from '../../../shared/admission/index.ts'
import { clampedAtWord, reasonInWords, sentenceOf, sourceInWords, titleOf } from './stepWords.ts'

const step = (part: Partial<TraceStep>): TraceStep => ({
  phase: 'validatingPolicy',
  kind: 'ValidatingAdmissionPolicy',
  name: 'limits',
  round: 0,
  outcome: 'notMatched',
  certainty: 'predicted',
  reason: '',
  ...part,
})
const access = { user: 'jane', action: 'create deployments.apps in namespace shop' }
const asked = 'jane create deployments.apps in namespace shop: '
const authorization = (part: Partial<TraceStep>): TraceStep =>
  step({ phase: 'authorization', kind: 'SubjectAccessReview', name: '', outcome: 'passed', access, ...part })

it.each<[string, string]>([
  ['resourceRules[0].apiGroups: "" does not include group apps', 'rules take the core group, not apps'],
  ['rules[1].apiGroups: apps, "" does not include group batch', 'rules take apps, the core group, not batch'],
  ['rules[0].apiGroups: apps does not include group ""', 'rules take apps, not the core group'],
  ['rules[0].resources: pods does not include deployments', 'rules take pods, not deployments'],
  ['rules[0].resources: a, b, c, d, e does not include f', 'rules take a, b, c and 2 more, not f'],
  ['rules[0].apiVersions: v1beta1 does not include apps/v1', 'rules take version v1beta1, not apps/v1'],
  ['rules[0].operations: UPDATE, DELETE does not include CREATE', 'rules take update, delete, not create'],
  [
    'rules[0].scope: Cluster does not include pods of namespace a',
    'rules take what is in no namespace, not pods of namespace a',
  ],
  ['rules[0].resourceNames: a does not include b', 'rules take a by name, not b'],
  ['namespaceSelector: team=web is not on namespace shop', 'team=web is not on namespace shop'],
  ['Its match condition x is false.', 'Its match condition x is false.'],
  ['It is not reached: something ended the request.', 'It is not reached: something ended the request.'],
])('a reason is a sentence without its field: %s', (reason, words) => {
  expect(reasonInWords(step({ reason }))).toBe(words)
})

it('that no object is given is not said of every step', () => {
  const reason =
    'It is not known what it decides: it depends on the content of the object, which is not given.'
  expect(reasonInWords(step({ outcome: 'unknown', reason }))).toBe('It depends on the object.')
})

it('what matched keeps its sentence', () => {
  expect(reasonInWords(step({ outcome: 'passed', reason: 'rules[0]: takes it' }))).toBe('rules[0]: takes it')
})

it.each<[Partial<TraceStep>, string]>([
  [
    {
      reason: `${asked}A review of the server allows it: RBAC: allowed by ClusterRoleBinding "visitors" of ClusterRole "x" to Group "g"`,
    },
    'may create deployments in shop by ClusterRoleBinding visitors',
  ],
  [
    { reason: `${asked}A review of the server allows it.` },
    'may create deployments in shop: a review of the server allows it.',
  ],
  [
    { outcome: 'denied', reason: `${asked}No role bound to the user allows it.` },
    'may not create deployments in shop: no role bound to the user allows it.',
  ],
  [
    { outcome: 'unknown', reason: 'Whether jane may is not known: roles cannot be read.' },
    'Whether jane may is not known: roles cannot be read.',
  ],
])('authorization says who may do what, by which binding', (part, words) => {
  expect(reasonInWords(authorization(part))).toBe(words)
})

it('where the user is not the title, the sentence names it', () => {
  const reason = `${asked}A review of the server allows it.`
  expect(sentenceOf(authorization({ reason }))).toMatch(/^jane may create deployments in shop/)
  expect(sentenceOf(authorization({ outcome: 'unknown', reason: 'Whether jane may is not known.' }))).toBe(
    'Whether jane may is not known.',
  )
})

it('authorization says where its answer comes from', () => {
  expect(sourceInWords(authorization({}))).toBe('a review of the server')
  expect(sourceInWords(authorization({ kind: 'ClusterRoleBinding' }))).toBe('roles read here')
  expect(sourceInWords(authorization({ kind: 'RBAC', outcome: 'unknown' }))).toBe('roles could not be read')
  expect(sourceInWords(step({}))).toBeNull()
  expect(titleOf(authorization({}))).toBe('authorization')
})

it('a text is cut behind a word, never within one', () => {
  expect(clampedAtWord('must set securityContext.runAsNonRoot', 20)).toBe('must set…')
  expect(clampedAtWord('must set (x', 10)).toBe('must set…')
  expect(clampedAtWord('must set', 8)).toBe('must set')
  expect(clampedAtWord('x'.repeat(20), 10)).toBe(`${'x'.repeat(10)}…`)
})
