import { useMemo, useState } from 'react'
import { type Shape, shapeOfSchema, unknownShape } from '../../../../shared/diff/index.ts'
import type { ObjectState, Revision } from '../../../../shared/ipc/index.ts'
import { parseApiVersion } from '../../../../shared/kube/index.ts'
import { DiffView } from '../../../diff/index.ts'
import { useCall } from '../../../live/index.ts'
import { Banner, Button, EmptyState, SplitPane } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { useSubject } from '../subject.ts'
import { compareRevisions } from './comparison.ts'
import { pairOf } from './pair.ts'
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
      second={pair === null ? <OneRevision /> : <Comparison {...pair} newest={revisions[0]?.id} />}
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

interface ComparisonProps {
  readonly before: Revision
  readonly after: Revision
  /** Id of the version that the page holds already. */
  readonly newest: string | undefined
}

/** The object of a version: the newest seen one is at hand, others are asked for. */
function useRevision({ id, origin }: Revision, newest: string | undefined) {
  const { context, ref, object } = useSubject()
  const isAtHand = id === newest && origin === 'seen'
  const asked = useCall('objects.revision', isAtHand ? null : { context, ref, id })
  return isAtHand ? { value: object, error: null } : asked
}

function Comparison({ before, after, newest }: ComparisonProps) {
  const [withoutServerFields, setWithoutServerFields] = useState(true)
  const [withoutDefaults, setWithoutDefaults] = useState(true)
  const earlier = useRevision(before, newest)
  const later = useRevision(after, newest)
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
            Hide status and server fields
          </Button>
        )}
        <Button isPressed={withoutDefaults} onPress={() => setWithoutDefaults(!withoutDefaults)}>
          Hide defaults
        </Button>
      </div>
      {result !== null && (
        <DiffView
          key={`${before.id} ${after.id}`}
          rows={result.rows}
          beforeLabel={before.label}
          afterLabel={after.label}
          sameDetail="Both versions are equal in what is compared. Fields that are hidden may differ: the switches above bring them in."
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
