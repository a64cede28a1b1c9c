import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors/index.ts'
import type { YamlCopy } from '../../shared/ipc/index.ts'
import type { KubeObject, ObjectRef } from '../../shared/kube/index.ts'
import type { ApiClient } from '../api/index.ts'
import { YamlCopying, type YamlOptions } from './yaml.ts'

const pods = { group: '', version: 'v1', resource: 'pods' }
const refOf = (name: string): ObjectRef => ({ resource: pods, namespace: 'shop', name })

/** Contexts whose answers a test gives, one object at a time. */
function optionsFor(
  answer: (context: string, name: string) => Promise<KubeObject>,
  more: Partial<YamlOptions> = {},
): YamlOptions {
  const get = (context: string) =>
    ({ get: ({ name }: ObjectRef) => answer(context, name) }) as unknown as ApiClient
  return { contexts: { get }, contextName: name => name, shareable: (_ref, object) => object, ...more }
}

const podOf = (name: string, more: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, managedFields: [{ manager: 'x' }] }, ...more }) as never

async function result(objects: readonly (readonly [string, string])[], options: YamlOptions) {
  const values: YamlCopy[] = []
  const params = { objects: objects.map(([context, name]) => ({ context, ref: refOf(name) })) }
  await new Promise<void>(resolve => {
    const copying = new YamlCopying(params, options, () => {
      const value = copying.take()
      if (value === undefined) return
      values.push(value)
      if (value.text !== null) resolve()
    })
  })
  return values
}

test('documents stand in the order asked for, whichever comes first, without managed fields', async () => {
  const options = optionsFor(async (_context, name) => {
    if (name === 'a') await new Promise(resolve => setTimeout(resolve, 20))
    return podOf(name)
  })
  const last = (
    await result(
      [
        ['dev', 'a'],
        ['dev', 'b'],
      ],
      options,
    )
  ).at(-1)
  expect(last?.text).toBe(
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: b\n',
  )
})

test('an object that is gone is named with its reason and does not keep the others', async () => {
  const options = optionsFor((_context, name) =>
    name === 'gone'
      ? Promise.reject(new AppError({ kind: 'gone', message: 'pods "gone" not found' }))
      : Promise.resolve(podOf(name)),
  )
  const values = await result(
    [
      ['dev', 'gone'],
      ['dev', 'b'],
    ],
    options,
  )
  expect(values.at(-1)).toMatchObject({
    done: 2,
    total: 2,
    failures: [{ ref: { name: 'gone' }, error: { kind: 'gone' } }],
  })
  expect(values.at(-1)?.text).toContain('name: b')
})

test('progress is told with each object', async () => {
  const values = await result(
    [
      ['dev', 'a'],
      ['dev', 'b'],
      ['dev', 'c'],
    ],
    optionsFor((_context, name) => Promise.resolve(podOf(name))),
  )
  expect(values.map(({ done }) => done)).toEqual([1, 2, 3])
})

test('of several contexts each document names its own, on one line whatever the name holds', async () => {
  const options = optionsFor((_context, name) => Promise.resolve(podOf(name)), {
    contextName: name => `${name}\nkind: Evil`,
  })
  const last = (
    await result(
      [
        ['dev', 'a'],
        ['prod', 'a'],
      ],
      options,
    )
  ).at(-1)
  expect(last?.text?.match(/^# context: .*$/gm)).toEqual([
    '# context: dev kind: Evil',
    '# context: prod kind: Evil',
  ])
  expect(last?.text).not.toMatch(/^kind: Evil/m)
})

test('the text is bounded: what is too much is left out by name', async () => {
  const options = optionsFor((_context, name) => Promise.resolve(podOf(name)), { mostText: 60 })
  const last = (
    await result(
      [
        ['dev', 'a'],
        ['dev', 'b'],
      ],
      options,
    )
  ).at(-1)
  expect(last?.failures).toHaveLength(1)
  expect(last?.text).toContain('name: a')
})

test('what may not leave main does not', async () => {
  const options = optionsFor(
    (_context, name) => Promise.resolve(podOf(name, { data: { key: 'c2VjcmV0' } })),
    {
      shareable: (_ref, object) => ({ ...object, data: { key: '(6 bytes)' } }) as never,
    },
  )
  const last = (await result([['dev', 'a']], options)).at(-1)
  expect(last?.text).not.toContain('c2VjcmV0')
})

test('closing ends what is under way and asks for nothing more', async () => {
  let asked = 0
  const options = optionsFor(() => {
    asked++
    return new Promise(() => undefined)
  })
  const objects = Array.from({ length: 50 }, (_, index) => ({ context: 'dev', ref: refOf(`p${index}`) }))
  new YamlCopying({ objects }, options, () => undefined).close()
  await new Promise(resolve => setTimeout(resolve, 10))
  expect(asked).toBeLessThan(10)
})
