import type { WantedObjects, Wish } from '../../../shared/admission/trace/index.ts'
import type { GroupVersionKind } from '../../../shared/cel/kubernetes/index.ts'

let worlds = 0

/** A name for a world of its own; worlds of one context share what is compiled of its policies. */
export function newWorld(context: string): string {
  return `${++worlds}\n${context}`
}

/** The context of a world. */
export function contextOf(world: string): string {
  return world.slice(world.indexOf('\n') + 1)
}

/** Keys under which both sides of a thread keep what they know. */
export function wantedKey({ group, version, kind, namespace, name }: WantedObjects): string {
  return JSON.stringify([group, version, kind, namespace, name])
}

export function kindKey({ group, version, kind }: GroupVersionKind): string {
  return JSON.stringify([group, version, kind])
}

export function wishKey(wish: Wish): string {
  switch (wish.type) {
    case 'objects':
      return `objects ${wantedKey(wish.wanted)}`
    case 'schema':
      return `schema ${kindKey(wish.kind)}`
    case 'authorization': {
      const { subject, ...rest } = wish.question
      return `authorization ${JSON.stringify([rest, { ...subject, extra: [...(subject.extra ?? [])] }])}`
    }
  }
}
