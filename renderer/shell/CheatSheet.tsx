import { Button, Dialog, KeyHint, Section } from '../ui/index.ts'
import styles from './CheatSheet.module.css'
import { shortcutGroups } from './shortcuts.ts'

/** All shortcuts on one sheet. */
export function CheatSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      isWide
      onClose={onClose}
      actions={
        <Button look="primary" autoFocus onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.columns}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <Section key={title} title={title}>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, what }) => (
                <div key={what} className={styles.line}>
                  <dt className={styles.keys}>
                    <span className="visually-hidden">{keys.join(' or ')}</span>
                    {keys.map(key => (
                      <KeyHint key={key} keys={key} />
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </Section>
        ))}
      </div>
    </Dialog>
  )
}
