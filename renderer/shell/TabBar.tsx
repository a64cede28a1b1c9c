import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { type ContextId, visibleText } from '../../shared/kube/index.ts'
import { announce, navigate, parseAddress } from '../live/index.ts'
import { Button, Icon, Menu, type MenuEntry, PointMenu } from '../ui/index.ts'
import styles from './TabBar.module.css'
import { closeTabAt, closeTabsBeside, moveTabTo, reopenClosedTab, useTabs } from './tabStore.ts'
import { identityOf } from './tabs.ts'
import { type TabTitle, useTabTitles } from './tabTitles.ts'

/** The open views of a context. A middle click closes one; dragging or Alt+Shift with the arrows moves it. */
export function TabBar({ context }: { readonly context: ContextId }) {
  const { addresses, active } = useTabs(context)
  const titleOf = useTabTitles(context)
  const list = useRef<HTMLElement>(null)
  const hasTabs = addresses.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front comes into sight when it changes
  useEffect(() => {
    const bar = list.current
    if (bar === null) return
    // The whole tab, with the mark that closes it.
    const show = () =>
      bar
        .querySelector('[aria-current]')
        ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    const observer = new ResizeObserver(show)
    observer.observe(bar)
    return () => observer.disconnect()
  }, [active, context, hasTabs])
  if (!hasTabs) return null
  return (
    <div className={styles.bar}>
      <nav className={styles.tabs} aria-label="Tabs" ref={list}>
        {addresses.map((address, index) => (
          <Tab
            key={tabKey(address)}
            context={context}
            address={address}
            index={index}
            count={addresses.length}
            isActive={index === active}
            title={titleOf(address)}
          />
        ))}
      </nav>
      <AllTabs context={context} addresses={addresses} active={active} titleOf={titleOf} />
    </div>
  )
}

/** A tab stays the same element while the filter of its list changes. */
function tabKey(text: string): string {
  const address = parseAddress(text)
  return address === null ? text : identityOf(address)
}

interface TabProps {
  readonly context: ContextId
  readonly address: string
  readonly index: number
  readonly count: number
  readonly isActive: boolean
  readonly title: TabTitle
}

/** Carries the place of the tab that is dragged. */
const dragType = 'application/x-gatehouse-tab'

function Tab({ context, address, index, count, isActive, title: { title, detail } }: TabProps) {
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number } | null>(null)
  const [isTarget, setIsTarget] = useState(false)
  const link = useRef<HTMLAnchorElement>(null)
  const move = (to: number) => {
    if (to < 0 || to >= count) return
    moveTabTo(context, index, to)
    announce(`${title} is now tab ${to + 1} of ${count}`)
    // Moving an element takes the focus from it in some browsers.
    requestAnimationFrame(() => link.current?.focus())
  }
  const close = () => closeTabAt(context, index)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && event.shiftKey && event.key === 'ArrowLeft') move(index - 1)
    else if (event.altKey && event.shiftKey && event.key === 'ArrowRight') move(index + 1)
    else if (event.key === 'Delete') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsTarget(false)
    const from = event.dataTransfer.getData(dragType)
    if (/^\d+$/.test(from)) moveTabTo(context, Number(from), index)
  }
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    setMenuAt({ x: left, y: bottom })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: takes what is dropped; the keyboard moves tabs by the link inside
    <div
      className={`${styles.tab} ${isActive ? styles.active : ''} ${isTarget ? styles.target : ''}`}
      onDragOver={event => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setIsTarget(true)
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={onDrop}
    >
      <a
        ref={link}
        className={styles.link}
        href={address}
        title={detail === '' ? title : `${title} · ${detail}`}
        aria-current={isActive ? 'page' : undefined}
        draggable
        onClick={event => {
          event.preventDefault()
          navigate(address)
        }}
        onAuxClick={event => {
          if (event.button !== 1) return
          event.preventDefault()
          close()
        }}
        onContextMenu={onContextMenu}
        onKeyDown={onKeyDown}
        onDragStart={event => event.dataTransfer.setData(dragType, String(index))}
      >
        <span className={styles.title}>{visibleText(title)}</span>
        {detail !== '' && <span className={styles.detail}>{visibleText(detail)}</span>}
      </a>
      <button type="button" className={styles.close} aria-label={`Close ${title}`} onClick={close}>
        <Icon name="close" />
      </button>
      {menuAt !== null && (
        <PointMenu
          label={`Tab ${title}`}
          at={menuAt}
          entries={tabEntries(context, index, count, move)}
          onClose={() => setMenuAt(null)}
        />
      )}
    </div>
  )
}

function tabEntries(
  context: ContextId,
  index: number,
  count: number,
  move: (to: number) => void,
): readonly MenuEntry[] {
  return [
    { id: 'close', label: 'Close', keys: 'Delete', run: () => closeTabAt(context, index) },
    {
      id: 'others',
      label: 'Close the others',
      isDisabled: count === 1,
      run: () => closeTabsBeside(context, index, 'others'),
    },
    {
      id: 'right',
      label: 'Close those to the right',
      isDisabled: index === count - 1,
      run: () => closeTabsBeside(context, index, 'right'),
    },
    { id: 'left', label: 'Move to the left', isDisabled: index === 0, run: () => move(index - 1) },
    {
      id: 'moveRight',
      label: 'Move to the right',
      isDisabled: index === count - 1,
      run: () => move(index + 1),
    },
    {
      id: 'reopen',
      label: 'Reopen the tab that was closed last',
      keys: 'Alt Shift T',
      run: () => reopenClosedTab(context),
    },
  ]
}

interface AllTabsProps {
  readonly context: ContextId
  readonly addresses: readonly string[]
  readonly active: number
  readonly titleOf: (address: string) => TabTitle
}

/** All tabs in a menu, for those that do not fit on the line. */
function AllTabs({ context, addresses, active, titleOf }: AllTabsProps) {
  const entries: readonly MenuEntry[] = addresses.map((address, index) => {
    const { title, detail } = titleOf(address)
    return {
      id: tabKey(address),
      label: visibleText(detail === '' ? title : `${title} · ${detail}`),
      icon: <span className={styles.mark}>{index === active && <Icon name="check" />}</span>,
      run: () => navigate(address),
    }
  })
  return (
    <div className={styles.menu}>
      <Menu
        label="All tabs"
        trigger={
          <Button look="quiet" label={`All tabs: ${addresses.length}`}>
            <span className={styles.count}>{addresses.length}</span>
            <Icon name="chevronDown" />
          </Button>
        }
        entries={[
          ...entries,
          {
            id: 'close others',
            label: 'Close the other tabs',
            isDisabled: addresses.length < 2,
            icon: <span className={styles.mark} />,
            run: () => closeTabsBeside(context, active, 'others'),
          },
          {
            id: 'reopen closed',
            label: 'Reopen the tab that was closed last',
            icon: <span className={styles.mark} />,
            run: () => reopenClosedTab(context),
          },
        ]}
      />
    </div>
  )
}
