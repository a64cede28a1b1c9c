import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditView, OpenState, TraceQuestion, TraceView } from '../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../shared/kube/index.ts'
import { traceJson, traceText } from './cli/traced.ts'
import { createEngine, type Engine } from './engine.ts'
import { sampleEntry } from './snapshot/index.ts'

/** Values of Secrets stay in main, whatever is asked of admission: whole, in part, decoded or transformed. */
let folder: string
let engine: Engine
const planted: string[] = []
const context: ContextId = sampleEntry.id
const none = new AbortController().signal
const secrets = { group: '', version: 'v1', resource: 'secrets' }
const webTls: ObjectRef = { resource: secrets, namespace: 'shop', name: 'web-tls' } as ObjectRef

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hidden-'))
  engine = await createEngine({ host: 'serve', version: '0', env: { HOME: folder } })
  await engine.contexts.open(context)
  const api = engine.contexts.get(context)
  const { data } = (await api.get(webTls)) as unknown as { readonly data: Readonly<Record<string, string>> }
  // The frame of a PEM file is no secret, and its words are everywhere.
  for (const value of Object.values(data))
    planted.push(
      value,
      Buffer.from(value, 'base64')
        .toString()
        .replaceAll(/-----.*?-----/g, ''),
    )
  expect(planted.length).toBe(4)
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Parts of eight characters of what was planted, in some spellings, that a value holds. */
function leaksIn(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const parts = new Set<string>()
  for (const each of planted)
    for (const spelled of [each, each.toUpperCase(), each.toLowerCase()])
      for (let at = 0; at + 8 <= spelled.length; at++) parts.add(spelled.slice(at, at + 8))
  const found: string[] = []
  for (let at = 0; at + 8 <= text.length; at++)
    if (parts.has(text.slice(at, at + 8))) found.push(text.slice(at, at + 8))
  return found
}

const question = (over: Partial<TraceQuestion> = {}): TraceQuestion => ({
  ...{ operation: 'UPDATE', resource: secrets, subresource: '', namespace: 'shop', name: 'web-tls' },
  ...{ object: { type: 'stored' }, user: null, assumeWebhooks: 'unknown' },
  ...over,
})

async function lastOf<Value>(
  open: (notify: () => void) => OpenState<never, Value>,
  isLast: (value: Value) => boolean,
  then: (value: Value) => Promise<void> = async () => undefined,
): Promise<Value> {
  let look: () => void = () => undefined
  const state = open(() => look())
  try {
    const value = await new Promise<Value>(resolve => {
      look = () => {
        const taken = state.take()
        if (taken !== undefined && isLast(taken)) resolve(taken)
      }
      look()
    })
    await then(value)
    return value
  } finally {
    state.close()
  }
}

test.each(['UPDATE', 'DELETE', 'CREATE'] as const)('a trace of %s', async operation => {
  const view = await lastOf<TraceView>(
    notify =>
      engine.handlers['admission.trace']({ context, question: question({ operation }) }, notify) as never,
    ({ state }) => state !== 'reading',
  )
  expect(view.state).toBe('traced')
  expect(leaksIn(view)).toEqual([])
})

test.each([
  "object.data['tls.key'] == 'x'",
  "object.data['tls.key']",
  "object.data['tls.crt'].substring(0, 12)",
  "object.data['tls.key'].upperAscii()",
  'object.data',
  'object.data.map(k, object.data[k].lowerAscii())',
  "object.data[object.data['tls.key']]",
  "quantity(object.data['tls.key']).isInteger()",
  "oldObject.data['tls.key'].split('=')",
])('an evaluation of %s', async text => {
  const scratch = { type: 'expression', text } as const
  const answer = await engine.handlers['admission.evaluate']({ context, scratch, question: question() }, none)
  expect(answer).toMatchObject({ state: 'evaluated', expressions: [{ issues: [] }] })
  expect(leaksIn(answer)).toEqual([])
})

test('a check with the server', async () => {
  const answer = await engine.handlers['admission.check']({ context, question: question() }, none)
  expect(leaksIn(answer)).toEqual([])
})

test('the text and the JSON of the command line', async () => {
  const api = engine.contexts.get(context)
  const check = await engine.traces.check(api, question(), none)
  const { trace, request } = await engine.traces.trace(api, question(), none)
  const done = [{ trace, request, check, predicted: trace.verdict }]
  expect(leaksIn(traceJson(done))).toEqual([])
  expect(leaksIn(done.map(each => traceText(each, true)).join('\n'))).toEqual([])
})

const draft = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: nosy}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [''], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [secrets]}
  validations:
  - expression: "!('tls.key' in object.data) || object.data['tls.key'] == ''"
    messageExpression: "'it is ' + object.data['tls.key'].substring(3, 40) + object.data['tls.crt'].lowerAscii()"
  - expression: "!('tls.key' in object.data) || quantity(object.data['tls.key']).isInteger()"
`

test('an audit of Secrets and all its files', async () => {
  const view = await lastOf<AuditView>(
    notify => engine.handlers['admission.audit']({ context, draft, namespaces: ['shop'] }, notify) as never,
    ({ state }) => !['reading', 'running'].includes(state),
    async ({ run }) => {
      for (const format of ['csv', 'json', 'sarif'] as const) {
        const { text } = await engine.handlers['admission.exportAudit']({ run, format }, none)
        expect(text).toContain('web-tls')
        expect(leaksIn(text)).toEqual([])
      }
    },
  )
  expect(view.state).toBe('done')
  expect(view.totals.findings).toBeGreaterThan(1)
  expect(leaksIn(view)).toEqual([])
})
