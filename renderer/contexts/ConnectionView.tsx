import type { ContextEntry, SessionState } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf, navigate } from '../live/index.ts'
import { Age, Banner, Button, EmptyState, useLater } from '../ui/index.ts'
import { OpenDialog, useOpenContext } from './opening.tsx'

export interface ConnectionViewProps {
  readonly entry: ContextEntry
  readonly session: SessionState | null
}

/** What stands in place of a context's views while it is not connected. */
export function ConnectionView({ entry, session }: ConnectionViewProps) {
  const opening = useOpenContext()
  const retry = (
    <Button look="primary" onPress={() => void engine.call('contexts.retry', { context: entry.id })}>
      Try again
    </Button>
  )
  switch (session?.phase) {
    case undefined:
    case 'closed':
      return (
        <>
          <EmptyState
            title={`${entry.name} is not open`}
            detail={`Nothing has been sent to ${entry.server || 'its server'}. An address alone opens no context.`}
            actions={
              <>
                <Button look="primary" onPress={() => opening.open(entry)}>
                  Open it
                </Button>
                <Button onPress={() => navigate(addressOf.contexts())}>All contexts</Button>
              </>
            }
          />
          <OpenDialog opening={opening} />
        </>
      )
    case 'connecting':
      return <Connecting entry={entry} session={session} />
    case 'loginNeeded':
      return (
        <EmptyState
          meaning="warning"
          title={`${entry.name} needs a login`}
          detail={session.reason?.message}
          causes={session.reason?.causes}
          actions={retry}
        />
      )
    case 'unreachable':
      return (
        <EmptyState
          meaning="bad"
          title={`${entry.name} cannot be reached`}
          detail={session.reason?.message}
          causes={session.reason?.causes}
          actions={retry}
        />
      )
    case 'ready':
      return null
  }
}

function Connecting({ entry, session }: { readonly entry: ContextEntry; readonly session: SessionState }) {
  // A connection is made in less than this most of the time, and then nothing flashes. Milliseconds.
  const isPatient = useLater(200)
  if (!isPatient) return null
  return (
    <EmptyState
      title={`Connecting to ${entry.name}`}
      detail={
        <>
          {entry.server}, for <Age since={session.since} />.{' '}
          {entry.signIn.type === 'exec' && `${entry.signIn.command} was started for the credentials.`}{' '}
          {session.reason?.message}
        </>
      }
      actions={
        <Button onPress={() => void engine.call('contexts.close', { context: entry.id })}>Give up</Button>
      }
    />
  )
}

/** A line above the views of a context that was connected and is not any more. */
export function ConnectionBanner({ entry, session }: ConnectionViewProps) {
  if (session === null || session.phase === 'ready') return null
  const text: Record<Exclude<SessionState['phase'], 'ready'>, string> = {
    closed: 'is closed.',
    connecting: 'is being connected again.',
    loginNeeded: 'needs a new login.',
    unreachable: 'cannot be reached.',
  }
  return (
    <Banner
      meaning={session.phase === 'unreachable' ? 'bad' : 'warning'}
      actions={
        <Button onPress={() => void engine.call('contexts.retry', { context: entry.id })}>
          Try again now
        </Button>
      }
    >
      <strong>{`${entry.name} ${text[session.phase]}`}</strong> {session.reason?.message} What is shown may be
      old.
    </Banner>
  )
}
