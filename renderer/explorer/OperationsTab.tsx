import { useMemo, useState } from 'react'
import type { ApiCatalog, ApiOperationSummary } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { useStream } from '../live/index.ts'
import { EmptyState, FilterField, SplitPane } from '../ui/index.ts'
import styles from './Explorer.module.css'
import { MethodMark } from './MethodMark.tsx'
import { OperationPanel } from './OperationPanel.tsx'
import { actionText, branchesOf, matchingOperations, mostFound, operationRows } from './operationTree.ts'
import { Tree, type TreeRow } from './Tree.tsx'

export interface OperationsTabProps {
  readonly context: ContextId
  /** Id of the chosen operation; empty: none. */
  readonly operation: string
  readonly onGo: (place: { readonly operation: string }) => void
}

/** Every operation as a tree, and the chosen one beside it. */
export function OperationsTab({ context, operation, onGo }: OperationsTabProps) {
  const { value: catalog, error } = useStream('explorer.catalog', { context })
  if (error !== null)
    return (
      <EmptyState
        meaning="bad"
        title="The operations could not be read"
        detail={error.message}
        causes={error.causes}
      />
    )
  return (
    <SplitPane
      direction="columns"
      label="Width of the operation"
      share={68}
      first={<Operations catalog={catalog} chosen={operation} onChoose={id => onGo({ operation: id })} />}
      second={
        operation === '' ? (
          <EmptyState
            title="Choose an operation"
            detail="Each opens as a form with its parameters, the request as curl and kubectl, and the answer. What could change something is reviewed before it is sent."
          />
        ) : (
          <OperationPanel key={operation} context={context} operation={operation} />
        )
      }
    />
  )
}

interface OperationsProps {
  readonly catalog: ApiCatalog | null
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

const noOperations: readonly ApiOperationSummary[] = []

function Operations({ catalog, chosen, onChoose }: OperationsProps) {
  const operations = catalog?.operations ?? noOperations
  const [filter, setFilter] = useState('')
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const found = useMemo(() => matchingOperations(operations, filter), [operations, filter])
  const expanded = useMemo(() => {
    const selected = operations.find(({ id }) => id === chosen)
    const open = new Set(selected === undefined ? [] : branchesOf(selected))
    for (const [id, isOpen] of toggled) {
      if (isOpen) open.add(id)
      else open.delete(id)
    }
    return open
  }, [operations, chosen, toggled])
  const isSearch = filter.trim() !== ''
  const rows = useMemo(
    () => (isSearch ? foundRows(found, chosen) : treeRows(operations, expanded, chosen)),
    [isSearch, found, operations, expanded, chosen],
  )
  const toggle = (id: string) => setToggled(new Map([...toggled, [id, !expanded.has(id)]]))
  return (
    <section className={styles.side} aria-label="Operations">
      <div className={styles.filter}>
        <FilterField label="Filter operations" value={filter} onChange={setFilter} />
      </div>
      <Notes catalog={catalog} found={isSearch ? found.length : null} />
      {rows.length > 0 && (
        <Tree
          label="Operations"
          rows={rows}
          onToggle={toggle}
          onSelect={id => {
            if (operations.some(each => each.id === id)) onChoose(id)
          }}
        />
      )}
    </section>
  )
}

function Notes({ catalog, found }: { readonly catalog: ApiCatalog | null; readonly found: number | null }) {
  const { operations = noOperations, pending = 1, failures = [] } = catalog ?? {}
  const words =
    found === null
      ? `${operations.length} operations`
      : found > mostFound
        ? `${found} of ${operations.length}; the first ${mostFound} are shown`
        : `${found} of ${operations.length} operations`
  return (
    <div className={styles.notes}>
      <span role="status">{pending > 0 ? `${words}, reading the documents of the server` : words}</span>
      {failures.map(({ document, error }) => (
        <span key={document} className={styles.problem}>
          {document}: {error.message}
        </span>
      ))}
    </div>
  )
}

function treeRows(
  operations: readonly ApiOperationSummary[],
  expanded: ReadonlySet<string>,
  chosen: string,
): readonly TreeRow[] {
  return operationRows(operations, expanded).map(node =>
    node.type === 'group'
      ? {
          ...{ id: node.id, level: node.level, isExpanded: node.isExpanded, isSelected: false },
          content: (
            <>
              <span className={styles.branch}>{node.title}</span>
              <span className={styles.faint}>{node.detail}</span>
              <span className={styles.count}>{node.count}</span>
            </>
          ),
        }
      : rowOf(node.operation, node.level, chosen),
  )
}

function foundRows(found: readonly ApiOperationSummary[], chosen: string): readonly TreeRow[] {
  return found.slice(0, mostFound).map(operation => ({
    ...rowOf(operation, 1, chosen),
    content: (
      <>
        <MethodMark method={operation.method} />
        <code className={styles.pathText}>{operation.path}</code>
      </>
    ),
  }))
}

function rowOf(operation: ApiOperationSummary, level: number, chosen: string): TreeRow {
  return {
    ...{ id: operation.id, level, isSelected: operation.id === chosen },
    content: (
      <>
        <MethodMark method={operation.method} />
        <span className={operation.resource === '' ? styles.pathText : styles.action}>
          {actionText(operation)}
        </span>
        <span className={styles.scope}>{scopeText(operation)}</span>
      </>
    ),
  }
}

/** Tells apart what is done to one object, in one namespace, and in all. */
function scopeText({ path, action, resource }: ApiOperationSummary): string {
  if (resource === '' || action === 'connect') return ''
  if (path.includes('{name}')) return ''
  if (path.includes('{namespace}')) return 'in a namespace'
  return action === 'list' || action === 'watch' ? 'everywhere' : ''
}
