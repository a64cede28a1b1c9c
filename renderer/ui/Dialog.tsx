import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './Overlay.module.css'
import { overlayPlace } from './overlayPlace.ts'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the foot, the one that confirms last. */
  readonly actions?: ReactNode
  readonly isWide?: boolean
}

/** A modal dialog: focus stays inside, Escape closes it, focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, children, actions, isWide = false }: DialogProps) {
  return (
    <ModalOverlay
      {...overlayPlace()}
      className={styles.backdrop ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={`${styles.dialog} ${isWide ? styles.wide : ''}`}>
          <Heading slot="title" level={2} className={styles.dialogTitle ?? ''}>
            {title}
          </Heading>
          {children}
          {actions !== undefined && <div className={styles.dialogActions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
