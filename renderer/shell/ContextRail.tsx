import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ContextId } from '../../shared/kube/index.ts'
import {
  type Address,
  addressOf,
  announce,
  fullName,
  navigate,
  requestClose,
  useTwins,
} from '../live/index.ts'
import { Icon, keyLabel, MeaningMark, type MenuEntry, PointMenu, Tooltip } from '../ui/index.ts'
import { ask } from './actions.ts'
import styles from './ContextRail.module.css'
import { initialsAmong } from './initials.ts'
import { moveOnRail, type RailPlace, useRail } from './rail.ts'
import { tileWords } from './railWords.ts'
import { addressOfContext } from './tabStore.ts'

/** Open contexts as tiles, with home above and settings below. */
export function ContextRail({ current }: { readonly current: Address }) {
  const places = useRail()
  const tiles = useRef<HTMLUListElement>(null)
  const twins = useTwins()
  const initials = initialsAmong(places.map(({ context: id, entry }) => ({ id, name: entry?.name ?? id })))
  const context = 'context' in current ? current.context : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context in front comes into sight when it changes
  useEffect(() => {
    tiles.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [context, places.length])
  return (
    <nav className={styles.rail} aria-label="Contexts">
      <RailButton
        label="All contexts"
        isCurrent={current.view === 'contexts'}
        onPress={() => navigate(addressOf.contexts())}
        icon="home"
      />
      <div className={styles.line} />
      <ul className={styles.tiles} ref={tiles}>
        {places.map((place, index) => (
          <li key={place.context}>
            <Tile
              place={place}
              index={index}
              places={places}
              initials={initials[index] ?? '?'}
              name={fullName(place.entry?.name ?? place.context, twins.get(place.context))}
              isCurrent={context === place.context}
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
  readonly place: RailPlace
  readonly index: number
  readonly places: readonly RailPlace[]
  readonly initials: string
  readonly name: string
  readonly isCurrent: boolean
}

/** Names the context that is dragged. Only tiles of this page are taken. */
const dragType = 'application/x-gatehouse-context'

function Tile({ place, index, places, initials, name, isCurrent }: TileProps) {
  const { context, session, entry } = place
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null)
  const [isTarget, setIsTarget] = useState(false)
  const { state, badge } = tileWords(session, entry)
  const move = (to: number) => {
    const count = places.length
    if (to < 0 || to >= count) return
    moveOnRail(contextsOf(places), context, to)
    announce(`${name} is now ${to + 1} of ${count}`)
  }
  const close = () => requestClose(context)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'ArrowUp') move(index - 1)
    else if (event.altKey && event.key === 'ArrowDown') move(index + 1)
    else if (event.key === 'Delete') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsTarget(false)
    const dragged = event.dataTransfer.getData(dragType)
    if (dragged !== '') moveOnRail(contextsOf(places), dragged, index)
  }
  const hint = index < 9 ? ` · ${keyLabel(`Mod ${index + 1}`)}` : ''
  return (
    <>
      <Tooltip text={`${name} · ${state}${entry?.isProtected ? ' · protected' : ''}${hint}`}>
        <button
          type="button"
          className={tileClass(session !== null, isCurrent, isTarget)}
          data-context-colour={entry?.colour ?? 0}
          aria-label={session?.phase === 'ready' && badge === null ? name : `${name}, ${state}`}
          aria-current={isCurrent ? 'true' : undefined}
          draggable
          onClick={() => navigate(addressOfContext(context))}
          onAuxClick={event => event.button === 1 && close()}
          onContextMenu={event => {
            event.preventDefault()
            setMenuAt(menuPlace(event.currentTarget))
          }}
          onKeyDown={onKeyDown}
          onDragStart={event => event.dataTransfer.setData(dragType, context)}
          onDragOver={event => {
            if (!event.dataTransfer.types.includes(dragType)) return
            event.preventDefault()
            setIsTarget(true)
          }}
          onDragLeave={() => setIsTarget(false)}
          onDrop={onDrop}
        >
          {initials}
          {badge !== null && (
            <span className={styles.badge}>
              <MeaningMark meaning={badge} />
            </span>
          )}
          {entry?.isProtected && (
            <span className={styles.lock}>
              <Icon name="lock" />
            </span>
          )}
        </button>
      </Tooltip>
      {menuAt !== null && (
        <PointMenu
          label={`Context ${name}`}
          at={menuAt}
          entries={menuEntries(place, index, places.length, move, close)}
          onClose={() => setMenuAt(null)}
        />
      )}
    </>
  )
}

const contextsOf = (places: readonly RailPlace[]): readonly ContextId[] =>
  places.map(({ context }) => context)

function tileClass(isOpen: boolean, isCurrent: boolean, isTarget: boolean): string {
  const parts = [styles.tile, styles.context]
  if (!isOpen) parts.push(styles.closed)
  if (isCurrent) parts.push(styles.current)
  if (isTarget) parts.push(styles.target)
  return parts.join(' ')
}

/** Beside the tile: the menu key has no place of its own. */
function menuPlace(tile: HTMLElement): { readonly x: number; readonly y: number } {
  const { right, top } = tile.getBoundingClientRect()
  return { x: right + 4, y: top }
}

function menuEntries(
  { context, session }: RailPlace,
  index: number,
  count: number,
  move: (to: number) => void,
  close: () => void,
): readonly MenuEntry[] {
  const retry: MenuEntry = {
    id: 'retry',
    label: 'Connect again',
    run: () => ask('contexts.retry', context),
  }
  return [
    { id: 'go', label: 'Go to it', run: () => navigate(addressOfContext(context)) },
    ...(session === null ? [] : [retry]),
    { id: 'up', label: 'Move up', keys: 'Alt ↑', isDisabled: index === 0, run: () => move(index - 1) },
    {
      id: 'down',
      label: 'Move down',
      keys: 'Alt ↓',
      isDisabled: index === count - 1,
      run: () => move(index + 1),
    },
    {
      id: 'close',
      label: session === null ? 'Take it off the rail' : 'Close this context',
      keys: 'Delete',
      run: close,
    },
  ]
}
