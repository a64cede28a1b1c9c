import type { SessionState } from '../../shared/ipc/index.ts'
import { type Address, addressOf, navigate, useContextEntry, useSessions } from '../live/index.ts'
import { Icon, keyLabel, MeaningMark, Tooltip } from '../ui/index.ts'
import styles from './ContextRail.module.css'
import { initialsOf } from './initials.ts'
import { addressOfContext } from './tabStore.ts'

/** Open contexts as tiles, with home above and settings below. */
export function ContextRail({ current }: { readonly current: Address }) {
  const sessions = (useSessions() ?? []).filter(({ phase }) => phase !== 'closed')
  return (
    <nav className={styles.rail} aria-label="Contexts">
      <RailButton
        label="All contexts"
        isCurrent={current.view === 'contexts'}
        onPress={() => navigate(addressOf.contexts())}
        icon="home"
      />
      <div className={styles.line} />
      <ul className={styles.tiles}>
        {sessions.map((session, index) => (
          <li key={session.context}>
            <Tile
              session={session}
              index={index}
              isCurrent={'context' in current && current.context === session.context}
            />
          </li>
        ))}
      </ul>
      <RailButton
        label="Settings"
        isCurrent={current.view === 'settings'}
        onPress={() => navigate(addressOf.settings())}
        icon="settings"
      />
    </nav>
  )
}

interface RailButtonProps {
  readonly label: string
  readonly isCurrent: boolean
  readonly icon: 'home' | 'settings'
  readonly onPress: () => void
}

function RailButton({ label, isCurrent, icon, onPress }: RailButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={`${styles.tile} ${isCurrent ? styles.current : ''}`}
        aria-label={label}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onPress}
      >
        <Icon name={icon} />
      </button>
    </Tooltip>
  )
}

interface TileProps {
  readonly session: SessionState
  readonly index: number
  readonly isCurrent: boolean
}

function Tile({ session, index, isCurrent }: TileProps) {
  const entry = useContextEntry(session.context)
  const name = entry?.name ?? session.context
  const trouble = session.phase === 'unreachable' ? 'bad' : session.phase === 'loginNeeded' ? 'warning' : null
  const state = {
    unreachable: ', unreachable',
    loginNeeded: ', login needed',
    connecting: ', connecting',
  } as const
  const words = `${name}${session.phase in state ? state[session.phase as keyof typeof state] : ''}`
  return (
    <Tooltip text={index < 9 ? `${words} · ${keyLabel(`Mod ${index + 1}`)}` : words}>
      <button
        type="button"
        className={`${styles.tile} ${styles.context} ${isCurrent ? styles.current : ''}`}
        data-context-colour={entry?.colour ?? 0}
        aria-label={words}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => navigate(addressOfContext(session.context))}
      >
        {initialsOf(name)}
        {trouble !== null && (
          <span className={styles.badge}>
            <MeaningMark meaning={trouble} />
          </span>
        )}
        {entry?.isProtected && (
          <span className={styles.lock}>
            <Icon name="lock" />
          </span>
        )}
      </button>
    </Tooltip>
  )
}
