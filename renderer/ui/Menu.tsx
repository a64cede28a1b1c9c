import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { KeyHint } from './KeyHint.tsx'
import styles from './Overlay.module.css'
import { overlayPlace } from './overlayPlace.ts'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly keys?: string
  readonly isDisabled?: boolean
  readonly icon?: ReactNode
  readonly run: () => void
}

export interface MenuProps {
  readonly label: string
  /** A `Button` that opens the menu. */
  readonly trigger: ReactElement
  readonly entries: readonly MenuEntry[]
}

/** A menu of actions under a button. */
export function Menu({ label, trigger, entries }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4}>
        <AriaMenu aria-label={label} className={styles.list ?? ''}>
          {menuItems(entries)}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

/** The lines of a menu. */
export function menuItems(entries: readonly MenuEntry[]): ReactElement[] {
  return entries.map(entry => (
    <MenuItem
      key={entry.id}
      id={entry.id}
      textValue={entry.label}
      className={styles.item ?? ''}
      isDisabled={entry.isDisabled ?? false}
      onAction={entry.run}
    >
      {entry.icon}
      <span className={styles.itemText}>{entry.label}</span>
      {entry.keys !== undefined && <KeyHint keys={entry.keys} />}
    </MenuItem>
  ))
}
