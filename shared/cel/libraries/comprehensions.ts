import { types } from '../check/types.ts'
import { operators } from '../syntax/ast.ts'
import { insertEntry } from '../values/containers.ts'
import { isError, type MapValue, type Result, type Value } from '../values/value.ts'
import type { Library } from './define.ts'
import { global } from './define.ts'

const [K, V] = [types.param('K'), types.param('V')]
const mapKV = types.map(K, V)

function insertAll(map: MapValue, more: MapValue): Result {
  let gathered = map
  for (const key of more.keys()) {
    const inserted = insertEntry(gathered, key, more.get(key) ?? null)
    if (isError(inserted)) return inserted
    gathered = inserted
  }
  return gathered
}

/** What macros of two variables gather maps with; it has no name that can be written. */
export const comprehensionLibrary: Library = {
  since: 32,
  functions: [
    global(
      operators.mapInsert,
      '@mapInsert_map_key_value',
      [mapKV, K, V],
      mapKV,
      (map: MapValue, key: Value, value: Value) => insertEntry(map, key, value),
    ),
    global(operators.mapInsert, '@mapInsert_map_map', [mapKV, mapKV], mapKV, insertAll),
  ],
}
