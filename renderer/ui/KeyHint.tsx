import { createContext, use } from 'react'
import styles from './KeyHint.module.css'

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** `Mod` becomes ⌘ on a Mac and Ctrl elsewhere. */
export function keyLabel(keys: string): string {
  return keys.replaceAll('Mod', isMac ? '⌘' : 'Ctrl')
}

/** Keys that are to be shown in place of others, because they do the same now; empty: none does. */
export const ShownKeysContext = createContext<ReadonlyMap<string, string>>(new Map())

export interface KeyHintProps {
  readonly keys: string
  /** Shown as it is, whatever the user chose for it. */
  readonly isLiteral?: boolean
}

/** A key or chord as a small cap, e.g. `Mod K`. Not read aloud: the control's own shortcut is. */
export function KeyHint({ keys, isLiteral = false }: KeyHintProps) {
  const shown = use(ShownKeysContext).get(keys)
  const text = isLiteral ? keys : (shown ?? keys)
  if (text === '') return null
  return (
    <span className={styles.key} aria-hidden="true">
      {keyLabel(text)}
    </span>
  )
}
