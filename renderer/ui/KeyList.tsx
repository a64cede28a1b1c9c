import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { visibleText } from '../../shared/kube/index.ts'
import styles from './KeyList.module.css'

export interface ListedKey {
  readonly key: string
  /** Behind the name, fainter: its size. */
  readonly detail: string
  /** It is to be removed. */
  readonly isGone?: boolean
}

export interface KeyListProps {
  readonly keys: readonly ListedKey[]
  readonly chosen: string | null
  readonly onChoose: (key: string) => void
  /** Pixels. */
  readonly rowHeight: number
  /** Gives it its height and its place. */
  readonly className: string | undefined
}

/** Keys of a ConfigMap or Secret, any number of them: those in sight are drawn, and arrows choose one. */
export function KeyList({ keys, chosen, onChoose, rowHeight, className = '' }: KeyListProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const index = keys.findIndex(({ key }) => key === chosen)
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index)
  }, [virtualizer, index])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: keys.length - 1 }[event.key]
    const line = next === undefined ? undefined : keys[next]
    if (line === undefined) return
    event.preventDefault()
    onChoose(line.key)
  }
  return (
    <div
      ref={scroller}
      className={`${styles.keys} ${className}`}
      role="listbox"
      aria-label="Keys"
      tabIndex={0}
      aria-activedescendant={index < 0 ? undefined : `${id}${index}`}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtualizer.getTotalSize() }} className={styles.body} role="presentation">
        {virtualizer.getVirtualItems().map(item => {
          const line = keys[item.index]
          if (line === undefined) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around has the keyboard
            // biome-ignore lint/a11y/useFocusableInteractive: the listbox names the active option
            <div
              key={line.key}
              id={`${id}${item.index}`}
              role="option"
              aria-selected={line.key === chosen}
              aria-setsize={keys.length}
              aria-posinset={item.index + 1}
              className={styles.line}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              onClick={() => onChoose(line.key)}
            >
              <span className={`${styles.name} ${line.isGone === true ? styles.gone : ''}`}>
                {line.key === '' ? '(empty key)' : visibleText(line.key)}
              </span>
              <span className={styles.detail}>{line.detail}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
