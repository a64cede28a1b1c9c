import type { AppErrorBody } from '../errors/index.ts'
import type { ObjectRef } from '../kube/index.ts'
import { stateStream } from './define.ts'
import { contextId, nothing, objectRef, z } from './schemas.ts'

export type Meaning = 'good' | 'warning' | 'bad' | 'unknown'

/** One line of a tree. Children come after their parent; `depth` is 0 at a root. */
export interface TreeNode {
  readonly id: string
  readonly depth: number
  readonly ref: ObjectRef
  readonly kind: string
  /** Why it hangs here, in a word or two: `owns`, `selects`, `mounts`, `calls`, … */
  readonly relation: string
  /** True for the object that was asked for. */
  readonly isSubject: boolean
  /** False when the object is named but not there. `null`: could not be read. */
  readonly exists: boolean | null
  /** Short state, e.g. `2/3` or `CrashLoopBackOff`; empty when there is nothing to say. */
  readonly state: string
  readonly meaning: Meaning | null
  /** The worst meaning of everything below; null when nothing below says anything. */
  readonly below: Meaning | null
}

/** A tree as the page shows it: its frames joined. */
export interface Tree {
  readonly nodes: readonly TreeNode[]
  /** Kinds that could not be read and so may be missing. */
  readonly unreadable: readonly AppErrorBody[]
  readonly complete: boolean
  /** Objects left out because the tree is too large to be of use. */
  readonly omitted: number
}

/**
 * What changed of a tree since the last frame of the stream; the first frame holds all of it. A
 * change of one object among thousands is one line.
 */
export interface TreeFrame extends Omit<Tree, 'nodes'> {
  /** Ids of all lines in order; null when they are as before. */
  readonly order: readonly string[] | null
  /** Lines that are new or differ. */
  readonly nodes: readonly TreeNode[]
}

export const graph = {
  'graph.tree': stateStream<TreeFrame>()(z.strictObject({ context: contextId, ref: objectRef }), nothing),
}
