import { Composer, type Document, Parser } from 'yaml'
import { isMapping, type KubeObject } from '../kube/index.ts'
import { TreeBuilder } from './build.ts'
import { checkObject, checkTree } from './checks.ts'
import { tellFault } from './faults.ts'
import { longestText, tooDeep } from './limits.ts'
import { LineIndex } from './lines.ts'
import { type ManifestProblem, ProblemList } from './problems.ts'
import type { TreeDocument, TreeNode } from './tree.ts'
import { ValueReader } from './values.ts'

export interface ManifestDocument {
  readonly index: number
  /** UTF-16 offsets, from its `---` on if it has one. */
  readonly from: number
  readonly to: number
  /** As the API server reads it; null where it is none, or cannot be read. A List stays one: see `expandLists`. */
  readonly object: KubeObject | null
  /** Whatever it holds, read in the same way; undefined where it cannot be read. */
  readonly value: unknown
  /** Nothing, or null: such documents are passed over. */
  readonly isEmpty: boolean
}

export interface ParsedManifest {
  readonly documents: readonly ManifestDocument[]
  readonly problems: readonly ManifestProblem[]
}

/** A text with all that is known of it. */
export interface ReadText {
  readonly text: string
  readonly lines: LineIndex
  readonly trees: readonly TreeDocument[]
  readonly manifest: ParsedManifest
}

/** The text that was read last, and the one before: questions come in a row about the same. */
const kept: ReadText[] = []

/** Reads a text, or takes it as it was read before. */
export function readText(text: string): ReadText {
  const known = kept.find(read => read.text === text)
  if (known !== undefined) return known
  const read = readAnew(text)
  kept.unshift(read)
  kept.length = Math.min(kept.length, 2)
  return read
}

/**
 * The documents of a text as sigs.k8s.io/yaml reads them, and what is wrong with it. Bounded: a
 * text that is too long, too deep or multiplies itself is refused, and says so.
 */
export function parseManifest(text: string): ParsedManifest {
  return readText(text).manifest
}

function readAnew(text: string): ReadText {
  const lines = new LineIndex(text)
  const problems = new ProblemList(lines)
  if (text.length > longestText) {
    problems.add('error', `The text is longer than ${longestText / 1e6} million characters.`, {
      from: 0,
      to: 0,
    })
    return { text, lines, trees: [], manifest: { documents: [], problems: problems.all() } }
  }
  const trees: TreeDocument[] = []
  const documents: ManifestDocument[] = []
  checkCharacters(text, problems)
  for (const [index, part] of partsOf(text, problems).entries()) {
    problems.document = index
    const { tree, document } = readDocument(text, lines, index, part, problems)
    trees.push(tree)
    documents.push(document)
  }
  return { text, lines, trees, manifest: { documents, problems: problems.all() } }
}

interface Part {
  readonly from: number
  readonly to: number
  readonly document: Document.Parsed | null
  /** It follows a `...` without a `---`. */
  readonly isAfterEnd: boolean
}

