/**
 * Trees around one object, live: owners above, everything owned below, and what it names,
 * selects or is used by. Reads by few shared watches, each given up as soon as no line needs it.
 */
export { createGraph, type GraphSources } from './handlers.ts'
