import { useEffect, useRef } from 'react'
import type { Consequence, StuckDeletion } from '../../../shared/ipc/index.ts'
import { type KubeObject, visibleText } from '../../../shared/kube/index.ts'
import { listAt } from '../../../shared/relations/index.ts'
import { addressOf, announce, openOperation, useCall, useContextEntry } from '../../live/index.ts'
import { Age, Banner, Button } from '../../ui/index.ts'
import { writeRefusal } from '../operationActions.ts'
import styles from './Object.module.css'
import { useSubject } from './subject.ts'

export interface DeletionNoticeProps {
  readonly object: KubeObject
  readonly isGone: boolean
}

/** That an object is being deleted, and why it is still there: who clears its finalizers, what it waits for. */
export function DeletionNotice({ object, isGone }: DeletionNoticeProps) {
  const since = Date.parse(String(object.metadata.deletionTimestamp))
  if (Number.isNaN(since) || isGone) return null
  return <StuckNotice object={object} since={since} />
}

function StuckNotice({ object, since }: { readonly object: KubeObject; readonly since: number }) {
  const { context, ref } = useSubject()
  const { value, error, again } = useCall('operations.stuck', { context, ref })
  useOnChange(object.metadata.resourceVersion, again)
  const finalizers = listAt(object, 'metadata', 'finalizers').map(String)
  return (
    <Banner
      meaning="warning"
      actions={
        <>
          <Button onPress={again}>Look again</Button>
          {finalizers.length > 0 && <RemoveFinalizers />}
        </>
      }
    >
      <strong>Being deleted</strong> for <Age since={since} />.
      {error !== null && (
        <>
          {finalizers.length > 0 && ` It waits for ${visibleText(finalizers.join(', '))}.`} Why it is still
          there could not be found out. {visibleText(error.message)}
        </>
      )}
      {error === null && value === null && ' Finding out why it is still there…'}
      {value !== null && <Reasons stuck={value} />}
    </Banner>
  )
}

/** The reasons change with the object, of which a later version says more. */
function useOnChange(version: unknown, again: () => void): void {
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    again()
  }, [version, again])
}

function RemoveFinalizers() {
  const { context, ref } = useSubject()
  const refusal = writeRefusal(useContextEntry(context))
  const open = () =>
    refusal === null
      ? openOperation({ type: 'removeFinalizers', context, targets: [ref] })
      : announce(refusal)
  return <Button onPress={open}>Remove finalizers…</Button>
}

function Reasons({ stuck: { finalizers, causes } }: { readonly stuck: StuckDeletion }) {
  if (finalizers.length === 0 && causes.length === 0) return ' Nothing is known to hold it.'
  return (
    <ul className={styles.reasons}>
      {finalizers.map(({ name, owner, state }) => (
        <li key={name}>
          <code>{visibleText(name)}</code>
          {owner !== '' && ` is cleared by ${visibleText(owner)}`}: {visibleText(state)}
        </li>
      ))}
      {causes.map(cause => (
        <li key={cause.text}>
          <Cause cause={cause} />
        </li>
      ))}
    </ul>
  )
}

/** Objects named at most. */
const mostLinks = 5

function Cause({ cause: { text, refs, total } }: { readonly cause: Consequence }) {
  const { context } = useSubject()
  const shown = refs.slice(0, mostLinks)
  return (
    <>
      {visibleText(text)}
      {shown.map(({ kind, ref }) => (
        <span key={`${kind} ${ref.namespace}/${ref.name}`}>
          {' '}
          <a href={addressOf.object(context, ref)}>{visibleText(`${kind} ${ref.name}`)}</a>
        </span>
      ))}
      {total > shown.length && shown.length > 0 && ` and ${total - shown.length} more`}
    </>
  )
}
