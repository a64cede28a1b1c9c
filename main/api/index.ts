/**
 * The API of one open context: discovery (aggregated, per group, and with what failed named),
 * OpenAPI schemas on demand, and the verbs that read. Any kind a server offers works through
 * it, custom ones too.
 */
export { createApi } from './client.ts'
export { type Contexts, type ContextsSources, contextHandlers, createContexts } from './contexts.ts'
export { resourceHandlers } from './handlers.ts'
export { resourcePath } from './paths.ts'
export { type Fields, fieldsOf, listOf, textOf } from './read.ts'
export type { ApiClient, ListOptions, OpenContexts } from './types.ts'
export { noteNamespaces } from './usedNamespaces.ts'
