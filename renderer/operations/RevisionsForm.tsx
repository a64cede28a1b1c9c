import { useMemo } from 'react'
import { compare, diffLines } from '../../shared/diff/index.ts'
import { isMapping, type KubeObject, visibleText } from '../../shared/kube/index.ts'
import { at } from '../../shared/relations/index.ts'
import { DiffView } from '../diff/index.ts'
import { useCall } from '../live/index.ts'
import { Age, Button, EmptyState } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'

/** The revisions that a workload can go back to. */
export function RevisionsForm({ asked, object, operation, onChange }: FormProps<'rollBack'>) {
  const [ref] = asked.targets
  const { value, error, again } = useCall(
    'operations.revisions',
    ref === undefined ? null : { context: asked.context, ref },
  )
  if (error !== null)
    return (
      <EmptyState
        meaning="bad"
        title="The revisions cannot be read"
        detail={visibleText(error.message)}
        causes={error.causes}
        actions={<Button onPress={again}>Try again</Button>}
      />
    )
  if (value === null) return <EmptyState title="Reading its revisions…" />
  const chosen =
    operation.revision === 0 ? value.find(({ isCurrent }) => !isCurrent)?.revision : operation.revision
  const found = value.find(({ revision }) => revision === chosen)
  return (
    <>
      <fieldset className={styles.entries}>
        <legend className="visually-hidden">Revision</legend>
        {value.map(({ revision, at, cause, images, isCurrent }) => (
          <label key={revision} className={styles.entry}>
            <input
              type="radio"
              name="revision"
              disabled={isCurrent}
              checked={revision === chosen}
              onChange={() => onChange({ ...operation, revision })}
            />
            <span>{revision}</span>
            <span className={styles.name}>{visibleText(images.join(', '))}</span>
            <span className={styles.quiet}>
              {isCurrent ? 'now' : visibleText(cause)} <Age since={at} />
            </span>
          </label>
        ))}
      </fieldset>
      {found !== undefined && <TemplateDifference object={object} revision={found} />}
    </>
  )
}

interface TemplateDifferenceProps {
  readonly object: KubeObject | null
  readonly revision: { readonly revision: number; readonly template: Readonly<Record<string, unknown>> }
}

/** What rolling back changes in the pod template. */
function TemplateDifference({ object, revision: { revision, template } }: TemplateDifferenceProps) {
  const present = object === null ? undefined : at(object, 'spec', 'template')
  const rows = useMemo(
    () => (isMapping(present) ? diffLines(compare(present, template)) : null),
    [present, template],
  )
  if (rows === null) return null
  return (
    <div className={styles.difference}>
      <DiffView
        key={revision}
        rows={rows}
        beforeLabel="Pod template now"
        afterLabel={`Revision ${revision}`}
        sameDetail="The pod template of this revision equals the present one."
      />
    </div>
  )
}
