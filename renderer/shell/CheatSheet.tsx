import { addressOf, keysOf, navigate, type Shortcut, shortcutGroups, useSettings } from '../live/index.ts'
import { Button, Dialog, KeyHint, Section } from '../ui/index.ts'
import styles from './CheatSheet.module.css'

/** All shortcuts on one sheet, with the keys that were chosen for them. */
export function CheatSheet({ onClose }: { readonly onClose: () => void }) {
  const change = () => {
    onClose()
    navigate(addressOf.settings('shortcuts'))
  }
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={change}>Change them</Button>
          <Button look="primary" autoFocus onPress={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <Section key={title} title={title}>
            <dl className={styles.list}>
              {shortcuts.map(shortcut => (
                <Line key={shortcut.what} shortcut={shortcut} />
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ shortcut }: { readonly shortcut: Shortcut }) {
  const keys = keysOf(shortcut, useSettings()?.shortcuts ?? {})
  return (
    <div className={styles.line}>
      <dt className={styles.keys}>
        <span className="visually-hidden">{keys.length === 0 ? 'no key' : keys.join(' or ')}</span>
        {keys.map(key => (
          <KeyHint key={key} keys={key} isLiteral />
        ))}
      </dt>
      <dd>{shortcut.what}</dd>
    </div>
  )
}
