import {
  type FieldOwner,
  type FieldPath,
  formatPath,
  type KubeObject,
  readOwnedFields,
} from '../../../../shared/kube/index.ts'

/** One entry of managedFields, its paths as text. */
export interface ManagerEntry {
  readonly key: string
  readonly owner: FieldOwner
  readonly paths: readonly string[]
}

export interface SharedField {
  readonly path: string
  readonly managers: readonly string[]
}

export interface FieldOwnership {
  /** Latest write first. */
  readonly entries: readonly ManagerEntry[]
  /** Fields that several managers own: whoever applies another value meets a conflict. */
  readonly shared: readonly SharedField[]
}

/** Who owns what, for reading. */
export function ownershipOf(object: KubeObject): FieldOwnership {
  const owned = readOwnedFields(object)
  const entries = owned
    .map(({ owner, paths }, index) => ({
      key: `${index} ${owner.manager}`,
      owner,
      paths: leavesOf(paths).map(formatPath),
    }))
    .sort((a, b) => (b.owner.time ?? 0) - (a.owner.time ?? 0))
  const managers = new Map<string, Set<string>>()
  for (const { owner, paths } of entries) {
    for (const path of paths) {
      const names = managers.get(path) ?? new Set()
      names.add(managerName(owner))
      managers.set(path, names)
    }
  }
  const shared = [...managers]
    .filter(([, names]) => names.size > 1)
    .map(([path, names]) => ({ path, managers: [...names] }))
  return { entries, shared }
}

/** The manager, with the subresource it wrote through: these are different owners. */
export function managerName(owner: FieldOwner): string {
  return owner.subresource === '' ? owner.manager : `${owner.manager} (${owner.subresource})`
}

/** Maps and items that have owned fields below say nothing by themselves. */
function leavesOf(paths: readonly FieldPath[]): readonly FieldPath[] {
  const inner = new Set<string>()
  for (const path of paths)
    for (let length = path.length - 1; length > 0; length--) {
      const above = formatPath(path.slice(0, length))
      if (inner.has(above)) break
      inner.add(above)
    }
  return paths.filter(path => !inner.has(formatPath(path)))
}
