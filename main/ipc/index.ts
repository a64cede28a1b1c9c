/**
 * The router between a transport and the domains: parses every message against the contract,
 * dispatches it, paces streams by acknowledgement, and owns what a connection has opened, so
 * that nothing outlives it.
 */
export { type Connection, connect, type RouterLog } from './router.ts'
