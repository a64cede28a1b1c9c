import { expect, it } from 'vitest'
import { parseQuestion, plainQuestion, questionText } from './question.ts'

const ofText = (text: string) => ({ ...plainQuestion, object: { type: 'text' as const, text } })
const back = (query: string) => parseQuestion(new URLSearchParams(query))

it.each([
  ['kind: Secret\nstringData: {a: hunter2}', 'a Secret'],
  ['{"apiVersion":"v1",\n"kind": "Secret","data":{"a":"aHVudGVyMg=="}}', 'a Secret in JSON'],
  ['{"kind":"Secret","stringData":{"a":"hunter2"}}', 'a Secret on one line'],
  ['- kind: SecretList\n  items: [hunter2]', 'a list of them'],
  ['{"apiVersion":"v1","kind":"Secret","stringData":{"a":"hunter2"}}', 'a Secret as jq writes it'],
  ['{apiVersion: v1, kind: Secret, stringData: {a: hunter2}}', 'a Secret in flow style'],
  ['? kind\n: Secret\ndata: {a: hunter2}', 'a Secret with an explicit key'],
  ['kind: !!str Secret\ndata: {a: hunter2}', 'a Secret with a tag'],
  ["'kind': 'Secret'\ndata: {a: hunter2}", 'a Secret in quotes'],
  ['kind:\n  Secret\ndata: {a: hunter2}', 'a Secret on the next line'],
  ['x: &k Secret\nkind: *k\ndata: {a: hunter2}', 'a Secret by an anchor'],
  ['"kin\\x64": "\\u0053ecret"\ndata: {a: hunter2}', 'a Secret in escapes'],
  ['kind: "Sec\\\n  ret"\ndata: {a: hunter2}', 'a Secret over two lines'],
  ['apiVersion: v1\nstringData: {a: hunter2}', 'a Secret that does not say its kind yet'],
  ['{"kind":"TokenRequest","status":{"token":"hunter2"}}', 'a token'],
  [`kind: ConfigMap\ndata: {a: ${'hunter2 '.repeat(4000)}}`, 'what is too long'],
])('%# the text of %2$s is not written into the address, and comes back on its page', text => {
  const query = questionText(ofText(text))
  expect(query).not.toMatch(/hunter2|aHVudGVyMg/)
  expect(back(query)).toEqual(ofText(text))
})

it('where the kind is chosen to be Secret no text is written into the address', () => {
  const resource = { group: '', version: 'v1', resource: 'secrets' }
  expect(questionText({ ...ofText('data: {a: hunter2}'), resource })).not.toContain('hunter2')
})

it.each([
  'kind: Pod\nspec: {imagePullSecrets: [], automountServiceAccountToken: false}',
  'object.spec.x.matches("\\\\d+") && object.metadata.name != "a"',
])('other texts travel: %s', text => {
  expect(new URLSearchParams(questionText(ofText(text))).get('yaml')).toBe(text)
})

it('an address that names a text of another page says that it is away', () => {
  expect(back('?object=yaml&kept=5-abc')).toEqual({ ...ofText(''), isTextAway: true })
})

it('the same text has the same address', () => {
  const text = `kind: Secret\n${'x'.repeat(99)}`
  expect(questionText(ofText(text))).toBe(questionText(ofText(text)))
})

it.each(['?op=update', '?op=patch'])('%s is the operation of its address again', query => {
  expect(questionText(back(query))).toBe(query)
})

it.each(['?kind=pods', '?kind=a/b', '?kind=a/b/c/d', '?op=fly&webhooks=maybe', '?kind=//'])(
  'what %s says wrongly is left out',
  query => expect(back(query)).toEqual(plainQuestion),
)
