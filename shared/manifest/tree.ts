/** What every node of the text has: where it stands. Offsets count UTF-16 units. */
interface NodePlace {
  /** With its anchor and its tag. */
  readonly from: number
  /** Without them. */
  readonly start: number
  /** Of the last character that belongs to it; trailing comments and line ends are outside. */
  readonly to: number
  readonly anchor: string | null
  /** Long form, `tag:yaml.org,2002:int`. */
  readonly tag: string | null
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

export interface ScalarNode extends NodePlace {
  readonly type: 'scalar'
  readonly style: ScalarStyle
  /** As text, quotes and folding undone. */
  readonly text: string
  /** As JSON: text, number, truth, null; bigint for whole numbers beyond 2^53. */
  readonly value: unknown
}

export interface MapNode extends NodePlace {
  readonly type: 'map'
  readonly isFlow: boolean
  readonly entries: readonly MapEntry[]
}

export interface MapEntry {
  readonly key: TreeNode
  /** The key as JSON has it; null where it has none (a mapping, a list, nothing). */
  readonly name: string | null
  /** `<<`, whose value's fields count as fields of the mapping. */
  readonly isMerge: boolean
  readonly value: TreeNode | null
  /** Of the key, or of the `?` before it. */
  readonly from: number
  /** Behind the colon; -1 where there is none. */
  readonly colon: number
  readonly to: number
}

export interface ListNode extends NodePlace {
  readonly type: 'list'
  readonly isFlow: boolean
  readonly items: readonly ListItem[]
}

export interface ListItem {
  /** Of the dash; of the value in flow style. */
  readonly from: number
  readonly value: TreeNode | null
  readonly to: number
}

export interface AliasNode extends NodePlace {
  readonly type: 'alias'
  readonly name: string
  /** Null where no such anchor stands before, or where it contains this alias. */
  readonly target: TreeNode | null
}

export type TreeNode = ScalarNode | MapNode | ListNode | AliasNode

/** One document of a text. */
export interface TreeDocument {
  readonly index: number
  /** From its `---`, if it has one, to the next document or the end. */
  readonly from: number
  readonly to: number
  /** Null where it holds nothing. */
  readonly root: TreeNode | null
  /** It could not be read to its end. */
  readonly isBroken: boolean
}
