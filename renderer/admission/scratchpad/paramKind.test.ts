import { expect, it } from 'vitest'
import { paramKindOf } from './paramKind.ts'

const limit = { apiVersion: 'example.com/v1', kind: 'Limit' }

it.each([
  ['spec:\n  paramKind:\n    apiVersion: example.com/v1\n    kind: Limit\n  validations: []\n', limit],
  ['spec:\n  paramKind: {kind: Limit, apiVersion: example.com/v1}\n', limit],
  ['spec:\n  paramKind:\n    kind: "Limit"\n    apiVersion: \'example.com/v1\'', limit],
  [
    '{\n  "spec": {\n    "paramKind": {\n      "apiVersion": "example.com/v1",\n      "kind": "Limit"\n    }\n  }\n}',
    limit,
  ],
  ['spec:\n  paramKind:\n    apiVersion: v1\n', null],
  ['apiVersion: v1\nkind: Limit\nspec:\n  paramKind:\n  validations:\n    - kind: x\n', null],
  ['spec: {}', null],
  ['', null],
])('%j names %j', (text, expected) => expect(paramKindOf(text)).toEqual(expected))
