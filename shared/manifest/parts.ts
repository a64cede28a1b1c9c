import type { LineIndex } from './lines.ts'
import type { TextEdit } from './problems.ts'
import type { TreeNode } from './tree.ts'

/** Where a value stands: behind a colon or a dash, or alone. */
export interface Slot {
  readonly node: TreeNode | null
  /** Behind the colon, the dash or what stands before. */
  readonly behind: number
  /** Of the key or the dash; -1 for the root. */
  readonly column: number
  readonly isFlow: boolean
  readonly isItem: boolean
}

/** One part of a mapping or list: what it is named, where it stands, and what becomes of it. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly isKept: boolean
  /** What is new behind it, in its order. */
  readonly added: readonly Addition[]
}

export interface Addition {
  /** Null for an item of a list. */
  readonly name: string | null
  readonly value: unknown
}

/** A part whose value may change. */
export type ChangingPart = Part & { readonly change: () => void }

/** An item of a list in its new order. */
export interface PlacedItem {
  /** Its index in the text, null where it is new. */
  readonly from: number | null
  readonly value: unknown
  readonly change: () => void
}

/** Where edits go. */
export interface EditOwner {
  readonly text: string
  readonly lines: LineIndex
  /** What ends a line of the text. */
  readonly lineEnd: string
  push(from: number, to: number, insert: string): void
  /** Edits that a part of the work makes, apart from the others. */
  collected(work: () => void): readonly TextEdit[]
}
