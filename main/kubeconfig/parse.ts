import { LineCounter, parseDocument, YAMLMap, type Document as YamlDocument } from 'yaml'
import type { AppErrorBody } from '../../shared/errors/index.ts'
import { liftBlobs, restoreBlobs } from './blobs.ts'
import { fieldOf, isMapping, listOf, textOf } from './fields.ts'
import { readRegular } from './regular.ts'
import { atOnce, type Steps } from './turns.ts'
import type { NamedEntry, ParsedKubeconfig, Tree } from './types.ts'
import { yamlWords } from './yamlWords.ts'

/** Enough for the anchors that people write, far too few for an alias bomb. */
const maximumAliases = 100

/**
 * Reads a kubeconfig as YAML of any style, or JSON. Never throws: a text that cannot be read is
 * told by `problem` with line and column. Messages neither name the file, which is shown beside
 * them, nor quote from it, since it holds credentials.
 */
export function parseKubeconfig(text: string): ParsedKubeconfig {
  return atOnce(parsing(text))
}

/** The same in steps, for files of hundreds of contexts. */
export function* parsing(text: string): Steps<ParsedKubeconfig> {
  if (controlCharacter.test(text)) return { ...empty, isKubeconfig: false, problem: noText }
  const outcome = yield* readTree(text)
  if ('problem' in outcome) return { ...empty, ...outcome, isKubeconfig: looksLikeKubeconfig(text) }
  const { root } = outcome.tree
  if (root === null || root === '') return { ...empty, isKubeconfig: false }
  if (!isMapping(root)) return { ...empty, isKubeconfig: false, problem: notOne }
  const isKubeconfig = ['contexts', 'clusters', 'users'].some(name => Object.hasOwn(root, name))
  const entries = (list: string, field: string) => namedEntries(outcome.tree, list, field)
  return {
    currentContext: textOf(root['current-context']),
    contexts: entries('contexts', 'context'),
    clusters: entries('clusters', 'cluster'),
    users: entries('users', 'user'),
    isKubeconfig,
    ...(isKubeconfig || textOf(root.kind) === 'Config' ? {} : { problem: notOne }),
  }
}

const empty = { currentContext: '', contexts: [], clusters: [], users: [] }

/** What no YAML and no JSON may contain. */
const controlCharacter = /[\0-\x08\x0e-\x1f]/

const noText: AppErrorBody = {
  kind: 'badConfig',
  message: 'This is not a kubeconfig: it is not even text.',
}
const notOne: AppErrorBody = {
  kind: 'badConfig',
  message: 'This is not a kubeconfig: it has none of contexts, clusters and users.',
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

function* readTree(text: string): Steps<Outcome> {
  const { text: short, blobs } = liftBlobs(text)
  yield
  const tree = yield* readRegular(short)
  yield
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
    const isTab = short[error.pos[0]] === '\t'
    return { problem: unreadable(line, col, yamlWords(isTab ? 'TAB_AS_INDENT' : error.code)) }
  }
  try {
    const root: unknown = document.toJS({ maxAliasCount: maximumAliases })
    const lines = linesOfItems(document, root, lineCounter)
    restoreBlobs(root, blobs)
    return { tree: { root, lineOf: mapping => lines.get(mapping) ?? 0 } }
  } catch (error) {
    return { problem: unexpandable(error) }
  }
}

function unreadable(line: number, column: number, reason: string): AppErrorBody {
  return { kind: 'badConfig', message: `Line ${line}, column ${column}: ${reason}.` }
}

/** The parser refuses too many aliases with a `ReferenceError`, as it does one without an anchor. */
function unexpandable(error: unknown): AppErrorBody {
  const isBomb = error instanceof Error && error.message.startsWith('Excessive alias count')
  const reason = isBomb
    ? 'they would make it far too large'
    : 'one has no anchor before it, or an anchor contains itself'
  return { kind: 'badConfig', message: `The aliases of the file cannot be expanded: ${reason}.` }
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
