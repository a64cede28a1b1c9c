/**
 * Audits: policies against the objects of a cluster or a dump, as they are or with a draft applied to them.
 * Objects are read in pages and gone through in a thread of the audit's own, which ends with it.
 */
export { notThere } from './asked.ts'
export { Auditing } from './auditing.ts'
export { auditHandlers } from './handlers.ts'
