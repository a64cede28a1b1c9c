/**
 * What the API server holds against webhook configurations, policies and bindings when they are written, in
 * its words: limits, exclusive fields, and expressions that do not compile (`registrationProblems`).
 */
export { registrationProblems } from './problems.ts'
