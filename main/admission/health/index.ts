/**
 * What is read of a cluster beside its objects to tell how admission does, while somebody looks: the API
 * server's measures, warnings, and the certificates that servers of webhooks present.
 */
export { Measures } from './measures.ts'
export { type OpenPort, PresentedCertificates } from './presented.ts'
export { ServingCertificates } from './serving.ts'
export { Warnings } from './warnings.ts'
