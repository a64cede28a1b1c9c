import { type LinePath, type YamlLine, yamlLines } from '../../../../shared/diff/index.ts'
import { isMapping, type KubeObject } from '../../../../shared/kube/index.ts'

/** An object as text, with the field of each line. */
export interface YamlDocument {
  readonly text: string
  /** Line numbers from 1. Field names and list indices; empty outside of any field. */
  pathAt(line: number): readonly (string | number)[]
}

/**
 * @param withRecords managedFields and the last-applied annotation: records of who wrote what that
 * are half of many objects.
 */
export function yamlDocument(object: KubeObject, withRecords: boolean): YamlDocument {
  const lines = yamlLines(withRecords ? object : withoutRecords(object))
  return {
    text: `${lines.map(line => line.text).join('\n')}\n`,
    pathAt: number => pathOf(lines[number - 1]),
  }
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** True when there is something that `withRecords` brings in. */
export function hasRecords({ metadata }: KubeObject): boolean {
  return metadata?.managedFields !== undefined || metadata?.annotations?.[lastApplied] !== undefined
}

function withoutRecords(object: KubeObject): KubeObject {
  if (!hasRecords(object)) return object
  const { managedFields: _managedFields, annotations, ...metadata } = object.metadata
  if (!isMapping(annotations)) return { ...object, metadata }
  const { [lastApplied]: _lastApplied, ...rest } = annotations
  if (Object.keys(rest).length === 0) return { ...object, metadata }
  return { ...object, metadata: { ...metadata, annotations: rest } }
}

function pathOf(line: YamlLine | undefined): readonly (string | number)[] {
  const path: (string | number)[] = []
  for (let step: LinePath | null = line?.path ?? null; step !== null; step = step.parent)
    path.unshift(step.element)
  return path
}
