/**
 * Controllers, scheduler and kubelets of the sample cluster, all of them simulated: they act on what clients write.
 * Nothing of it runs anywhere, and nothing of it is kept.
 */
export type { ControllerSetup } from './cluster.ts'
export { Controllers } from './controllers.ts'
