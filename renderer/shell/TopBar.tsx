import type { SessionState } from '../../shared/ipc/index.ts'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import {
  addressOf,
  goBack,
  navigate,
  requestClose,
  useContextEntry,
  useEngineConnection,
  useSession,
  useTwins,
} from '../live/index.ts'
import { Button, Chip, Icon, KeyHint, keyLabel, type Meaning, Menu } from '../ui/index.ts'
import { ask, copyAddress } from './actions.ts'
import styles from './TopBar.module.css'

export interface TopBarProps {
  readonly context: ContextId | null
  readonly onSearch: () => void
}

/** The context in front, the door to the palette, and how the connection stands. */
export function TopBar({ context, onSearch }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        <Button look="quiet" label="Back" onPress={goBack}>
          <Icon name="back" />
        </Button>
        <Button look="quiet" label="Forward" onPress={() => history.forward()}>
          <Icon name="forward" />
        </Button>
        {context === null ? (
          <strong className={styles.product}>Gatehouse</strong>
        ) : (
          <ContextTitle context={context} />
        )}
      </div>
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={`Go to a kind, object, context or action (${keyLabel('Mod+K')})`}
        onClick={onSearch}
      >
        <Icon name="search" />
        <span className={styles.searchText}>Go to a kind, object, context or action</span>
        <KeyHint keys="Mod K" />
      </button>
      <div className={styles.end}>{context !== null && <Connection context={context} />}</div>
    </header>
  )
}

function ContextTitle({ context }: { readonly context: ContextId }) {
  const entry = useContextEntry(context)
  const name = entry?.name ?? context
  const apart = useTwins().get(context)
  return (
    <>
      <h1 className="visually-hidden">{name}</h1>
      <span className={styles.dot} data-context-colour={entry?.colour ?? 0} />
      <Menu
        label={`Context ${name}`}
        trigger={
          <Button look="quiet">
            <strong className={styles.name}>{name}</strong>
            {apart !== undefined && (
              <span className={styles.apart} title={apart}>
                {visibleText(apart)}
              </span>
            )}
            <Icon name="chevronDown" />
          </Button>
        }
        entries={[
          { id: 'retry', label: 'Connect again', run: () => ask('contexts.retry', context) },
          { id: 'kinds', label: 'Read the kinds again', run: () => ask('resources.refresh', context) },
          { id: 'address', label: 'Copy the address of this view', run: copyAddress },
          { id: 'all', label: 'All contexts', run: () => navigate(addressOf.contexts()) },
          { id: 'close', label: 'Close this context', run: () => requestClose(context) },
        ]}
      />
      {entry?.isProtected && (
        <span className={styles.lock}>
          <Icon name="lock" />
          protected
        </span>
      )}
    </>
  )
}

function Connection({ context }: { readonly context: ContextId }) {
  const session = useSession(context)
  const isCutOff = useEngineConnection().status === 'lost'
  const isDump = useContextEntry(context)?.origin === 'snapshot'
  const { text, meaning } = isCutOff ? engineAway : isDump ? dumpWords(session) : connectionWords(session)
  return (
    <>
      {session?.userName !== undefined && (
        <span className={styles.user}>
          <Chip title={session.userName}>{session.userName}</Chip>
        </span>
      )}
      <Chip meaning={meaning}>{text}</Chip>
    </>
  )
}

interface ConnectionWords {
  readonly text: string
  readonly meaning: Meaning | undefined
}

const engineAway: ConnectionWords = { text: 'engine away', meaning: 'bad' }

/** A dump is no connection: it is there, or it is not. */
function dumpWords(session: SessionState | null): ConnectionWords {
  switch (session?.phase) {
    case 'ready': {
      const version = session.serverVersion ?? ''
      return {
        text: version.startsWith('nodes ') ? `dump, read only · ${version}` : 'dump, read only',
        meaning: undefined,
      }
    }
    case 'connecting':
      return { text: 'reading', meaning: undefined }
    case 'unreachable':
      return { text: 'could not be read', meaning: 'bad' }
    default:
      return { text: 'not open', meaning: undefined }
  }
}

function connectionWords(session: SessionState | null): ConnectionWords {
  switch (session?.phase) {
    case 'ready':
      return { text: `connected · ${session.serverVersion ?? 'version unknown'}`, meaning: 'good' }
    case 'connecting':
      return { text: 'connecting', meaning: undefined }
    case 'loginNeeded':
      return { text: 'login needed', meaning: 'warning' }
    case 'unreachable':
      return { text: 'unreachable', meaning: 'bad' }
    default:
      return { text: 'not open', meaning: undefined }
  }
}
