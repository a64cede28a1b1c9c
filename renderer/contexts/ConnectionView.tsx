import type { ContextEntry, SessionState, SessionTrouble } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf, navigate, useSnapshot } from '../live/index.ts'
import { Age, Banner, Button, EmptyState, useLater } from '../ui/index.ts'
import { DumpBanner } from './DumpProblems.tsx'
import { EntryBanner } from './EntryBanner.tsx'
import { OpenDialog, useOpenContext } from './opening.tsx'
import { SnapshotView } from './SnapshotView.tsx'

export interface ConnectionViewProps {
  readonly entry: ContextEntry
  readonly session: SessionState | null
}

/** What stands in place of a context's views while it is not connected. */
export function ConnectionView({ entry, session }: ConnectionViewProps) {
  const opening = useOpenContext()
  const snapshot = useSnapshot(entry.id)
  const again = () => void engine.call('contexts.retry', { context: entry.id })
  const isReading = snapshot?.status.phase === 'reading' || snapshot?.status.phase === 'failed'
  if (snapshot !== null && (isReading || session === null || session.phase === 'closed'))
    return (
      <SnapshotView
        entry={entry}
        snapshot={snapshot}
        onOpen={session === null ? () => opening.open(entry) : again}
      />
    )
  const retry = (
    <Button look="primary" autoFocus onPress={again}>
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
            detail={`${entry.origin === 'kubeconfig' ? `Nothing has been sent to ${entry.server || 'its server'}. ` : ''}It is opened only when you ask for it.`}
            actions={
              <>
                <Button look="primary" autoFocus onPress={() => opening.open(entry)}>
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

/** Lines above the views of a context: how it is connected, what became of its entry, what a dump lacks. */
export function ConnectionBanner(props: ConnectionViewProps) {
  const snapshot = useSnapshot(props.entry.id)
  return (
    <>
      <PhaseBanner {...props} />
      <EntryBanner {...props} />
      {snapshot !== null && <DumpBanner snapshot={snapshot} />}
    </>
  )
}

function PhaseBanner({ entry, session }: ConnectionViewProps) {
  if (session?.phase === 'ready' && session.trouble !== undefined) {
    return <TroubleBanner entry={entry} trouble={session.trouble} />
  }
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
      <strong>{`${entry.name} ${text[session.phase]}`}</strong> {ended(session.reason?.message ?? '')} It has
      been so for <Age since={session.since} />; what is shown may be old.
    </Banner>
  )
}

/** Servers end their messages with a full stop or without. */
function ended(message: string): string {
  return message === '' || /[.!?]$/.test(message) ? message : `${message}.`
}

/** A server that is reachable and ails: its views go on, and are told to be slow or old. */
function TroubleBanner({
  entry,
  trouble,
}: {
  readonly entry: ContextEntry
  readonly trouble: SessionTrouble
}) {
  const isThrottled = trouble.reason.kind === 'throttled'
  return (
    <Banner meaning="warning">
      <strong>
        {isThrottled
          ? `${entry.name} asks to be left alone for a while.`
          : `${entry.name} answers with errors.`}
      </strong>{' '}
      {ended(trouble.reason.message)} It has been so for <Age since={trouble.since} />; Gatehouse asks again
      by itself.
    </Banner>
  )
}
