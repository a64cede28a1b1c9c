import type { AppErrorBody } from '../../errors/index.ts'
import { fieldsOf, isFields } from '../fields.ts'
import { gapOf, type Known } from '../known.ts'
import type { WantedObjects, Wish, World } from './types.ts'

/** A world that writes down what was asked of it and is not there. */
export interface RecordingWorld {
  readonly world: World
  /** What was asked for and is not there yet; each once. */
  readonly wishes: () => readonly Wish[]
  /** What was asked for and may not be read; each once. */
  readonly gaps: () => readonly AppErrorBody[]
  /** Kinds that were asked for and are not current, with since when, in milliseconds since the epoch. */
  readonly stale: () => ReadonlyMap<string, number>
}

/**
 * Passes on what a world knows and remembers what it does not: `loading` and unanswered questions become
 * wishes, what cannot be read becomes a gap.
 */
export function recordingWorld(known: World): RecordingWorld {
  const wishes = new Map<string, Wish>()
  const gaps = new Map<string, AppErrorBody>()
  const stale = new Map<string, number>()
  const wish = (each: Wish): void => {
    wishes.set(JSON.stringify(each, plainly), each)
  }
  const gap = (error: AppErrorBody): void => {
    gaps.set(JSON.stringify(error), error)
  }
  const answered: Answered[] = []
  const world: World = {
    minor: known.minor,
    served: known.served,
    now: known.now,
    webhookAnswer: call => known.webhookAnswer(call),
    objects: wanted => {
      const before = answered.find(each => isSame(each.wanted, wanted))
      if (before !== undefined) return before.found
      const found = withoutOdd(known.objects(wanted))
      if (answered.length >= mostAnswered) answered.shift()
      answered.push({ wanted, found })
      if (found.state === 'loading') wish({ type: 'objects', wanted })
      if (found.state === 'known' && found.staleSince !== null)
        stale.set(wanted.kind, Math.min(found.staleSince, stale.get(wanted.kind) ?? found.staleSince))
      const error = gapOf(found)
      if (error !== null && !hasNamed(found, wanted.name)) gap(error)
      return found
    },
    schema: kind => {
      const found = known.schema(kind)
      if (found.state === 'loading') wish({ type: 'schema', kind })
      if (found.state === 'unreadable') gap(found.error)
      return found
    },
    authorize: question => {
      const answer = known.authorize(question)
      if (answer === undefined) wish({ type: 'authorization', question })
      return answer
    },
  }
  return { world, wishes: () => [...wishes.values()], gaps: () => [...gaps.values()], stale: () => stale }
}

/** What was asked for last is mostly asked for again, by one policy after another, and stays as it is meanwhile. */
interface Answered {
  readonly wanted: WantedObjects
  readonly found: Known
}
const mostAnswered = 8

const isSame = (one: WantedObjects, other: WantedObjects): boolean =>
  one.name === other.name &&
  one.kind === other.kind &&
  one.namespace === other.namespace &&
  one.version === other.version &&
  one.group === other.group

/** What is no object at all is left out, so that nobody else has to look. */
function withoutOdd(found: Known): Known {
  if (found.state !== 'known' || found.items.every(isFields)) return found
  return { ...found, items: found.items.filter(isFields) }
}

const plainly = (_key: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)

/** An object that was found is no gap, though others may be missing. */
function hasNamed(found: Known, name: string): boolean {
  return (
    name !== '' && found.state === 'known' && found.items.some(item => fieldsOf(item.metadata).name === name)
  )
}
