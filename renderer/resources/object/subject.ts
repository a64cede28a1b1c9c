import { createContext, use } from 'react'
import type { Discovery } from '../../../shared/ipc/index.ts'
import type { ContextId, KubeObject, ObjectRef, ResourceInfo } from '../../../shared/kube/index.ts'
import type { KindName } from '../../../shared/relations/index.ts'

/** What the parts of the page are about. */
export interface Subject {
  readonly context: ContextId
  readonly ref: ObjectRef
  readonly object: KubeObject
  /** Null while it is not read. */
  readonly discovery: Discovery | null
}

const SubjectContext = createContext<Subject | null>(null)
export const SubjectProvider = SubjectContext.Provider

/** The object of the page around. */
export function useSubject(): Subject {
  const subject = use(SubjectContext)
  if (subject === null) throw new Error('a part of the object page stands outside of it')
  return subject
}

/** A kind as discovery has it, in the preferred version. */
function findKind(discovery: Discovery | null, { group, kind }: KindName): ResourceInfo | null {
  const found = discovery?.resources.filter(info => info.group === group && info.kind === kind) ?? []
  return found.find(info => info.preferred) ?? found[0] ?? null
}

/** Where an object named by kind lies; null when the kind is not served, or nobody knows yet. */
export function refOfKind(
  discovery: Discovery | null,
  kind: KindName,
  namespace: string,
  name: string,
): ObjectRef | null {
  const info = findKind(discovery, kind)
  if (info === null || name === '') return null
  const { group, version, resource } = info
  return { resource: { group, version, resource }, namespace: info.namespaced ? namespace : '', name }
}
