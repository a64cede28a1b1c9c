import { isDesktop } from '../bridge/index.ts'
import { copyText } from '../live/index.ts'
import { Button, CodeBlock, Dialog } from '../ui/index.ts'
import styles from './Terminal.module.css'

export interface LinkDialogProps {
  readonly address: string
  readonly onClose: () => void
}

/** A link that a process wrote: shows where it really leads before anything is opened. */
export function LinkDialog({ address, onClose }: LinkDialogProps) {
  const copy = () => {
    void copyText(address, 'the address')
    onClose()
  }
  const open = () => {
    window.open(address, '_blank', 'noopener,noreferrer')
    onClose()
  }
  return (
    <Dialog
      title="Leave for this address?"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            Stay
          </Button>
          <Button look={isDesktop() ? 'primary' : 'plain'} onPress={copy}>
            Copy it
          </Button>
          {!isDesktop() && (
            <Button look="primary" onPress={open}>
              Open in a new tab
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p>A process in the cluster wrote this link. Its text on the screen may say something else.</p>
        <CodeBlock label="Address">{address}</CodeBlock>
      </div>
    </Dialog>
  )
}
