import { expect, it } from 'vitest'
import { logTargetKey, parseLogPlace, plainLogFilter, plainLogLooks, plainLogOptions } from './logPlace.ts'

const pod = 'kind=/v1/pods&ns=shop&name=web-0'

it('what a query says badly is as if it were not said', () => {
  const bad =
    'tail=-1&since=0&around=1000&level=loud&time=soon&column=&findPattern=1&field=is:only&field=like:a:b&field=is:%25E0:x&container=&follow=yes'
  expect(parseLogPlace(new URLSearchParams(`${pod}&${bad}`))).toEqual({
    target: {
      type: 'object',
      ref: { resource: { group: '', version: 'v1', resource: 'pods' }, namespace: 'shop', name: 'web-0' },
    },
    options: plainLogOptions,
    filter: {
      ...plainLogFilter,
      fields: [{ key: 'only', how: 'is', value: '' }],
    },
    looks: { ...plainLogLooks, search: { ...plainLogLooks.search, isPattern: true } },
  })
})

it('targets have the same key only when they are the same', () => {
  const selector = { type: 'selector', namespace: 'shop', labelSelector: 'app=web' } as const
  const key = logTargetKey(selector)
  expect(logTargetKey({ ...selector })).toBe(key)
  expect(logTargetKey({ ...selector, namespace: '' })).not.toBe(key)
  expect(logTargetKey({ ...selector, labelSelector: 'app=web&ns=shop' })).not.toBe(key)
})
