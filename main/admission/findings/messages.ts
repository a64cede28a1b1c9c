import type {
  ExpressionTexts,
  FindingObject,
  Probe,
  SeenExpressions,
  Trial,
  TrialSubject,
} from '../../../shared/admission/findings/index.ts'
import type { WantedObjects } from '../../../shared/admission/trace/index.ts'
import type { ResourceInfo } from '../../../shared/kube/index.ts'

/** What findings ask of a computing thread: whatever compiles or runs expressions of a cluster. */
export type FindingJob =
  | { readonly type: 'compile'; readonly texts: ExpressionTexts; readonly minor: number }
  | {
      readonly type: 'holds'
      readonly texts: ExpressionTexts
      readonly minor: number
      readonly probe: Probe
    }
  | {
      readonly type: 'try'
      readonly texts: ExpressionTexts
      readonly minor: number
      /** The policy or webhook; its field is what stands before those of expressions. */
      readonly owner: FindingObject
      readonly matchers: TrialSubject['matchers']
      readonly params: unknown
      /** Kinds whose objects the world was told; namespaces are told with them. */
      readonly infos: readonly ResourceInfo[]
    }

/** Objects of one kind that expressions are tried on. */
export const objectsOfKind = 50

/** All objects of a kind, as a world is told them for trials. */
export function allOfKind({ group, version, kind }: ResourceInfo): WantedObjects {
  return { group, version, kind, namespace: '', name: '' }
}

export interface Tried {
  readonly trials: readonly Trial[]
  /** Objects that were not tried because their namespaces are not known. */
  readonly leftAside: number
}

export interface FindingAnswers {
  readonly compile: SeenExpressions
  readonly holds: boolean
  readonly try: Tried
}
