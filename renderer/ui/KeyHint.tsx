import styles from './KeyHint.module.css'

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** `Mod` becomes ⌘ on a Mac and Ctrl elsewhere. */
export function keyLabel(keys: string): string {
  return keys.replaceAll('Mod', isMac ? '⌘' : 'Ctrl')
}

/** A key or chord as a small cap, e.g. `Mod K`. Not read aloud: the control's own shortcut is. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      {keyLabel(keys)}
    </span>
  )
}
