import type { Revision } from '../../shared/ipc/index.ts'
import { isMapping, type KubeObject } from '../../shared/kube/index.ts'

/** Bounds of what is remembered of one object. */
const maximumCount = 200
const maximumBytes = 16 * 1024 * 1024

interface SeenRevision {
  readonly revision: Revision
  readonly object: KubeObject
  readonly bytes: number
}

/** Versions of one object that were seen, oldest dropped first when they become too many or too large. */
export class SeenRevisions {
  #seen: SeenRevision[] = []
  #bytes = 0
  #count = 0

  /** Adds a version unless it is the newest one already. Returns whether it was new. */
  add(object: KubeObject, at: number): boolean {
    const last = this.#seen.at(-1)?.object
    const text = JSON.stringify(object)
    if (last !== undefined && isSameVersion(last, object, text)) return false
    this.#seen.push({
      revision: {
        id: `seen:${++this.#count}`,
        origin: 'seen',
        part: 'object',
        label: labelOf(object, last),
        at,
        managers: last === undefined ? [] : managersSince(last, object),
        isStatusOnly: last !== undefined && isStatusOnly(last, object),
      },
      object,
      bytes: text.length,
    })
    this.#bytes += text.length
    this.#drop()
    return true
  }

  /** Newest first. */
  list(): readonly Revision[] {
    return this.#seen.map(seen => seen.revision).reverse()
  }

  find(id: string): KubeObject | null {
    return this.#seen.find(seen => seen.revision.id === id)?.object ?? null
  }

  /** Length of everything held, in UTF-16 units of JSON. */
  get bytes(): number {
    return this.#bytes
  }

  #drop(): void {
    while (this.#seen.length > 1 && (this.#seen.length > maximumCount || this.#bytes > maximumBytes)) {
      this.#bytes -= this.#seen.shift()?.bytes ?? 0
    }
  }
}

function isSameVersion(last: KubeObject, object: KubeObject, text: string): boolean {
  const { uid, resourceVersion } = object.metadata
  if (uid !== last.metadata.uid) return false
  // Aggregated servers may send no version (metrics): then only the content tells.
  if (resourceVersion === undefined || resourceVersion === '') return JSON.stringify(last) === text
  return resourceVersion === last.metadata.resourceVersion
}

function labelOf(object: KubeObject, last: KubeObject | undefined): string {
  const version = object.metadata.resourceVersion
  const label = version === undefined || version === '' ? 'no resourceVersion' : `resourceVersion ${version}`
  const isNew = last !== undefined && last.metadata.uid !== object.metadata.uid
  return isNew ? `${label}, created again` : label
}

/** Kinds with a generation count every change of their specification; the rest of metadata is small. */
function isStatusOnly(last: KubeObject, object: KubeObject): boolean {
  const { generation, uid } = object.metadata
  if (generation === undefined || generation !== last.metadata.generation || uid !== last.metadata.uid)
    return false
  return metadataText(last) === metadataText(object)
}

function metadataText({ metadata }: KubeObject): string {
  const { managedFields: _managedFields, resourceVersion: _version, annotations, ...rest } = metadata
  const { [revisionAnnotation]: _revision, ...written } = isMapping(annotations) ? annotations : {}
  return JSON.stringify([rest, written])
}

const revisionAnnotation = 'deployment.kubernetes.io/revision'

/** Managers whose entry is new or changed. */
function managersSince(last: KubeObject, object: KubeObject): readonly string[] {
  const known = new Set(entriesOf(last).map(entry => JSON.stringify(entry)))
  const names = entriesOf(object)
    .filter(entry => !known.has(JSON.stringify(entry)))
    .map(entry => String(entry.manager ?? ''))
  return [...new Set(names)].filter(name => name !== '')
}

function entriesOf(object: KubeObject): readonly Readonly<Record<string, unknown>>[] {
  const entries: unknown = object.metadata.managedFields
  return Array.isArray(entries) ? entries.filter(isMapping) : []
}
