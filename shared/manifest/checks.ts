import { tabWords } from './faults.ts'
import type { LineIndex } from './lines.ts'
import type { ProblemList } from './problems.ts'
import { brokenOctal, norwayWord, oldOctal } from './scalars.ts'
import type { ListNode, MapEntry, MapNode, ScalarNode, TreeNode } from './tree.ts'

/** What a walk over one document knows. */
interface Walk {
  readonly problems: ProblemList
  readonly lines: LineIndex
  readonly text: string
}

/** Notes and faults of what is written, whatever the kind: keys that repeat, words that readers take differently. */
export function checkTree(root: TreeNode, text: string, lines: LineIndex, problems: ProblemList): void {
  checkNode(root, { problems, lines, text })
}

function checkNode(node: TreeNode | null, walk: Walk): void {
  if (node === null || node.type === 'alias') return
  if (node.type === 'scalar') checkScalar(node, walk)
  else if (node.type === 'list') checkList(node, walk)
  else checkMap(node, walk)
}

function checkList(node: ListNode, walk: Walk): void {
  for (const { from, value } of node.items) {
    // The library takes a tab behind a dash, and the API server's reader does not.
    const gap = node.isFlow || value === null ? '' : /^-[ \t]*/.exec(walk.text.slice(from, value.from))?.[0]
    const tab = gap?.indexOf('\t') ?? -1
    if (tab >= 0) tellTab(from + tab, walk)
    checkNode(value, walk)
  }
}

function tellTab(at: number, { problems }: Walk): void {
  const fix = { title: 'Replace the tab by a space', edits: [{ from: at, to: at + 1, insert: ' ' }] }
  problems.add('error', tabWords, { from: at, to: at + 1 }, fix)
}

function checkMap(node: MapNode, walk: Walk): void {
  const seen = new Map<string, MapEntry>()
  for (const entry of node.entries) {
    if (entry.isMerge) checkMerge(entry, walk)
    else checkKey(entry, seen, walk)
    checkNode(entry.value, walk)
  }
}

function checkKey(entry: MapEntry, seen: Map<string, MapEntry>, { problems, lines }: Walk): void {
  const { key, name } = entry
  if (name === null) {
    problems.add('error', 'A key has to be a text; this one is a mapping, a list or nothing.', key)
    return
  }
  const first = seen.get(name)
  if (first === undefined) seen.set(name, entry)
  else {
    const places = `line ${lines.at(first.from).line} and in line ${lines.at(entry.from).line}`
    problems.add(
      'error',
      `The key ${name} stands twice in this mapping: in ${places}. Only one would be kept.`,
      key,
    )
  }
  if (key.type === 'scalar' && key.style === 'plain' && key.tag === null && norwayWord.test(key.text))
    problems.add(
      'warning',
      `The API server reads the key ${key.text} as the key "${name}" (YAML 1.1). Write it in quotes.`,
      key,
      quotes(key),
    )
}

function checkMerge({ key, value }: MapEntry, { problems }: Walk): void {
  const sources = value?.type === 'list' ? value.items.map(item => item.value) : [value]
  for (const source of sources) {
    const target = source?.type === 'alias' ? source.target : source
    if (target?.type === 'map' || (source?.type === 'alias' && target === null)) continue
    problems.add('error', 'Only a mapping, or a list of mappings, can be merged by <<.', source ?? key)
  }
}

