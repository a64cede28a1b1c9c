import { type KeyboardEvent, useEffect, useRef } from 'react'
import { visibleText } from '../../../shared/kube/index.ts'
import { useContextEntry } from '../../live/index.ts'
import { Icon, MeaningMark } from '../../ui/index.ts'
import styles from './Dock.module.css'
import type { DockTitle } from './dockTitles.ts'

export interface DockTab extends DockTitle {
  readonly key: string
  readonly hasNews: boolean
}

export interface DockTabsProps {
  readonly tabs: readonly DockTab[]
  readonly front: string
  readonly onSelect: (key: string) => void
  readonly onClose: (key: string) => void
}

/** The tabs of the dock, by the tab pattern of the APG: arrows move, Delete closes. */
export function DockTabs({ tabs, front, onSelect, onClose }: DockTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const words = tabs.map(({ title, detail }) => `${title} ${detail}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab in front comes into sight when it changes, and when those before it grow
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected=true]')
      ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [front, words])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const place = tabs.findIndex(({ key }) => key === front)
    const to = placeAfter(event.key, place, tabs.length)
    if (event.key === 'Delete') onClose(front)
    else if (to !== null) onSelect(tabs[to]?.key ?? front)
    else return
    event.preventDefault()
    event.stopPropagation()
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label="Dock" ref={list} onKeyDown={onKeyDown}>
      {tabs.map(tab => (
        <Tab key={tab.key} tab={tab} isFront={tab.key === front} onSelect={onSelect} onClose={onClose} />
      ))}
    </div>
  )
}

/** The place that an arrow, Home or End goes to; null for other keys. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowRight') return (place + 1) % count
  if (key === 'ArrowLeft') return (place - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

interface TabProps extends Pick<DockTabsProps, 'onSelect' | 'onClose'> {
  readonly tab: DockTab
  readonly isFront: boolean
}

function Tab({ tab, isFront, onSelect, onClose }: TabProps) {
  const entry = useContextEntry(tab.context ?? '')
  const name = tab.context === null ? '' : (entry?.name ?? tab.context)
  const words = [tab.title, tab.detail, name, tab.mark?.words ?? '', tab.hasNews ? 'something new' : '']
    .filter(word => word !== '')
    .join(', ')
  return (
    <div
      className={`${styles.tab} ${isFront ? styles.front : ''}`}
      role="presentation"
      data-context-colour={tab.context === null ? undefined : (entry?.colour ?? 0)}
    >
      <button
        type="button"
        role="tab"
        id={tabId(tab.key)}
        className={styles.tabButton}
        aria-selected={isFront}
        aria-controls={isFront ? panelId(tab.key) : undefined}
        aria-label={words}
        aria-keyshortcuts="Delete"
        tabIndex={isFront ? 0 : -1}
        title={words}
        onClick={() => onSelect(tab.key)}
        onAuxClick={event => {
          if (event.button === 1) onClose(tab.key)
        }}
      >
        <Icon name={tab.icon} />
        <span className={styles.tabTitle}>{visibleText(tab.title)}</span>
        {tab.detail !== '' && <span className={styles.tabDetail}>{visibleText(tab.detail)}</span>}
        {name !== '' && <span className={styles.tabContext}>{visibleText(name)}</span>}
        {tab.mark !== undefined && <MeaningMark meaning={tab.mark.meaning} />}
        {tab.hasNews && <span className={styles.news} />}
      </button>
      <button
        type="button"
        className={styles.close}
        tabIndex={-1}
        // A list of tabs holds tabs alone; by keyboard, Delete closes.
        aria-hidden="true"
        title={`Close ${tab.title}`}
        onClick={() => onClose(tab.key)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

export function tabId(key: string): string {
  return `dock tab ${key}`.replaceAll(/\s/g, '-')
}

export function panelId(key: string): string {
  return `dock panel ${key}`.replaceAll(/\s/g, '-')
}
