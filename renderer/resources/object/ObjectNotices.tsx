import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { ObjectState } from '../../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import { addressOf, navigate } from '../../live/index.ts'
import { Age, Banner, Button, EmptyState, useLater } from '../../ui/index.ts'
import { DeletionNotice } from './DeletionNotice.tsx'
import { useSubject } from './subject.ts'

/** What must be known before anything on the page is believed. */
export function ObjectNotices({ state }: { readonly state: ObjectState }) {
  const { object } = useSubject()
  return (
    <>
      <PhaseNotice state={state} />
      <DeletionNotice object={object} isGone={state.status.phase === 'deleted'} />
    </>
  )
}

function PhaseNotice({ state: { status } }: { readonly state: ObjectState }) {
  if (status.phase === 'deleted')
    return (
      <Banner meaning="bad">
        <strong>Deleted</strong> <Age since={status.at} /> ago. What is shown is the last version that was
        seen. Should an object of this name be created again, it appears here.
      </Banner>
    )
  if (status.phase === 'stale')
    return (
      <Banner meaning="warning">
        <strong>Not live</strong> for <Age since={status.since} />. {status.reason.message}
      </Banner>
    )
  if (status.phase === 'failed')
    return (
      <Banner meaning="bad">
        <strong>Cannot be read any more.</strong> {status.error.message} What is shown is the last version
        that was seen.
      </Banner>
    )
  return null
}

interface NoObjectProps {
  readonly context: ContextId
  readonly objectRef: ObjectRef
  readonly state: ObjectState | null
  readonly error: AppErrorBody | null
}

/** The page while there is nothing to show: being read, denied, not there. */
export function NoObject({ context, objectRef, state, error }: NoObjectProps) {
  const isPatient = useLater(200)
  const { resource, namespace, name } = objectRef
  const failure = error ?? (state?.status.phase === 'failed' ? state.status.error : null)
  const list = addressOf.list(context, resource, namespace === '' ? {} : { namespaces: [namespace] })
  const toList = <Button onPress={() => navigate(list)}>{`All ${resource.resource}`}</Button>
  if (failure === null)
    return isPatient ? <EmptyState title={`Reading ${name}…`} detail={whereOf(objectRef)} /> : null
  const title = {
    denied: `You may not read ${name}`,
    gone: `${name} is not there`,
    notOpen: 'The context is not open',
  }[failure.kind as string]
  return (
    <EmptyState
      meaning={failure.kind === 'gone' || failure.kind === 'notOpen' ? 'unknown' : 'bad'}
      title={title ?? `${name} cannot be shown`}
      detail={failure.message}
      causes={failure.causes}
      actions={failure.kind === 'invalid' ? undefined : toList}
    />
  )
}

function whereOf({ resource, namespace }: ObjectRef): string {
  return namespace === '' ? resource.resource : `${resource.resource} in namespace ${namespace}`
}