function checkScalar(node: ScalarNode, walk: Walk): void {
  const { problems } = walk
  if (node.style === 'literal' || node.style === 'folded') {
    // Behind the indentation of its first line a tab is text; in it, readers of YAML 1.1 refuse it.
    const lead = /^[|>][^\n]*\n(?:[ ]*\r?\n)*[ ]*\t/.exec(walk.text.slice(node.start, node.to))
    if (lead !== null && !/^[|>][-+]?[1-9]/.test(lead[0])) tellTab(node.start + lead[0].length - 1, walk)
  }
  if (typeof node.value === 'number' && !Number.isFinite(node.value))
    problems.add('error', `${node.text} is no number that JSON has, so no object can hold it.`, node)
  if (node.style !== 'plain' || node.tag !== null) return
  const { text } = node
  if (text.length <= 3 && norwayWord.test(text))
    problems.add(
      'note',
      `The API server reads ${text} as ${String(node.value)} (YAML 1.1); other tools read a text. Write ${String(node.value)}, or "${text}" where the text is meant.`,
      node,
      quotes(node),
    )
  else if (brokenOctal.test(text))
    problems.add(
      'warning',
      `${text} begins like an octal number and has a digit that none has: it is read as ${String(node.value)}. Write ${String(node.value)}, or put it in quotes.`,
      node,
      quotes(node),
    )
  else if (oldOctal.test(text))
    problems.add(
      'note',
      `The API server reads ${text} as ${String(node.value)}: it is octal in YAML 1.1. Tools that read YAML 1.2 take it for ${String(Number(text.replaceAll('_', '')))}.`,
      node,
    )
}

function quotes(node: ScalarNode) {
  return {
    title: 'Put it in quotes',
    edits: [{ from: node.start, to: node.to, insert: `"${node.text}"` }],
  }
}

/** A document whose root is an object: what it says it is, its labels and its annotations. */
export function checkObject(root: MapNode, problems: ProblemList): void {
  const head = { from: root.from, to: root.from + 1 }
  for (const name of ['apiVersion', 'kind'] as const) {
    const entry = entryOf(root, name)
    const value = entry?.value ?? null
    if (entry === null) problems.add('error', `The field ${name} is missing.`, head)
    else if (
      value?.type !== 'alias' &&
      (value?.type !== 'scalar' || typeof value.value !== 'string' || value.value === '')
    )
      problems.add('error', `The field ${name} has to be a text.`, value ?? entry.key)
  }
  const version = entryOf(root, 'apiVersion')?.value
  const isBuiltIn =
    version?.type === 'scalar' && /^(?:[a-z0-9]+\/)?v\d[a-z0-9]*$|\.k8s\.io\//.test(version.text)
  checkMetadata(root, isBuiltIn ? 'error' : 'warning', problems, true)
}

/** Goes through everything that may hold metadata: the object and the templates in it. */
function checkMetadata(
  node: MapNode,
  severity: 'error' | 'warning',
  problems: ProblemList,
  isRoot: boolean,
): void {
  for (const { name, value } of node.entries) {
    if (value === null) continue
    if (name === 'metadata' && value.type === 'map')
      for (const field of ['labels', 'annotations'] as const)
        checkTexts(entryOf(value, field)?.value ?? null, field, isRoot ? 'error' : severity, problems)
    else if (value.type === 'map') checkMetadata(value, severity, problems, false)
    else if (value.type === 'list')
      for (const item of value.items)
        if (item.value?.type === 'map') checkMetadata(item.value, severity, problems, false)
  }
}

function checkTexts(
  node: TreeNode | null,
  field: 'labels' | 'annotations',
  severity: 'error' | 'warning',
  problems: ProblemList,
): void {
  if (node?.type !== 'map') return
  const word = field === 'labels' ? 'label' : 'annotation'
  for (const { key, name, value, isMerge } of node.entries) {
    if (isMerge || name === null) continue
    if (name === '')
      problems.add('error', `The key of the ${word} is empty: it needs a name of 1 to 63 characters.`, key)
    const read = value?.type === 'alias' ? value.target : value
    if (read === null || (read.type === 'scalar' && read.value === null))
      problems.add(
        'note',
        `The ${word} ${name} has no value: the API server stores an empty text.`,
        value ?? key,
      )
    else if (read.type !== 'scalar')
      problems.add(
        severity,
        `The ${word} ${name} has to be a text; it is a ${read.type === 'map' ? 'mapping' : 'list'}.`,
        value ?? key,
      )
    else if (typeof read.value !== 'string')
      problems.add(
        severity,
        `The ${word} ${name} has to be a text; ${read.text} is read as a ${typeof read.value === 'boolean' ? 'truth (true or false)' : 'number'}. Write "${read.text}".`,
        value ?? key,
        value?.type === 'scalar' ? quotes(value) : undefined,
      )
  }
}

function entryOf(node: MapNode, name: string): MapEntry | null {
  return node.entries.find(entry => entry.name === name) ?? null
}
