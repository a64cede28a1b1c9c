/**
 * What the API server warns of in pods and in kinds with a pod template, though it takes them: fields that have no
 * effect, contradict each other or are on their way out. Texts are those of Kubernetes 1.36.
 */
export { podWarnings } from './kinds.ts'
