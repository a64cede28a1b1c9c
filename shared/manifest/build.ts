import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { deepest, tooDeep } from './limits.ts'
import type { ProblemList } from './problems.ts'
import { taggedScalar } from './tags.ts'
import type { AliasNode, ListItem, MapEntry, ScalarNode, ScalarStyle, TreeNode } from './tree.ts'

const styles: ReadonlyMap<string | undefined, ScalarStyle> = new Map([
  ['PLAIN', 'plain'],
  ['QUOTE_SINGLE', 'single'],
  ['QUOTE_DOUBLE', 'double'],
  ['BLOCK_LITERAL', 'literal'],
  ['BLOCK_FOLDED', 'folded'],
])

/**
 * Makes the tree of a document, in one pass in the order of the text: an alias is bound to the
 * last anchor of its name before it.
 */
export class TreeBuilder {
  readonly #text: string
  readonly #problems: ProblemList
  readonly #anchors = new Map<string, TreeNode | 'open'>()
  #depth = 0

  constructor(text: string, problems: ProblemList) {
    this.#text = text
    this.#problems = problems
  }

  tree(document: Document.Parsed): TreeNode | null {
    const { contents } = document
    if (contents === null) return null
    const root = this.#node(contents as Node)
    const isNothing = root.type === 'scalar' && root.style === 'plain' && root.from === root.to
    return isNothing ? null : root
  }

  #node(node: Node): TreeNode {
    if (isAlias(node)) return this.#alias(node)
    const anchor = 'anchor' in node && node.anchor !== undefined ? node.anchor : null
    if (anchor !== null) this.#anchors.set(anchor, 'open')
    if (++this.#depth > deepest) throw new RangeError(tooDeep)
    const made = isMap(node) ? this.#map(node) : isSeq(node) ? this.#list(node) : this.#scalar(node as Scalar)
    this.#depth--
    if (anchor !== null) this.#anchors.set(anchor, made)
    return made
  }

