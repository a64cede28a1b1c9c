import type { JsonObject } from '../values/index.ts'
import { type CustomKind, readDefinition } from './index.ts'

/** A definition of `Thing` in the group `example.com`, for tests. */
export function thingDefinition(schema: unknown, more: Readonly<Record<string, unknown>> = {}): object {
  return {
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Thing' },
      versions: [{ name: 'v1', schema: { openAPIV3Schema: schema }, subresources: { status: {} } }],
      ...more,
    },
  }
}

/** A kind whose `spec` has these properties, and what is said of it besides. */
export function thing(properties: unknown, more: Readonly<Record<string, unknown>> = {}): CustomKind {
  const schema = { type: 'object', properties: { spec: { type: 'object', properties, ...more } } }
  const read = readDefinition(thingDefinition(schema), 'v1')
  if (read === null) throw new Error('there is no such version')
  return read
}

export const ofSpec = (spec: unknown, metadata: object = {}): JsonObject =>
  ({
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 't', namespace: 'n', ...metadata },
    spec,
  }) as unknown as JsonObject
