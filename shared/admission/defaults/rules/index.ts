/**
 * What the defaulting and conversion functions of the server do beyond static defaults, by struct. Each
 * rule follows the function SetDefaults_* or Convert_* of that struct in k8s.io/kubernetes pkg/apis.
 */
import { autoscalerRules } from './autoscalers.ts'
import { otherRules } from './others.ts'
import { podRules } from './pods.ts'
import type { Rule } from './rule.ts'
import { workloadRules } from './workloads.ts'

export { toVersion1, toVersion2 } from './autoscalers.ts'

export const rules: ReadonlyMap<string, Rule> = new Map([
  ...podRules,
  ...workloadRules,
  ...autoscalerRules,
  ...otherRules,
])
