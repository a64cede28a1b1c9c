import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import {
  changeDock,
  clearNews,
  closeInDock,
  dockKey,
  useDock,
  useForwards,
  useTerminals,
  useTransfers,
} from '../../live/index.ts'
import { Button, EmptyState, Icon } from '../../ui/index.ts'
import { CloseTerminal } from './CloseTerminal.tsx'
import styles from './Dock.module.css'
import { DockPanel } from './DockPanel.tsx'
import { type DockTab, DockTabs } from './DockTabs.tsx'
import { focusFront, hideDock, leaveView, maximiseDock } from './dockFocus.ts'
import { dockTitle, runningForwards, runningTransfers } from './dockTitles.ts'

/** Pixels. */
const leastHeight = 80
/** What stays of the view above, in pixels. */
const leastView = 120
const keyStep = 24

/** Logs, terminals, forwards and transfers below the views. */
export function Dock() {
  const { items, front, isOpen, isMaximised, height, calls } = useDock(state => state)
  const place = useRef<HTMLElement>(null)
  const [closing, setClosing] = useState<string | null>(null)
  const tabs = useDockTabs()
  const shown = useShownKeys(front)
  useEffect(() => {
    if (calls === 0 || place.current === null) return
    leaveView()
    return focusFront(place.current)
  }, [calls])
  useEffect(() => {
    if (isOpen) clearNews(front)
  }, [front, isOpen])
  const terminals = useTerminals()
  const close = (key: string) => {
    const item = items.find(one => dockKey(one) === key)
    if (item?.kind === 'terminal') setClosing(item.terminal)
    else closeInDock(key)
  }
  const closed = terminals?.find(({ id }) => id === closing)
  return (
    <section ref={place} className={styles.dock} aria-label="Dock" data-dock="">
      {!isMaximised && <Edge height={height} />}
      <div className={styles.bar}>
        <DockTabs tabs={tabs} front={front} onSelect={key => changeDock({ front: key })} onClose={close} />
        <Buttons isMaximised={isMaximised} />
      </div>
      {items.length === 0 && (
        <EmptyState
          title="Nothing is open here"
          detail="On a pod or a row of a list, l follows its logs and s opens a shell; both come here, with port-forwards and copies of files."
        />
      )}
      {items
        .filter(item => shown.has(dockKey(item)))
        .map(item => (
          <DockPanel key={dockKey(item)} item={item} isFront={dockKey(item) === front} onClose={close} />
        ))}
      {closed !== undefined && (
        <CloseTerminal key={closed.id} terminal={closed} onDone={() => setClosing(null)} />
      )}
    </section>
  )
}

/** Keys that were in front once: what is behind them stays as it was, and the others load nothing. */
function useShownKeys(front: string): ReadonlySet<string> {
  const shown = useRef(new Set<string>())
  if (front !== '') shown.current.add(front)
  return shown.current
}

function useDockTabs(): readonly DockTab[] {
  const items = useDock(state => state.items)
  const news = useDock(state => state.news)
  const terminals = useTerminals()
  const running = {
    forwards: runningForwards(useForwards()),
    transfers: runningTransfers(useTransfers()),
  }
  return items.map(item => {
    const key = dockKey(item)
    return { ...dockTitle(item, terminals, running), key, hasNews: news.has(key) }
  })
}

function Buttons({ isMaximised }: { readonly isMaximised: boolean }) {
  return (
    <div className={styles.buttons}>
      <Button
        look="quiet"
        label={isMaximised ? 'Make the dock as it was' : 'Make the dock large'}
        isPressed={isMaximised}
        onPress={maximiseDock}
      >
        <Icon name={isMaximised ? 'chevronDown' : 'chevronUp'} />
      </Button>
      <Button look="quiet" label="Hide the dock" onPress={hideDock}>
        <Icon name="close" />
      </Button>
    </div>
  )
}

/** The line above the dock: dragging or the arrows change how high it is. */
function Edge({ height }: { readonly height: number }) {
  const most = () => Math.max(leastHeight, window.innerHeight - leastView)
  const set = (wanted: number) =>
    changeDock({ height: Math.round(Math.min(most(), Math.max(leastHeight, wanted))) })
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const bottom = event.currentTarget.parentElement?.getBoundingClientRect().bottom
    if (bottom !== undefined) set(bottom - event.clientY)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowUp') set(height + keyStep)
    else if (event.key === 'ArrowDown') set(height - keyStep)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is not a rule
    <div
      className={styles.edge}
      role="separator"
      aria-label="Height of the dock"
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={leastHeight}
      aria-valuemax={most()}
      tabIndex={0}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
