import { LineCounter, parseDocument, YAMLMap, type Document as YamlDocument } from 'yaml'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { liftBlobs, restoreBlobs } from './blobs.ts'
import { fieldOf, isMapping, listOf, textOf } from './fields.ts'
import { readRegular } from './regular.ts'
import type { NamedEntry, ParsedKubeconfig, Tree } from './types.ts'

/** Enough for the anchors that people write, far too few for an alias bomb. */
const maximumAliases = 100

/**
 * Reads a kubeconfig as YAML of any style, or JSON. Never throws: a text that cannot be read is
 * told by `problem` with line and column.
 * @param path for the messages only
 */
export function parseKubeconfig(text: string, path: string): ParsedKubeconfig {
  const outcome = readTree(text, path)
  if ('problem' in outcome) return { ...empty, ...outcome, isKubeconfig: looksLikeKubeconfig(text) }
  const { root } = outcome.tree
  if (root === null || root === '') return { ...empty, isKubeconfig: false }
  if (!isMapping(root)) return { ...empty, isKubeconfig: false, problem: notOne(path) }
  const isKubeconfig = ['contexts', 'clusters', 'users'].some(name => Object.hasOwn(root, name))
  const entries = (list: string, field: string) => namedEntries(outcome.tree, list, field)
  return {
    currentContext: textOf(root['current-context']),
    contexts: entries('contexts', 'context'),
    clusters: entries('clusters', 'cluster'),
    users: entries('users', 'user'),
    isKubeconfig,
    ...(isKubeconfig || textOf(root.kind) === 'Config' ? {} : { problem: notOne(path) }),
  }
}

const empty = { currentContext: '', contexts: [], clusters: [], users: [] }

function notOne(path: string): AppErrorBody {
  const message = `${path} is not a kubeconfig: it has none of contexts, clusters and users.`
  return { kind: 'badConfig', message }
}

function looksLikeKubeconfig(text: string): boolean {
  return /^["']?(contexts|clusters|users|current-context)["']?\s*:/m.test(text)
}

function namedEntries({ root, lineOf }: Tree, list: string, field: string): readonly NamedEntry[] {
  return listOf(fieldOf(root, list))
    .filter(isMapping)
    .map(item => ({ name: nameOf(item), fields: item[field], line: lineOf(item) }))
}

/** A name is taken as written: a context may well be called `null`. */
function nameOf(item: Readonly<Record<string, unknown>>): string {
  const name = fieldOf(item, 'name')
  return typeof name === 'string' ? name : textOf(name)
}

type Outcome = { readonly tree: Tree } | { readonly problem: AppErrorBody }

function readTree(text: string, path: string): Outcome {
  const { text: short, blobs } = liftBlobs(text)
  const tree = readRegular(short)
  if (tree !== null) return { tree: { root: restoreBlobs(tree.root, blobs), lineOf: tree.lineOf } }
  const lineCounter = new LineCounter()
  const document = parseDocument(short, {
    schema: 'failsafe',
    merge: true,
    lineCounter,
    keepSourceTokens: false,
    uniqueKeys: true,
    prettyErrors: false,
  })
  const [error] = document.errors
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0])
    return { problem: unreadable(path, line, col, wordsOf(error.code, error.message, short, error.pos[0])) }
  }
  try {
    const root: unknown = document.toJS({ maxAliasCount: maximumAliases })
    const lines = linesOfItems(document, root, lineCounter)
    restoreBlobs(root, blobs)
    return { tree: { root, lineOf: mapping => lines.get(mapping) ?? 0 } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: { kind: 'badConfig', message: `${path} cannot be expanded: ${reason}.` } }
  }
}

function wordsOf(code: string, message: string, text: string, position: number): string {
  if (text[position] === '\t' || code === 'TAB_AS_INDENT') return 'a tab stands where YAML wants spaces'
  if (code === 'DUPLICATE_KEY') return 'the same key occurs twice in one mapping'
  return message
}

function unreadable(path: string, line: number, column: number, reason: string): AppErrorBody {
  return { kind: 'badConfig', message: `${path}, line ${line}, column ${column}: ${reason}.` }
}

/** Lines of the items of the three lists, found by their place in the document. */
function linesOfItems(
  document: YamlDocument,
  root: unknown,
  lineCounter: LineCounter,
): ReadonlyMap<unknown, number> {
  const lines = new Map<unknown, number>()
  for (const list of ['contexts', 'clusters', 'users']) {
    listOf(fieldOf(root, list)).forEach((item, index) => {
      const node = document.getIn([list, index])
      if (node instanceof YAMLMap && node.range) lines.set(item, lineCounter.linePos(node.range[0]).line)
    })
  }
  return lines
}
