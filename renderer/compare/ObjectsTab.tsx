import type { ContextId } from '../../shared/kube/index.ts'
import { useCall } from '../live/index.ts'
import { Banner, Button, EmptyState, useLater } from '../ui/index.ts'
import styles from './Compare.module.css'
import { Comparison } from './Comparison.tsx'
import { kindKey } from './overlooked.ts'
import { SideChoice } from './SideChoice.tsx'
import type { CompareTabProps } from './tab.ts'
import { type Side, useSide } from './useSide.ts'

/** Any two of: objects of open contexts, their revisions, texts. */
export function ObjectsTab({ context, place, onChange }: CompareTabProps) {
  const before = useSide(context, place.before, 'before')
  const after = useSide(context, place.after, 'after')
  const swap = () => {
    onChange({ before: place.after, after: place.before })
    before.swapWith(after)
  }
  return (
    <div className={styles.filled}>
      <div className={styles.sides}>
        <SideChoice
          label="Before"
          context={context}
          side={before}
          other={place.after}
          onChange={side => onChange({ before: side })}
        />
        <Button look="quiet" label="Swap the sides" onPress={swap}>
          ⇄
        </Button>
        <SideChoice
          label="After"
          context={context}
          side={after}
          other={place.before}
          onChange={side => onChange({ after: side })}
        />
      </div>
      <Sides context={context} before={before} after={after} />
    </div>
  )
}

interface SidesProps {
  readonly context: ContextId
  readonly before: Side
  readonly after: Side
}

function Sides({ context, before, after }: SidesProps) {
  const isPatient = useLater(300)
  const secrets = useDifferingKeys(before, after)
  for (const side of [before, after]) {
    if (side.problem !== '')
      return <EmptyState meaning="bad" title="This side cannot be read" detail={side.problem} />
  }
  if (before.isMissing || after.isMissing)
    return (
      <EmptyState
        title="Choose what is compared"
        detail="Each side is an object of an open context, one of its revisions, or a text that you paste."
      />
    )
  if (before.object === null || after.object === null)
    return isPatient ? <EmptyState title="Reading both sides…" /> : null
  return (
    <>
      {secrets !== null && (
        <Banner meaning={secrets.length === 0 ? 'good' : 'unknown'}>
          {secrets.length === 0
            ? 'The values of both Secrets are equal; they are shown as their sizes.'
            : `Values that differ: ${secrets.join(', ')}. They are shown as their sizes.`}
        </Banner>
      )}
      <Comparison
        context={after.context || context}
        kind={after.ref === null ? '' : kindKey(after.ref.resource)}
        before={before.object}
        after={after.object}
        beforeLabel={before.label}
        afterLabel={after.label}
      />
    </>
  )
}

/** Values of Secrets stay in main, which tells the keys that differ. Null for what is no pair of Secrets. */
function useDifferingKeys(before: Side, after: Side): readonly string[] | null {
  const isSecret = ({ ref, revision }: Side): boolean =>
    ref?.resource.group === '' && ref.resource.resource === 'secrets' && revision === ''
  const isPair = isSecret(before) && isSecret(after) && before.ref !== null && after.ref !== null
  const { value } = useCall(
    'compare.secrets',
    isPair
      ? {
          before: { context: before.context, ref: before.ref },
          after: { context: after.context, ref: after.ref },
        }
      : null,
  )
  return value
}
