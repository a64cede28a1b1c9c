import type { Discovery, DiscoveryFailure } from '../../shared/ipc/index.ts'
import { apiVersionOf, type ResourceInfo, type SubresourceInfo } from '../../shared/kube/index.ts'
import { type Fields, fieldsOf, listOf, textOf, textsOf } from './read.ts'

export type Found = Pick<Discovery, 'resources' | 'failures'>

/** Asks for aggregated discovery, and takes the older forms where a server has nothing newer. */
export const aggregatedAccept = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',')

export function isAggregated(document: unknown): boolean {
  return fieldsOf(document).kind === 'APIGroupDiscoveryList'
}

/**
 * Resources of an APIGroupDiscoveryList. A group-version that the aggregator could not refresh
 * (`freshness: Stale`) keeps what it has and is named as a failure.
 */
export function readAggregated(document: unknown): Found {
  const resources: ResourceInfo[] = []
  const failures: DiscoveryFailure[] = []
  for (const item of listOf(fieldsOf(document).items)) {
    const group = textOf(fieldsOf(fieldsOf(item).metadata).name)
    for (const [index, entry] of listOf(fieldsOf(item).versions).entries()) {
      const fields = fieldsOf(entry)
      const version = textOf(fields.version)
      if (version === '') continue
      const groupVersion = apiVersionOf({ group, version })
      if (fields.freshness === 'Stale') failures.push(staleFailure(groupVersion))
      for (const listed of listOf(fields.resources)) {
        const resource = readResource(fieldsOf(listed), group, version, index === 0)
        if (resource !== null) resources.push(resource)
      }
    }
  }
  return { resources, failures }
}

function staleFailure(groupVersion: string): DiscoveryFailure {
  return {
    groupVersion,
    error: {
      kind: 'serverFault',
      message: `The API ${groupVersion} is served by another server that does not answer: its kinds are missing or out of date. Look at its APIService.`,
    },
  }
}

function readResource(
  fields: Fields,
  group: string,
  version: string,
  preferred: boolean,
): ResourceInfo | null {
  const resource = textOf(fields.resource)
  if (resource === '') return null
  return {
    group,
    version,
    resource,
    kind: textOf(fieldsOf(fields.responseKind).kind) || resource,
    singular: textOf(fields.singularResource),
    shortNames: textsOf(fields.shortNames),
    categories: textsOf(fields.categories),
    namespaced: fields.scope === 'Namespaced',
    verbs: textsOf(fields.verbs),
    preferred,
    subresources: listOf(fields.subresources).map(readSubresource),
  }
}

function readSubresource(value: unknown): SubresourceInfo {
  const fields = fieldsOf(value)
  return {
    name: textOf(fields.subresource),
    kind: textOf(fieldsOf(fields.responseKind).kind),
    verbs: textsOf(fields.verbs),
  }
}
