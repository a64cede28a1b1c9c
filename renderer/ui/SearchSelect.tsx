import { type ReactNode, useRef, useState } from 'react'
import { Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { focusFirstOption } from './MultiSelect.tsx'
import styles from './Overlay.module.css'
import { overlayPlace } from './overlayPlace.ts'
import { TextField } from './TextField.tsx'

export interface SearchOption {
  readonly id: string
  readonly label: string
  /** Behind the label, fainter: a group, a namespace. */
  readonly detail?: string
  /** Further words by which it is found, e.g. short names. */
  readonly words?: readonly string[]
}

export interface SearchSelectProps {
  readonly label: string
  readonly options: readonly SearchOption[]
  /** Id of the chosen option; may be one that is not among them. Empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
  /** Text of the button when nothing is chosen. */
  readonly noneText: string
  /** What is typed, for options that are looked for. */
  readonly onText?: (text: string) => void
  /** Under the list, e.g. why it may be incomplete. */
  readonly note?: ReactNode
  /** Takes what was typed although it is not among the options. */
  readonly allowsOthers?: boolean
}

/** Options drawn at once; typing narrows them. */
const mostDrawn = 100

/** One of many, found by typing. The label stands in front of the value on the button itself. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, options, noneText } = props
  const [isOpen, setIsOpen] = useState(false)
  const shown = value === '' ? noneText : (options.find(({ id }) => id === value)?.label ?? value)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button label={`${label} ${shown}`}>
        {label}
        <span className={styles.value}>{shown}</span>
        <Icon name="chevronDown" />
      </Button>
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4} placement="bottom start">
        <Dialog aria-label={label}>
          <Choices {...props} onDone={() => setIsOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Choices(props: SearchSelectProps & { readonly onDone: () => void }) {
  const { label, options, value, onChange, onText, note, allowsOthers = false, onDone } = props
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = matching(options, text)
  const wanted = text.trim()
  const canTake = allowsOthers && wanted !== '' && !options.some(({ id }) => id === wanted)
  const [first] = found
  const takesOther = canTake && (first === undefined || first.label !== wanted)
  const takesFirst = first !== undefined && !takesOther
  const choose = (id: string) => {
    onChange(id)
    onDone()
  }
  const submit = () => {
    if (takesOther) choose(wanted)
    else if (first !== undefined) choose(first.id)
  }
  const type = (next: string) => {
    setText(next)
    onText?.(next)
  }
  return (
    <>
      <div className={styles.search}>
        <TextField
          label={`Find: ${label}`}
          isLabelHidden
          placeholder={allowsOthers ? 'Find or type…' : 'Find…'}
          value={text}
          onChange={type}
          onSubmit={submit}
          onArrowDown={() => focusFirstOption(list.current)}
          autoFocus
        />
      </div>
      <ListBox
        ref={list}
        aria-label={label}
        className={`${styles.list} ${wanted !== '' && takesFirst ? styles.first : ''}`}
        selectionMode="single"
        escapeKeyBehavior="none"
        items={found.slice(0, mostDrawn)}
        selectedKeys={value === '' ? [] : [value]}
        onAction={key => choose(String(key))}
        renderEmptyState={() => <div className={styles.none}>{noneOf(text, canTake)}</div>}
      >
        {option => (
          <ListBoxItem id={option.id} textValue={option.label} className={styles.item ?? ''}>
            <span className={styles.itemText}>{option.label}</span>
            {option.detail !== undefined && <span className={styles.itemDetail}>{option.detail}</span>}
          </ListBoxItem>
        )}
      </ListBox>
      {found.length > mostDrawn && (
        <div className={styles.note}>{`${found.length - mostDrawn} more: type to narrow them.`}</div>
      )}
      {note !== undefined && <div className={styles.note}>{note}</div>}
      {canTake && (
        <div className={styles.foot}>
          <Button onPress={() => choose(wanted)}>{`Take “${wanted}”`}</Button>
        </div>
      )}
    </>
  )
}

function noneOf(text: string, canTake: boolean): string {
  if (text.trim() === '') return 'Nothing to choose from yet.'
  return canTake ? `Enter takes “${text.trim()}”.` : `Nothing matches “${text}”.`
}

/** Those that hold every word; what begins with the text, or is called exactly so, comes first. */
function matching(options: readonly SearchOption[], text: string): readonly SearchOption[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return options
  const parts = wanted.split(/\s+/)
  const rank = ({ label, words = [] }: SearchOption): number => {
    if (words.includes(wanted) || label.toLowerCase() === wanted) return 0
    return label.toLowerCase().startsWith(wanted) ? 1 : 2
  }
  return options
    .filter(({ label, detail = '', words = [] }) => {
      const all = `${label} ${detail} ${words.join(' ')}`.toLowerCase()
      return parts.every(part => all.includes(part))
    })
    .map(option => ({ option, order: rank(option) }))
    .sort((a, b) => a.order - b.order)
    .map(({ option }) => option)
}
