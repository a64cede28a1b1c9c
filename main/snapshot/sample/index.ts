/**
 * The sample cluster: a believable shop of three teams with webhooks and policies, some faulty on
 * purpose, and the slow changes that make it live.
 */
export { sampleObjects, sampleStore } from './build.ts'
export { Churn, crowdedStore } from './crowd.ts'
export { startSampleLife } from './life.ts'
export { measure, metricsKinds } from './metrics.ts'
export { samplePodLogs } from './podLogs.ts'
export { sampleWebhooks } from './webhookAnswers.ts'
