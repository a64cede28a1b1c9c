import type { AuditGroup, AuditTotals } from '../../../shared/admission/audit/index.ts'
import type { Wish } from '../../../shared/admission/trace/index.ts'
import type { Subject } from '../../../shared/cel/kubernetes/index.ts'
import type { KubeObject, ResourceInfo } from '../../../shared/kube/index.ts'

/** What an audit is begun with. */
export interface AuditSetup {
  /** Minor of the server's release. */
  readonly minor: number
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly user: Subject
  /** Names of policies; null: all. */
  readonly policies: readonly string[] | null
  /** Objects of a draft; null where nothing is tried. */
  readonly draft: readonly KubeObject[] | null
}

/** How an audit stands. */
export interface AuditProgress {
  /** What it asked its world for; where some of it was not known, what was handed over has to be again. */
  readonly asked: readonly Wish[]
  readonly isWaiting: boolean
  /** Resources whose objects it is about. */
  readonly resources: readonly ResourceInfo[]
  readonly policies: number
  readonly totals: AuditTotals
  readonly groups: readonly AuditGroup[]
  readonly otherGroups: number
}
