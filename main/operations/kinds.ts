import type { ResourceInfo } from '../../shared/kube/index.ts'
import { refusal, type Setup } from './targets.ts'

/** `apps/Deployment`; the core group is empty. */
export function kindKey({ group, kind }: Pick<ResourceInfo, 'group' | 'kind'>): string {
  return `${group}/${kind}`
}

/** @throws AppError where the kind is none of these; `what` in words: `Only … can be …` */
export function needsKind({ info }: Setup, keys: readonly string[], what: string): void {
  if (!keys.includes(kindKey(info))) throw refusal('WrongKind', `${what} ${info.kind} is none of these.`)
}
