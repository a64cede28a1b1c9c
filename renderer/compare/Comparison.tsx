import { useMemo } from 'react'
import {
  changesOf,
  compareObjects,
  diffLines,
  type Overlooked,
  shapeOfSchema,
} from '../../shared/diff/index.ts'
import { type ContextId, formatPath, type KubeObject, parseApiVersion } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { DiffView } from '../diff/index.ts'
import { useCall } from '../live/index.ts'
import { Button, Menu } from '../ui/index.ts'
import styles from './Compare.module.css'
import { OverlookedBar, save } from './OverlookedBar.tsx'
import { setPaths, useOverlooked } from './overlooked.ts'

export interface ComparisonProps {
  /** Context whose schema pairs the lists. */
  readonly context: ContextId
  /** Name of the kind in the rules; empty for none. */
  readonly kind: string
  readonly before: KubeObject
  readonly after: KubeObject
  readonly beforeLabel: string
  readonly afterLabel: string
}

/** Two objects side by side, with what is overlooked and where they differ. */
export function Comparison({ context, kind, before, after, beforeLabel, afterLabel }: ComparisonProps) {
  const overlooked = useOverlooked(kind)
  const { rows, fields } = useDifference(context, before, after, overlooked)
  const { paths } = overlooked
  return (
    <section className={styles.filled} aria-label="Comparison">
      <div className={styles.toolbar}>
        <span className={styles.quiet}>
          {fields.length === 0 ? 'Equal in what is compared' : counted(fields.length, 'difference')}
        </span>
        <span className={styles.gap} />
        {fields.length > 0 && (
          <Menu
            label="Leave a field out of this comparison and later ones"
            trigger={<Button>Leave out a field</Button>}
            entries={fields.slice(0, mostFields).map(field => ({
              id: field,
              label: field,
              run: () => save(setPaths(kind, [...paths, field])),
            }))}
          />
        )}
        <OverlookedBar kind={kind} />
      </div>
      <DiffView
        key={`${beforeLabel} ${afterLabel}`}
        rows={rows}
        beforeLabel={beforeLabel}
        afterLabel={afterLabel}
        sameDetail="Both are equal in what is compared. Fields that are hidden or left out may differ: the switches above bring them in."
      />
    </section>
  )
}

/** Fields that a menu offers. */
const mostFields = 100

function useDifference(context: ContextId, before: KubeObject, after: KubeObject, overlooked: Overlooked) {
  const { apiVersion, kind } = after
  const { group, version } = parseApiVersion(apiVersion)
  // Without a schema lists pair by the names of their items.
  const schema = useCall('resources.schema', { context, group, version, kind }).value
  return useMemo(() => {
    const shape = schema === null ? undefined : shapeOfSchema(schema)
    const node = compareObjects(before, after, overlooked, shape)
    return { rows: diffLines(node), fields: changesOf(node).map(({ path }) => formatPath(path)) }
  }, [before, after, overlooked, schema])
}
