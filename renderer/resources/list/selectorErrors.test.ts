import { expect, it } from 'vitest'
import { selectorErrors } from './selectorErrors.ts'

const refusal = 'field label not supported: spec.colour'

it.each([
  ['nothing typed, nothing wrong', '', '', undefined, [undefined, undefined]],
  ['a refused field selector alone', '', 'spec.colour=red', refusal, [undefined, refusal]],
  [
    'a refused field selector beside a good label selector',
    'app=web',
    'spec.colour=red',
    refusal,
    [undefined, refusal],
  ],
  ['a refused label selector alone', 'app=web', '', refusal, [refusal, undefined]],
  [
    'an unreadable label selector beside a good field selector',
    'app in',
    'metadata.name=x',
    refusal,
    [expect.any(String), undefined],
  ],
  [
    'an unreadable field selector beside a good label selector',
    'app=web',
    'metadata.name',
    refusal,
    [undefined, expect.any(String)],
  ],
  ['both unreadable', 'app in', 'metadata.name', undefined, [expect.any(String), expect.any(String)]],
] as const)('%s', (_name, labelSelector, fieldSelector, error, [label, field]) => {
  expect(selectorErrors({ labelSelector, fieldSelector }, error)).toEqual({ label, field })
})
