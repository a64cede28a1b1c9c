/** The plugin PodSecurity: levels of a namespace, its checks, and what it does to pods, templates and namespaces. */
export { violations, violationsInWords } from './evaluate.ts'
export { podSecurity } from './gate.ts'
export { type LevelVersion, readPolicy } from './levels.ts'
export { checkedPod } from './pod.ts'
