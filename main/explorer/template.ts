import { printYaml } from '../../shared/diff/index.ts'
import type { ApiOperation, KindSchema } from '../../shared/ipc/index.ts'
import { apiVersionOf } from '../../shared/kube/index.ts'
import { childrenOf, describeNode, rootNode, type SchemaNode } from './schemaNode.ts'

const deepest = 6

/**
 * What every object of a kind has to have, as YAML with empty values: a beginning for a body.
 * @param set null where the server has no schema of the kind
 */
export function templateOf({ body, method }: ApiOperation, set: KindSchema | null): string {
  if (body === null || body.kind === '' || method === 'DELETE' || method === 'PATCH') return ''
  const { group, version, kind } = body
  const head = version === '' ? {} : { apiVersion: apiVersionOf({ group, version }), kind }
  const required = set === null ? {} : requiredOf(set, rootNode(set), 0)
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, status: _status, ...rest } = required
  const spec =
    set !== null && childrenOf(set, rootNode(set)).some(({ name }) => name === 'spec') ? { spec: {} } : {}
  return printYaml({ ...head, metadata: { name: '' }, ...spec, ...rest })
}

function requiredOf(set: KindSchema, node: SchemaNode, depth: number): Record<string, unknown> {
  if (depth > deepest) return {}
  return Object.fromEntries(
    childrenOf(set, node)
      .filter(child => child.isRequired || (depth === 0 && child.name === 'spec'))
      .map(child => [child.name, emptyOf(set, child, depth + 1)]),
  )
}

function emptyOf(set: KindSchema, node: SchemaNode, depth: number): unknown {
  const { type, choices, defaultValue } = describeNode(set, node)
  if (defaultValue !== '') return JSON.parse(defaultValue)
  if (choices[0] !== undefined) return choices[0]
  if (type.startsWith('list of ')) {
    const inside = requiredOf(set, node, depth)
    return Object.keys(inside).length === 0 ? [] : [inside]
  }
  if (type.startsWith('map of ')) return {}
  if (type.startsWith('integer') || type.startsWith('number')) return 0
  if (type === 'boolean') return false
  return childrenOf(set, node).length > 0 ? requiredOf(set, node, depth) : ''
}
