import { useEffect, useRef } from 'react'
import type { Terminal } from '../../shared/ipc/index.ts'
import { bytesText } from '../../shared/words/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody } from '../live/index.ts'
import { Button } from '../ui/index.ts'
import { EndBar } from './EndBar.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { SearchBar } from './SearchBar.tsx'
import styles from './Terminal.module.css'
import { TerminalTitle } from './TerminalTitle.tsx'
import { type ScreenHandle, useTerminalScreen } from './useTerminalScreen.ts'

export interface TerminalPanelProps {
  readonly terminal: Terminal
  /** In sight. Out of sight the output comes once a second. */
  readonly isActive: boolean
  readonly onClose: () => void
}

/** Pastes above this many bytes say how far they are. */
const shownProgress = 64 * 1024

/** A terminal: its screen, what it belongs to, and what became of it. */
export function TerminalPanel({ terminal, isActive, onClose }: TerminalPanelProps) {
  const place = useRef<HTMLDivElement>(null)
  const handle = useTerminalScreen(place, terminal, isActive)
  const { state, change } = handle
  const panel = useRef<HTMLDivElement>(null)
  const isOver = terminal.phase !== 'open' && terminal.phase !== 'connecting'
  const reopen = () => {
    handle.focus()
    engine
      .call('terminals.reopen', { id: terminal.id, ...state.size })
      .catch((error: unknown) => announce(errorBody(error).message))
  }
  const back = (part: Parameters<ScreenHandle['change']>[0]) => {
    change(part)
    handle.focus()
  }
  useFocusAtEnd(panel, isOver)
  return (
    <div className={styles.panel} ref={panel}>
      <TerminalTitle
        terminal={terminal}
        size={state.size}
        hasOutput={state.hasOutput}
        onFind={() => change({ isFinding: true })}
        onReopen={reopen}
        onClose={onClose}
      />
      {state.isFinding && (
        <SearchBar
          found={state.found}
          find={handle.find}
          onClose={() => {
            handle.find('', false, false)
            back({ isFinding: false })
          }}
        />
      )}
      <div className={styles.screen} ref={place} data-terminal="" />
      {state.progress.total > shownProgress && <Progress handle={handle} />}
      <EndBar terminal={terminal} onReopen={reopen} onClose={onClose} />
      {state.paste !== null && (
        <PasteDialog
          question={state.paste}
          terminal={terminal}
          onPaste={isOneLine => {
            if (state.paste !== null) handle.paste(state.paste.text, { isOneLine })
            back({ paste: null })
          }}
          onClose={() => back({ paste: null })}
        />
      )}
      {state.link !== null && <LinkDialog address={state.link} onClose={() => back({ link: null })} />}
    </div>
  )
}

/** What a person who watched it end wants next stands below: Enter connects again. */
function useFocusAtEnd(panel: React.RefObject<HTMLElement | null>, isOver: boolean): void {
  const wasOver = useRef(isOver)
  useEffect(() => {
    const justEnded = isOver && !wasOver.current
    wasOver.current = isOver
    if (justEnded && panel.current?.querySelector('[data-terminal]')?.contains(document.activeElement))
      panel.current.querySelector<HTMLElement>('[data-reopen] button')?.focus()
  }, [panel, isOver])
}

function Progress({ handle }: { readonly handle: ScreenHandle }) {
  const { sent, total } = handle.state.progress
  return (
    <div className={styles.progress} role="status">
      <span>{`Pasted ${bytesText(sent)} of ${bytesText(total)}`}</span>
      <Button look="quiet" onPress={handle.stopPaste}>
        Stop
      </Button>
    </div>
  )
}
