import { useMemo, useState } from 'react'
import { type Shape, shapeOfSchema, unknownShape } from '../../../../shared/diff/index.ts'
import type { ObjectState, Revision } from '../../../../shared/ipc/index.ts'
import { parseApiVersion } from '../../../../shared/kube/index.ts'
import { useCall } from '../../../live/index.ts'
import { Banner, Button, EmptyState, SplitPane } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { useSubject } from '../subject.ts'
import { compareRevisions } from './comparison.ts'
import { DiffView } from './DiffView.tsx'
import { RevisionList } from './RevisionList.tsx'

/** Versions seen since the object was opened and those the cluster keeps, any two side by side. */
export function HistoryTab({ state }: { readonly state: ObjectState }) {
  const { revisions, keptError } = state
  const [chosen, setChosen] = useState<{ readonly before: string | null; readonly after: string | null }>({
    before: null,
    after: null,
  })
  const pair = pairOf(revisions, chosen)
  const list = (
    <div className={styles.filled}>
      {keptError !== undefined && (
        <Banner meaning="unknown">
          <strong>Revisions that the cluster keeps cannot be read.</strong> {keptError.message}
        </Banner>
      )}
      <RevisionList
        revisions={revisions}
        before={pair?.before.id}
        after={pair?.after.id}
        onChoose={setChosen}
      />
    </div>
  )
  return (
    <SplitPane
      direction="columns"
      label="Width of the comparison"
      share={72}
      first={list}
      second={pair === null ? <OneRevision /> : <Comparison before={pair.before} after={pair.after} />}
    />
  )
}

function OneRevision() {
  return (
    <EmptyState
      title="Only one version so far"
      detail="Every change of the object is kept from the moment it was opened, and for ten minutes after it was closed. The server keeps no older versions, except the pod templates of Deployments, StatefulSets and DaemonSets."
    />
  )
}

/** What was chosen, or else the newest version and the one before. */
function pairOf(
  revisions: readonly Revision[],
  chosen: { readonly before: string | null; readonly after: string | null },
): { readonly before: Revision; readonly after: Revision } | null {
  const after = revisions.find(({ id }) => id === chosen.after) ?? revisions[0]
  if (after === undefined) return null
  const kept = revisions.filter(({ origin }) => origin === 'kept')
  const place = revisions.indexOf(after)
  const next = revisions[place + 1]
  // The newest kept template is the present one: the one before it tells something.
  const earlier = next?.origin === 'kept' && next === kept[0] ? (kept[1] ?? next) : next
  const before = revisions.find(({ id }) => id === chosen.before) ?? earlier
  return before === undefined ? null : { before, after }
}

interface ComparisonProps {
  readonly before: Revision
  readonly after: Revision
}

function Comparison({ before, after }: ComparisonProps) {
  const [withoutServerFields, setWithoutServerFields] = useState(true)
  const [withoutDefaults, setWithoutDefaults] = useState(true)
  const { context, ref } = useSubject()
  const earlier = useCall('objects.revision', { context, ref, id: before.id })
  const later = useCall('objects.revision', { context, ref, id: after.id })
  const shape = useShape()
  const result = useMemo(() => {
    if (earlier.value === null || later.value === null) return null
    return compareRevisions(
      { revision: before, object: earlier.value },
      { revision: after, object: later.value },
      { withoutServerFields, withoutDefaults, shape },
    )
  }, [before, after, earlier.value, later.value, withoutServerFields, withoutDefaults, shape])
  const error = earlier.error ?? later.error
  if (error !== null)
    return <EmptyState meaning="bad" title="This version cannot be shown" detail={error.message} />
  const isTemplate = before.part === 'template' || after.part === 'template'
  return (
    <div className={styles.filled}>
      <div className={styles.toolbar}>
        <span className={styles.quiet}>{result === null ? '' : changeText(result.changes)}</span>
        {isTemplate && <span className={styles.quiet}>pod template only: the cluster keeps no more</span>}
        <span className={styles.gap} />
        {!isTemplate && (
          <Button
            isPressed={withoutServerFields}
            onPress={() => setWithoutServerFields(!withoutServerFields)}
          >
            Overlook status and server fields
          </Button>
        )}
        <Button isPressed={withoutDefaults} onPress={() => setWithoutDefaults(!withoutDefaults)}>
          Overlook defaults
        </Button>
      </div>
      {result !== null && (
        <DiffView
          key={`${before.id} ${after.id}`}
          rows={result.rows}
          beforeLabel={before.label}
          afterLabel={after.label}
        />
      )}
    </div>
  )
}

function changeText(changes: number): string {
  if (changes === 0) return 'no difference'
  return changes === 1 ? '1 change' : `${changes.toLocaleString()} changes`
}

function useShape(): Shape {
  const { context, object } = useSubject()
  const { group, version } = parseApiVersion(String(object.apiVersion))
  const { value } = useCall('resources.schema', { context, group, version, kind: object.kind })
  return useMemo(() => (value === null ? unknownShape : shapeOfSchema(value)), [value])
}
