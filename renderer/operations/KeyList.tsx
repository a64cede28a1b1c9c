import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import styles from './Keys.module.css'
import type { KeyLine } from './keyEdits.ts'

const rowHeight = 28

export interface KeyListProps {
  readonly lines: readonly KeyLine[]
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
}

/** Any number of keys, of which those in sight are drawn; arrows choose one. */
export function KeyList({ lines, chosen, onChoose }: KeyListProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const index = lines.findIndex(({ key }) => key === chosen)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index)
  }, [virtualizer, index])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: lines.length - 1 }[event.key]
    const line = next === undefined ? undefined : lines[next]
    if (line === undefined) return
    event.preventDefault()
    onChoose(line.key)
  }
  return (
    <div
      ref={scroller}
      className={styles.keys}
      role="listbox"
      aria-label="Keys"
      tabIndex={0}
      aria-activedescendant={index < 0 ? undefined : `${id}${index}`}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtualizer.getTotalSize() }} className={styles.body} role="presentation">
        {virtualizer.getVirtualItems().map(item => {
          const line = lines[item.index]
          if (line === undefined) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around has the keyboard
            // biome-ignore lint/a11y/useFocusableInteractive: the listbox names the active option
            <div
              key={line.key}
              id={`${id}${item.index}`}
              role="option"
              aria-selected={line.key === chosen}
              aria-setsize={lines.length}
              aria-posinset={item.index + 1}
              className={styles.line}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              onClick={() => onChoose(line.key)}
            >
              <span className={`${styles.name} ${line.state === 'removed' ? styles.gone : ''}`}>
                {visibleText(line.key)}
              </span>
              <span className={styles.quiet}>{wordsOf(line)}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function wordsOf({ bytes, form, state }: KeyLine): string {
  const size = `${bytes.toLocaleString()} ${bytes === 1 ? 'byte' : 'bytes'}`
  return [size, form, state === 'kept' ? null : state].filter(each => each !== null).join(' · ')
}
