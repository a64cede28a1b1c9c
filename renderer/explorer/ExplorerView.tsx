import type { ContextId } from '../../shared/kube/index.ts'
import { addressOf, type ExplorerPlace, navigate } from '../live/index.ts'
import { Tabs } from '../ui/index.ts'
import styles from './Explorer.module.css'
import { OperationsTab } from './OperationsTab.tsx'
import { SchemaTab } from './SchemaTab.tsx'

export interface ExplorerProps {
  readonly context: ContextId
  readonly place: ExplorerPlace
}

/** What the server can do, and what its objects are made of. */
export function ExplorerView({ context, place }: ExplorerProps) {
  const go = (change: Partial<ExplorerPlace>) =>
    navigate(addressOf.explorer(context, { ...place, ...change }))
  return (
    <div className={styles.view}>
      <h1 className="visually-hidden">API explorer</h1>
      <Tabs
        label="Parts of the explorer"
        items={[
          { id: 'operations', title: 'Operations' },
          { id: 'schema', title: 'Schema' },
        ]}
        selected={place.tab}
        onSelect={tab => go({ tab: tab === 'schema' ? 'schema' : 'operations' })}
      >
        {place.tab === 'schema' ? (
          <SchemaTab key={context} context={context} kind={place.kind} path={place.path} onGo={go} />
        ) : (
          <OperationsTab key={context} context={context} operation={place.operation} onGo={go} />
        )}
      </Tabs>
    </div>
  )
}
