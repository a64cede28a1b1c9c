/**
 * How webhooks and policies do, from what can be read: the API server’s own measures (`AdmissionMetrics`
 * reads their text), the serving certificate against the bundle and the name that is called, and events.
 */
export { eventsOf } from './events.ts'
export { webhookHealth } from './health.ts'
export { AdmissionMetrics } from './metrics.ts'
export { servingFaults } from './serving.ts'
export type {
  CallMeasures,
  HealthEvent,
  MeasuresNote,
  PolicyHealth,
  ServingCertificate,
  ServingFault,
  WebhookHealth,
} from './types.ts'
