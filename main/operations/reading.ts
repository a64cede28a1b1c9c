import { type KubeObject, printLabelSelector } from '../../shared/kube/index.ts'
import { selectorAt } from '../../shared/relations/index.ts'

export { at, listAt, numberAt, textAt, textsAt } from '../../shared/relations/index.ts'

/** `spec.selector` of a workload as a request has it. */
export function printedSelector(workload: KubeObject): string {
  return printLabelSelector(selectorAt(workload, 'spec', 'selector') ?? [])
}
