import type { ReactNode } from 'react'
import styles from './SettingsView.module.css'

/** One line of a list of settings, with what can be done about it at its end. */
export function Line({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <li className={styles.item}>
      <span className={styles.itemText}>{children}</span>
      {action !== undefined && <span className={styles.itemActions}>{action}</span>}
    </li>
  )
}

export function Lines({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
