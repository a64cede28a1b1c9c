import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { currentAddress } from '../live/index.ts'
import { Icon, KeyHint, overlayPlace } from '../ui/index.ts'
import styles from './Palette.module.css'
import { bestItems, type PaletteItem } from './palette.ts'
import { callForView } from './useFocusAsLeft.ts'
import { type PaletteSource, usePaletteItems } from './usePaletteItems.ts'

export interface PaletteProps extends PaletteSource {
  readonly onClose: () => void
}

const mostShown = 60

/** Goes to a kind by any of its names, an object, a context, or does an action. */
export function Palette({ onClose, ...source }: PaletteProps) {
  return (
    <ModalOverlay
      {...overlayPlace()}
      className={styles.backdrop ?? ''}
      isOpen
      isDismissable
      onOpenChange={open => !open && onClose()}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label="Command palette" className={styles.dialog ?? ''}>
          <Search {...source} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Search({ onClose, ...source }: PaletteProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const items = usePaletteItems(source, text)
  const shown = useMemo(() => bestItems(items, text, mostShown), [items, text])
  const current = Math.min(active, shown.length - 1)
  useEffect(() => {
    document.getElementById(`${id}${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  const run = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    const before = currentAddress()
    onClose()
    item.run()
    if (currentAddress() !== before) callForView()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(current + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(current - 1, 0))
    else if (event.key === 'Enter') run(shown[current])
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label="Go to a kind, object, context or action"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={current >= 0 ? `${id}${current}` : undefined}
          aria-autocomplete="list"
          placeholder="Go to a kind, object, context or action"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the one field of a dialog that was asked for
          autoFocus
          value={text}
          onChange={event => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <KeyHint keys="Esc" />
      </div>
      <div className={styles.list} id={`${id}list`} role="listbox" aria-label="Results" tabIndex={-1}>
        {shown.map((item, index) => (
          <div
            key={item.id}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className={`${styles.item} ${index === current ? styles.current : ''}`}
            onMouseMove={() => setActive(index)}
            onMouseDown={event => event.preventDefault()}
            onClick={() => run(item)}
            onKeyDown={onKeyDown}
          >
            <span className={styles.title}>{item.title}</span>
            <span className={styles.detail}>{item.detail}</span>
            <span className={styles.group}>{singular[item.group]}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p className={styles.none} role="status">
          {`Nothing is called “${text}”. Objects are found once their kind was opened.`}
        </p>
      )}
    </>
  )
}

const singular: Readonly<Record<PaletteItem['group'], string>> = {
  Kinds: 'kind',
  Objects: 'object',
  Contexts: 'context',
  Actions: 'action',
}
