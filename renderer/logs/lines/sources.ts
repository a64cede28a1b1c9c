import type { LogSource } from '../../../shared/ipc/index.ts'

/** How a source is named in front of its lines. */
export interface SourceTag {
  /** As short as tells it from the others. */
  readonly label: string
  /** Pod and container in full. */
  readonly title: string
  /** One of the palette, the same whenever the same containers are followed. */
  readonly colour: number
}

/** Colours there are for sources. */
const colours = 8
/** Characters of a label; the end of a name is what tells pods apart. */
const longest = 24

/** Names and colours by `LogSource.id`. */
export function tagsOf(sources: readonly LogSource[]): ReadonlyMap<number, SourceTag> {
  const hasPods = new Set(sources.map(podKey)).size > 1
  const hasContainers = new Set(sources.map(({ container }) => container)).size > 1
  const hasNamespaces = new Set(sources.map(({ namespace }) => namespace)).size > 1
  const taken = new Set<number>()
  const tags = new Map<number, SourceTag>()
  for (const source of sources) {
    const { namespace, pod, container } = source
    const podName = hasNamespaces ? `${namespace}/${pod}` : pod
    const label = hasPods ? (hasContainers ? `${podName}/${container}` : podName) : container
    tags.set(source.id, {
      label: label.length > longest ? `…${label.slice(1 - longest)}` : label,
      title: `${namespace}/${pod} ${container}`,
      colour: freeColour(`${namespace}/${pod}/${container}`, taken),
    })
  }
  return tags
}

function podKey({ namespace, pod }: LogSource): string {
  return `${namespace}/${pod}`
}

/** By the name, or the next one that no source before has. */
function freeColour(name: string, taken: Set<number>): number {
  let hash = 0
  for (let index = 0; index < name.length; index++) hash = (hash * 31 + name.charCodeAt(index)) >>> 0
  const first = hash % colours
  for (let step = 0; step < colours; step++) {
    const colour = (first + step) % colours
    if (taken.has(colour)) continue
    taken.add(colour)
    return colour
  }
  return first
}