function partsOf(text: string, problems: ProblemList): readonly Part[] {
  try {
    const composed = [...new Composer(composing).compose(new Parser().parse(text), true, text.length)]
    const starts = composed.map(({ range }) => range[0])
    return composed.map((document, index) => {
      const from = starts[index] ?? 0
      const isAfterEnd =
        index > 0 && text.slice(from - 4, from).startsWith('...') && !text.startsWith('---', from)
      return { from: index === 0 ? 0 : from, to: starts[index + 1] ?? text.length, document, isAfterEnd }
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    problems.add('error', tooDeep, { from: 0, to: 0 })
    return [{ from: 0, to: text.length, document: null, isAfterEnd: false }]
  }
}

/** Scalars come as text, tags stay as they are; keys are compared and values made in this folder. */
const composing = {
  schema: 'failsafe',
  uniqueKeys: false,
  keepSourceTokens: true,
  prettyErrors: false,
  stringKeys: false,
  logLevel: 'silent',
} as const

function readDocument(
  text: string,
  lines: LineIndex,
  index: number,
  { from, to, document, isAfterEnd }: Part,
  problems: ProblemList,
): { readonly tree: TreeDocument; readonly document: ManifestDocument } {
  const errors = document?.errors ?? []
  // What follows the first fault is mostly made by it.
  if (errors[0] !== undefined) tellFault(text, lines, errors[0], problems)
  const root = document === null ? null : treeOf(text, document, problems)
  const isBroken = document === null || errors.length > 0 || root === undefined
  const tree = { index, from, to, root: root ?? null, isBroken }
  if (isBroken || root === null || root === undefined)
    return {
      tree,
      document: { index, from, to, object: null, value: isBroken ? undefined : null, isEmpty: !isBroken },
    }
  if (isAfterEnd) {
    problems.add('warning', afterEnd, { from: root.from, to: lines.endOf(root.from) })
    return { tree, document: { index, from, to, object: null, value: undefined, isEmpty: true } }
  }
  const value = readValue(root, text, lines, problems)
  return { tree, document: { index, from, to, object: objectOf(value), value, isEmpty: value === null } }
}

const afterEnd =
  'What follows `...` is passed over by kubectl and by the API server. Begin a further document with `---`.'

function treeOf(text: string, document: Document.Parsed, problems: ProblemList): TreeNode | null | undefined {
  try {
    return new TreeBuilder(text, problems).tree(document)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    problems.add('error', tooDeep, { from: document.range[0], to: document.range[0] })
    return undefined
  }
}

function readValue(root: TreeNode, text: string, lines: LineIndex, problems: ProblemList): unknown {
  checkTree(root, text, lines, problems)
  if (root.type === 'map') checkObject(root, problems)
  else if (root.type !== 'scalar' || root.value !== null) {
    const what = root.type === 'list' ? 'a list' : 'a single value'
    problems.add('error', `This document is ${what}; an object begins with apiVersion and kind.`, {
      from: root.from,
      to: lines.endOf(root.from),
    })
  }
  return withEmptyTexts(new ValueReader().read(root, problems))
}

function objectOf(value: unknown): KubeObject | null {
  if (!isMapping(value)) return null
  const { apiVersion, kind } = value
  const isObject =
    typeof apiVersion === 'string' && apiVersion !== '' && typeof kind === 'string' && kind !== ''
  return isObject ? (value as KubeObject) : null
}

/**
 * A copy in which labels and annotations without a value hold an empty text, as the API server
 * reads them: none is lost.
 */
export function withEmptyTexts(value: unknown, isMetadata = false): unknown {
  if (Array.isArray(value)) return value.map(item => withEmptyTexts(item))
  if (!isMapping(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const isTexts = isMetadata && (name === 'labels' || name === 'annotations') && isMapping(field)
      return [name, isTexts ? filledTexts(field) : withEmptyTexts(field, name === 'metadata')]
    }),
  )
}

function filledTexts(texts: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === null ? '' : text]))
}

const oddBreak = /\r(?!\n)|[\u0085\u2028\u2029]/

/** Readers of YAML 1.1 end lines where others do not. */
function checkCharacters(text: string, problems: ProblemList): void {
  const at = text.search(oddBreak)
  if (at >= 0 && text[at] === '\r')
    problems.add(
      'error',
      'A carriage return stands here without a line feed: readers disagree whether a line ends.',
      {
        from: at,
        to: at + 1,
      },
    )
  else if (at >= 0)
    problems.add(
      'warning',
      'A line separator stands here that ends a line for the API server only. Write it as \\u… in double quotes.',
      {
        from: at,
        to: at + 1,
      },
    )
  const version = /^%YAML +(?!1\.1)\S+/m.exec(text)
  if (version !== null)
    problems.add('error', 'The API server reads YAML 1.1 and refuses other versions. Leave this line out.', {
      from: version.index,
      to: version.index + version[0].length,
    })
  const control = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/)
  if (control >= 0)
    problems.add(
      'error',
      'A control character stands here, which YAML does not take. Write it as \\x… in double quotes.',
      {
        from: control,
        to: control + 1,
      },
    )
}
