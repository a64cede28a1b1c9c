import { create } from 'zustand'
import { assertNever } from '../../shared/errors/index.ts'
import type { ContextEntry, EntryChange, SessionState } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { addressOf, announce, errorBody, navigate, useContextEntry } from '../live/index.ts'
import { Banner, Button } from '../ui/index.ts'
import { entryChangeText } from './entryChangeText.ts'
import { OpenDialog, useOpenContext } from './opening.tsx'

/** Changes that were read and put away, by context and time. */
const put = create<{ readonly away: ReadonlySet<string> }>()(() => ({ away: new Set() }))

export interface EntryBannerProps {
  readonly entry: ContextEntry
  readonly session: SessionState | null
}

/** Above the views of a context whose kubeconfig entry is not what its connection was made with. */
export function EntryBanner({ entry, session }: EntryBannerProps) {
  const change = session?.entryChange
  const key = `${entry.id} ${change?.since}`
  const isAway = put(state => state.away.has(key))
  if (change === undefined || isAway) return null
  // While the login fails it is no good news that the connection uses the new credentials.
  if (change.type === 'taken' && session?.phase !== 'ready') return null
  const hide = (
    <Button look="quiet" onPress={() => put.setState(({ away }) => ({ away: new Set(away).add(key) }))}>
      Hide
    </Button>
  )
  const { title, detail } = entryChangeText(entry, change)
  return (
    <Banner
      meaning={change.type === 'taken' ? 'good' : 'warning'}
      actions={
        <>
          <ChangeActions entry={entry} change={change} />
          {hide}
        </>
      }
    >
      <strong>{title}</strong> {detail}
    </Banner>
  )
}

function ChangeActions({ entry, change }: { readonly entry: ContextEntry; readonly change: EntryChange }) {
  switch (change.type) {
    case 'taken':
    case 'broken':
      return null
    case 'changed':
      return <Reconnect entry={entry} />
    case 'gone':
      return change.renamedTo === undefined ? null : <OpenRenamed context={change.renamedTo} />
    default:
      return assertNever(change)
  }
}

/** Closes the context and opens it with the entry as it is now: nothing of the old one stays. */
function Reconnect({ entry }: { readonly entry: ContextEntry }) {
  const opening = useOpenContext()
  const reconnect = async () => {
    try {
      await engine.call('contexts.close', { context: entry.id })
      opening.open(entry)
    } catch (error) {
      announce(errorBody(error).message)
    }
  }
  return (
    <>
      <Button onPress={() => void reconnect()}>Reconnect with it</Button>
      <OpenDialog opening={opening} />
    </>
  )
}

function OpenRenamed({ context }: { readonly context: string }) {
  const opening = useOpenContext()
  const entry = useContextEntry(context)
  if (entry === null) return null
  return (
    <>
      <Button
        onPress={() => {
          navigate(addressOf.contexts())
          opening.open(entry)
        }}
      >
        {`Open ${entry.name}`}
      </Button>
      <OpenDialog opening={opening} />
    </>
  )
}
