import { useRef } from 'react'
import { Menu as AriaMenu, Popover } from 'react-aria-components'
import { type MenuEntry, menuItems } from './Menu.tsx'
import styles from './Overlay.module.css'
import { overlayPlace } from './overlayPlace.ts'

export interface PointMenuProps {
  readonly label: string
  /** In pixels of the window. */
  readonly at: { readonly x: number; readonly y: number }
  readonly entries: readonly MenuEntry[]
  readonly onClose: () => void
}

/** A menu of actions at a point, for the secondary button of the pointer and the menu key. */
export function PointMenu({ label, at, entries, onClose }: PointMenuProps) {
  const point = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={point} className={styles.point} style={{ left: at.x, top: at.y }} />
      <Popover
        {...overlayPlace()}
        className={styles.popover ?? ''}
        isOpen
        triggerRef={point}
        placement="bottom start"
        offset={2}
        onOpenChange={isOpen => !isOpen && onClose()}
      >
        <AriaMenu aria-label={label} className={styles.list ?? ''} autoFocus="first" onClose={onClose}>
          {menuItems(entries)}
        </AriaMenu>
      </Popover>
    </>
  )
}
