/**
 * The gates of the API server that decide from objects of the cluster, each a pure function: authorization
 * by role-based access control, and the built-in admission plugins that are on
 * by default, in the server's order.
 */
export { authorizationStep, authorize } from './authorization.ts'
export { lastGates, mutatingGates, validatingGates } from './chain.ts'
export type { Gate, GateResult } from './gate.ts'
export { heldRules } from './heldRules.ts'
export { assumedPlugins } from './otherPlugins.ts'
export { podSum } from './podResources.ts'
export { type Amounts, milliValue } from './quantities.ts'
export { authorizerFromRbac } from './rbac.ts'
