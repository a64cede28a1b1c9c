import { useEffect, useRef } from 'react'
import {
  addressOf,
  announce,
  changeDock,
  changeSettings,
  currentDock,
  type DockItem,
  type DockState,
  dockKey,
  errorBody,
  followDock,
  noteNews,
  openInDock,
  parseAddress,
  restoreDock,
  showTerminals,
  useForwards,
  useSettings,
  useTerminals,
  useTransfers,
} from '../../live/index.ts'
import { type DockStreams, dockNews } from './dockNews.ts'

/** What changes of the dock is written down this long after, in milliseconds. */
const saveDelay = 800

/** Keeps the dock in step with what runs in main, and with what was written down of it. */
export function useDockKeeping(): void {
  const terminals = useTerminals()
  const forwards = useForwards()
  const transfers = useTransfers()
  useEffect(() => {
    if (terminals !== null) showTerminals(terminals.map(({ id }) => id))
  }, [terminals])
  const before = useRef<DockStreams>({ terminals: null, forwards: null, transfers: null })
  useEffect(() => {
    const now = { terminals, forwards, transfers }
    for (const key of dockNews(before.current, now)) noteNews(key)
    before.current = now
  }, [terminals, forwards, transfers])
  useWrittenDock()
}

function useWrittenDock(): void {
  const kept = useSettings()?.dock
  const isKept = useRef(false)
  const isThere = kept !== undefined
  useEffect(() => {
    if (kept === undefined || isKept.current) return
    isKept.current = true
    const items = kept.logs.flatMap(({ address, title }) => logsAt(address, title))
    restoreDock({ items, isOpen: kept.isOpen && items.length > 0, height: kept.height })
  }, [kept])
  const hasTerminals = (useTerminals()?.length ?? 0) > 0
  const wasOpen = useRef<boolean | null>(null)
  if (kept !== undefined) wasOpen.current ??= kept.isOpen
  useEffect(() => {
    // The page was loaded anew, and the terminals that it showed go on.
    if (isThere && hasTerminals && wasOpen.current === true) changeDock({ isOpen: true })
    if (isThere && hasTerminals) wasOpen.current = false
  }, [isThere, hasTerminals])
  useEffect(() => {
    if (!isThere) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let written = JSON.stringify(writable(currentDock()))
    const save = () => {
      timer = undefined
      const dock = writable(currentDock())
      const text = JSON.stringify(dock)
      if (text === written) return
      written = text
      changeSettings({ dock }).catch((error: unknown) => announce(errorBody(error).message))
    }
    const saveNow = () => {
      clearTimeout(timer)
      if (timer !== undefined) save()
    }
    const unfollow = followDock(() => {
      clearTimeout(timer)
      timer = setTimeout(save, saveDelay)
    })
    window.addEventListener('pagehide', saveNow)
    return () => {
      clearTimeout(timer)
      unfollow()
      window.removeEventListener('pagehide', saveNow)
    }
  }, [isThere])
}

function writable({ items, isOpen, height }: DockState) {
  const logs = items.flatMap(item =>
    item.kind === 'logs' ? [{ address: addressOf.logs(item.context, item.target), title: item.title }] : [],
  )
  return { isOpen, height: Math.round(height), logs }
}

function logsAt(text: string, title: string): readonly DockItem[] {
  const address = parseAddress(text)
  return address?.view === 'logs'
    ? [{ kind: 'logs', context: address.context, target: address.place.target, title }]
    : []
}

/** Opens the tab of all forwards or of all transfers, or the terminal that was opened last. */
export function showInDock(kind: 'forwards' | 'transfers' | 'runs' | 'terminal'): void {
  if (kind !== 'terminal') {
    openInDock({ kind })
    return
  }
  const { items, front } = currentDock()
  const terminals = items.filter(item => item.kind === 'terminal')
  const item = terminals.find(one => dockKey(one) === front) ?? terminals.at(-1)
  if (item !== undefined) openInDock(item)
}
