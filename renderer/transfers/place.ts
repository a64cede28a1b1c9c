import type { ContextId } from '../../shared/kube/index.ts'

/** Whose files they are. */
export interface FilesPlace {
  readonly context: ContextId
  readonly namespace: string
  readonly pod: string
  readonly container: string
}