  #alias(node: Node & { readonly source: string }): AliasNode {
    const [start = 0, to = 0] = node.range ?? []
    const found = this.#anchors.get(node.source)
    if (found === undefined)
      this.#problems.add('error', `No anchor &${node.source} stands before this alias.`, { from: start, to })
    if (found === 'open')
      this.#problems.add('error', `The anchor &${node.source} contains itself: a document without an end.`, {
        from: start,
        to,
      })
    const target = found === undefined || found === 'open' ? null : found
    return { type: 'alias', name: node.source, target, from: start, start, to, anchor: null, tag: null }
  }

  #scalar(node: Scalar): ScalarNode {
    const [start = 0, end = start] = node.range ?? []
    const style = styles.get(node.type) ?? 'plain'
    const isBlock = style === 'literal' || style === 'folded'
    const to = isBlock ? this.#blockEnd(start, end) : end
    const text = typeof node.value === 'string' ? node.value : (node.source ?? '')
    const place = { from: this.#propertiesStart(node, start), start, to, ...propertiesOf(node) }
    const value = taggedScalar(text, style, place.tag, message => this.#problems.add('error', message, place))
    return { type: 'scalar', style, text, value, ...place }
  }

  /** Without the line ends behind it, but for `|+`, of which they are a part. */
  #blockEnd(start: number, end: number): number {
    const header = /^[|>][^\n#]*/.exec(this.#text.slice(start, start + 20))?.[0] ?? ''
    let to = end
    if (header.includes('+'))
      return this.#text[to - 1] === '\n' ? to - (this.#text[to - 2] === '\r' ? 2 : 1) : to
    while (to > start && /\s/.test(this.#text[to - 1] ?? '')) to--
    return to
  }

  #map(node: YAMLMap): TreeNode {
    const entries: MapEntry[] = []
    for (const pair of node.items)
      if (isPair(pair)) entries.push(this.#entry(pair as Pair<Node, Node | null>))
    const isFlow = node.flow === true
    const [start = 0, end = 0] = node.range ?? []
    const to = isFlow ? end : (entries.at(-1)?.to ?? end)
    return {
      type: 'map',
      isFlow,
      entries,
      from: this.#propertiesStart(node, start),
      start,
      to,
      ...propertiesOf(node),
    }
  }

  #entry(pair: Pair<Node, Node | null>): MapEntry {
    const token = pair.srcToken
    const key = this.#node(pair.key)
    const explicit = token?.start.find(part => part.type === 'explicit-key-ind')?.offset
    const indicator = token?.sep?.find(part => part.type === 'map-value-ind')?.offset
    const colon = indicator === undefined ? -1 : indicator + 1
    const written = pair.value === null || pair.value === undefined ? null : this.#node(pair.value)
    const value = isAbsent(written) ? null : written
    const isMerge =
      key.type === 'scalar' &&
      key.text === '<<' &&
      (key.tag === 'tag:yaml.org,2002:merge' || (key.style === 'plain' && key.tag === null))
    return {
      key,
      name: nameOf(key),
      isMerge,
      value,
      from: explicit ?? key.from,
      colon,
      to: value?.to ?? Math.max(key.to, colon),
    }
  }

  #list(node: YAMLSeq): TreeNode {
    const isFlow = node.flow === true
    const [start = 0, end = 0] = node.range ?? []
    const token = node.srcToken
    const tokens = token !== undefined && 'items' in token ? token.items : []
    const items: ListItem[] = []
    for (const [index, item] of node.items.entries()) {
      const dash = tokens[index]?.start.find(part => part.type === 'seq-item-ind')?.offset
      const written = isPair(item) ? this.#single(item as Pair<Node, Node | null>) : this.#node(item as Node)
      const value = isAbsent(written) ? null : written
      const from = dash ?? written.from
      items.push({ from, value, to: value?.to ?? (dash === undefined ? written.to : dash + 1) })
    }
    const to = isFlow ? end : (items.at(-1)?.to ?? end)
    return {
      type: 'list',
      isFlow,
      items,
      from: this.#propertiesStart(node, start),
      start,
      to,
      ...propertiesOf(node),
    }
  }

  /** `[a: b]`: a mapping of one field without braces. */
  #single(pair: Pair<Node, Node | null>): TreeNode {
    const entry = this.#entry(pair)
    const place = { from: entry.from, start: entry.from, to: entry.to, anchor: null, tag: null }
    return { type: 'map', isFlow: true, entries: [entry], ...place }
  }

  /** Anchor and tag stand before the node, the last of their kind there. */
  #propertiesStart(node: Node, start: number): number {
    const { anchor, tag } = propertiesOf(node)
    if (anchor === null && tag === null) return start
    const bound = Math.max(0, start - longestProperties)
    const before = this.#text.slice(bound, start)
    const anchorAt = anchor === null ? -1 : before.lastIndexOf(`&${anchor}`)
    // The tag's first mark: `!`, or the first of `!!`.
    let tagAt = tag === null ? -1 : before.lastIndexOf('!')
    if (tagAt > 0 && before[tagAt - 1] === '!') tagAt--
    const found = [anchorAt, tagAt].filter(at => at >= 0)
    return found.length === 0 ? start : bound + Math.min(...found)
  }
}

/** Anchor, tag and the blanks behind them are looked for in so many characters. */
const longestProperties = 400

function propertiesOf(node: Node): { readonly anchor: string | null; readonly tag: string | null } {
  const anchor = 'anchor' in node && node.anchor !== undefined ? node.anchor : null
  return { anchor, tag: 'tag' in node && typeof node.tag === 'string' ? node.tag : null }
}

/** Nothing is written: the place of a value that is left out. */
function isAbsent(node: TreeNode | null): boolean {
  return node !== null && node.type === 'scalar' && node.style === 'plain' && node.from === node.to
}

/** A key as the API server's reader makes text of it. */
function nameOf(key: TreeNode): string | null {
  const scalar = key.type === 'alias' ? key.target : key
  if (scalar === null || scalar.type !== 'scalar') return null
  const { value } = scalar
  if (value === null) return null
  if (typeof value !== 'number' || Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf'
}
