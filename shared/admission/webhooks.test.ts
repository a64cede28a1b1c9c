import { describe, expect, it } from 'vitest'
import { byteOrder, callAddress, inCallingOrder, readWebhooks } from './webhooks.ts'

const configuration = (
  kind: string,
  name: string,
  webhooks: unknown,
  apiVersion = 'admissionregistration.k8s.io/v1',
) => ({
  apiVersion,
  kind,
  metadata: { name },
  webhooks,
})
const mutating = (name: string, ...webhooks: unknown[]) =>
  configuration('MutatingWebhookConfiguration', name, webhooks)
const validating = (name: string, ...webhooks: unknown[]) =>
  configuration('ValidatingWebhookConfiguration', name, webhooks)

describe('calling order', () => {
  it('goes by phase, by the bytes of the configuration name, then by list position', () => {
    const given = [
      validating('a', { name: 'v' }),
      mutating('b', { name: '1' }, { name: '0' }),
      mutating('B', { name: 'upper' }),
      mutating('a-b', { name: 'dash' }),
      mutating('a.b', { name: 'dot' }),
    ].flatMap(readWebhooks)
    const ordered = inCallingOrder(given).map(each => each.name)
    expect(ordered).toEqual(['upper', 'dash', 'dot', '1', '0', 'v'])
  })

  it('compares by code point, as bytes of UTF-8 do', () => {
    expect(byteOrder('\u{1F600}', '\uFFFD')).toBeGreaterThan(0)
    expect(byteOrder('a', 'ab')).toBeLessThan(0)
    expect(byteOrder('a', 'a')).toBe(0)
  })
})

describe('defaults', () => {
  it('are filled in and marked as not given', () => {
    const [webhook] = readWebhooks(
      mutating('m', { name: 'w', clientConfig: { service: { name: 's', namespace: 'n' } } }),
    )
    expect(webhook).toMatchObject({
      failurePolicy: { value: 'Fail', given: false },
      matchPolicy: { value: 'Equivalent', given: false },
      timeoutSeconds: { value: 10, given: false },
      reinvocationPolicy: { value: 'Never', given: false },
      sideEffects: { value: '', given: false },
      client: { type: 'service', service: { port: { value: 443, given: false } } },
    })
  })

  it('of v1beta1 are other ones', () => {
    const [webhook] = readWebhooks(
      configuration(
        'ValidatingWebhookConfiguration',
        'v',
        [{ name: 'w' }],
        'admissionregistration.k8s.io/v1beta1',
      ),
    )
    expect(webhook).toMatchObject({
      failurePolicy: { value: 'Ignore', given: false },
      matchPolicy: { value: 'Exact' },
      timeoutSeconds: { value: 30 },
      sideEffects: { value: 'Unknown' },
      reviewVersions: { value: ['v1beta1'] },
      reinvocationPolicy: null,
    })
  })

  it('are not confused with what is given', () => {
    const [webhook] = readWebhooks(mutating('m', { failurePolicy: 'Fail', timeoutSeconds: 7 }))
    expect(webhook).toMatchObject({
      failurePolicy: { value: 'Fail', given: true },
      timeoutSeconds: { value: 7, given: true },
    })
  })
})

describe('target of the call', () => {
  const service = { name: 's', namespace: 'n' }
  it.each([
    [{ service }, 'service', 'https://s.n.svc:443'],
    [{ service: { ...service, port: 8443, path: '/x' } }, 'service', 'https://s.n.svc:8443/x'],
    [{ service: { ...service, path: 'x' } }, 'service', 'https://s.n.svc:443/x'],
    [{ url: 'https://example.test/y' }, 'url', 'https://example.test/y'],
    [{ url: null }, 'neither', ''],
    [{ url: 'https://e.test', service }, 'both', 'https://e.test'],
    [undefined, 'neither', ''],
    ['nonsense', 'neither', ''],
  ])('%j is %s', (clientConfig, type, address) => {
    const [webhook] = readWebhooks(mutating('m', { clientConfig }))
    expect(webhook?.client.type).toBe(type)
    expect(webhook === undefined ? '' : callAddress(webhook)).toBe(address)
  })
})

it.each([null, 'x', [null], [7], [{ clientConfig: [], rules: {}, namespaceSelector: [] }]])(
  'reads webhooks %j without a throw',
  webhooks => {
    expect(() => readWebhooks(configuration('MutatingWebhookConfiguration', 'm', webhooks))).not.toThrow()
  },
)
