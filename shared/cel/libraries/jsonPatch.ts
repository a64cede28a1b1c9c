import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { oneTraversal } from './costs.ts'
import { global } from './define.ts'

/** `jsonpatch.escapeKey`, which mutating policies alone may call. */
export const jsonPatchFunctions: readonly FunctionDefinition[] = [
  global(
    'jsonpatch.escapeKey',
    'string_jsonpatch_escapeKey_string',
    [types.string],
    types.string,
    (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1'),
    oneTraversal,
  ),
]
