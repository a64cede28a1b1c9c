import type { ApiOperationSummary } from '../../shared/ipc/index.ts'

/** Rows drawn for a search; typing narrows them. */
export const mostFound = 300

export type OperationNode =
  | {
      readonly type: 'group'
      readonly id: string
      readonly level: number
      readonly title: string
      readonly detail: string
      readonly count: number
      readonly isExpanded: boolean
    }
  | {
      readonly type: 'operation'
      readonly id: string
      readonly level: number
      readonly operation: ApiOperationSummary
    }

interface Branch {
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly branches: Map<string, Branch>
  readonly operations: ApiOperationSummary[]
}

/** Operations by group and version, then by resource. Of no resource come first: health, versions, discovery. */
export function operationRows(
  operations: readonly ApiOperationSummary[],
  expanded: ReadonlySet<string>,
): readonly OperationNode[] {
  const root = branch('', '', '')
  for (const operation of operations) {
    const place = titleOf(operation)
    const group = inside(root, place.title, place.title, place.detail)
    const resource =
      operation.resource === ''
        ? group
        : inside(group, `${place.title} ${operation.resource}`, operation.resource, '')
    const leaf =
      operation.subresource === ''
        ? resource
        : inside(
            resource,
            `${resource.id}/${operation.subresource}`,
            `${operation.resource}/${operation.subresource}`,
            '',
          )
    leaf.operations.push(operation)
  }
  return [...root.branches.values()].sort(byTitle).flatMap(each => rowsOf(each, 1, expanded))
}

const serverTitle = 'Server'

/** Discovery and health are of the server; what is of a version, of that. */
function titleOf({ group, version, resource }: ApiOperationSummary): { title: string; detail: string } {
  if (version === '' || resource === '') return { title: serverTitle, detail: 'health, versions, discovery' }
  return { title: group === '' ? `core/${version}` : `${group}/${version}`, detail: '' }
}

function branch(id: string, title: string, detail: string): Branch {
  return { id, title, detail, branches: new Map(), operations: [] }
}

function inside(parent: Branch, id: string, title: string, detail: string): Branch {
  const known = parent.branches.get(id)
  if (known !== undefined) return known
  const made = branch(id, title, detail)
  parent.branches.set(id, made)
  return made
}

function byTitle(a: Branch, b: Branch): number {
  const rank = ({ title }: Branch): number => (title === serverTitle ? 0 : title.startsWith('core/') ? 1 : 2)
  return rank(a) - rank(b) || (a.title < b.title ? -1 : 1)
}

function rowsOf(each: Branch, level: number, expanded: ReadonlySet<string>): readonly OperationNode[] {
  const isExpanded = expanded.has(each.id)
  const { id, title, detail } = each
  const head: OperationNode = { type: 'group', id, level, title, detail, count: countOf(each), isExpanded }
  if (!isExpanded) return [head]
  return [
    head,
    ...each.operations.map(
      (operation): OperationNode => ({ type: 'operation', id: operation.id, level: level + 1, operation }),
    ),
    ...[...each.branches.values()]
      .sort((a, b) => (a.title < b.title ? -1 : 1))
      .flatMap(inner => rowsOf(inner, level + 1, expanded)),
  ]
}

function countOf(each: Branch): number {
  return [...each.branches.values()].reduce((sum, inner) => sum + countOf(inner), each.operations.length)
}

/** Ids of the branches around an operation. */
export function branchesOf(operation: ApiOperationSummary): readonly string[] {
  const { title } = titleOf(operation)
  if (operation.resource === '') return [title]
  const resource = `${title} ${operation.resource}`
  return operation.subresource === ''
    ? [title, resource]
    : [title, resource, `${resource}/${operation.subresource}`]
}

/** Operations that have every word in their method, path, kind or action. */
export function matchingOperations(
  operations: readonly ApiOperationSummary[],
  filter: string,
): readonly ApiOperationSummary[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return operations.filter(({ id, kind, action, group, version }) => {
    const text = `${id} ${kind} ${action} ${group}/${version}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

/** What an operation does, in words. */
export function actionText({ action, method, path, subresource }: ApiOperationSummary): string {
  switch (action) {
    case 'watch':
      return 'watch, older form'
    case 'deletecollection':
      return 'delete several'
    case 'connect':
      return `${method.toLowerCase()} through ${subresource}${path.endsWith('{path}') ? ', with a path' : ''}`
    case 'read':
      return path
    default:
      return action
  }
}
