import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { type Change, changesOf, compare } from '../../diff/index.ts'
import { formatPath } from '../../kube/index.ts'
import { sameJson } from '../patch/index.ts'

/** Fields that a sentence names; the rest is counted. */
const named = 3

/** What a mutation did, in a sentence: `It adds metadata.labels.team and changes spec.replicas.` */
export function changeWords(before: JsonObject, after: JsonObject): string {
  const changes = changesOf(compare(before, after)).filter(isDifference)
  if (changes.length === 0) return 'It changes the object.'
  const shown = changes.slice(0, named)
  const parts = (['added', 'changed', 'removed', 'moved'] as const).flatMap(kind => {
    const paths = shown.filter(change => change.kind === kind).map(({ path }) => formatPath(path))
    return paths.length === 0 ? [] : [`${verbs[kind]} ${listed(paths)}`]
  })
  const more = changes.length - shown.length
  return `It ${parts.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`
}

const verbs: Readonly<Record<Change['kind'], string>> = {
  added: 'adds',
  changed: 'changes',
  removed: 'removes',
  moved: 'reorders',
}

/** Whole numbers come in two types, which are equal by value. */
const isDifference = (change: Change): boolean =>
  change.kind !== 'changed' || !sameJson(change.before, change.after)

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
