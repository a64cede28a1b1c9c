/**
 * What the in-memory server offers: groups, versions and resources with their tables, discovery
 * in both forms, and OpenAPI documents.
 */
export { builtInGroups, Catalog } from './catalog.ts'
export { type GroupDiscovery, legacyGroup, legacyResources } from './discovery.ts'
export type { FurtherKinds, InferredKind } from './inferred.ts'
export { type OpenApiDocument, openApiDocument, openApiIndex } from './openapi.ts'
export type { ServedResource } from './served.ts'
