/** The plugin ResourceQuota: which quotas apply to a request, what it is charged, and what exceeds them. */
export { resourceQuota } from './gate.ts'
