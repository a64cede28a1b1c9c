import { visibleText } from '../../shared/kube/index.ts'
import { useCall } from '../live/index.ts'
import { Age, Button, EmptyState } from '../ui/index.ts'
import type { FormProps } from './form.ts'
import styles from './Operations.module.css'

/** The revisions that a workload can go back to. */
export function RevisionsForm({ asked, operation, onChange }: FormProps<'rollBack'>) {
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
  return (
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
  )
}
