/**
 * Every operation that a server offers, from its own OpenAPI documents and its discovery: as a request with all
 * its parameters, as a call where it changes nothing, as a plan of `main/writes` where it could; and the schema
 * of every kind, field by field.
 */
export { createExplorer } from './handlers.ts'
