import { type ReactNode, useRef, useState } from 'react'
import { Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './Overlay.module.css'
import { overlayPlace } from './overlayPlace.ts'
import type { Option } from './Select.tsx'
import { TextField } from './TextField.tsx'
import { Tick } from './Tick.tsx'

export interface MultiSelectProps {
  readonly label: string
  readonly options: readonly Option[]
  readonly selected: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  /** The button carries the label alone. */
  readonly isTextHidden?: boolean
  /** Text of the button when nothing is selected, e.g. `all`. */
  readonly noneText: string
  /** Under the list, e.g. why it may be incomplete. */
  readonly note?: ReactNode
  /** Offers to add what was typed although it is not among the options. */
  readonly allowsOthers?: boolean
}

/** Any number of many, with a filter. The button names up to two of the chosen. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, selected, noneText } = props
  return (
    <DialogTrigger>
      <Button label={`${label}: ${selected.length === 0 ? noneText : selected.join(', ')}`}>
        {label}
        {!props.isTextHidden && <span className={styles.value}>{selectionText(props)}</span>}
        <Icon name="chevronDown" />
      </Button>
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4} placement="bottom start">
        <Dialog aria-label={label}>
          <Choices {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Choices({
  label,
  options,
  selected,
  onChange,
  noneText,
  note,
  allowsOthers = false,
}: MultiSelectProps) {
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const others = selected.filter(id => !options.some(option => option.id === id))
  const all = [...options, ...others.map(id => ({ id, label: id }))]
  const wanted = text.trim().toLowerCase()
  const shown = all.filter(option => option.label.toLowerCase().includes(wanted))
  const canAdd = allowsOthers && wanted !== '' && !all.some(option => option.id === text.trim())
  const submit = () => {
    const only = shown.length === 1 ? shown[0]?.id : canAdd ? text.trim() : undefined
    if (only === undefined) return
    onChange(toggled(selected, only))
    setText('')
  }
  return (
    <>
      <div className={styles.search}>
        <TextField
          ref={field}
          label={`Find in ${label.toLowerCase()}`}
          isLabelHidden
          placeholder="Find…"
          value={text}
          onChange={setText}
          onSubmit={submit}
          onArrowDown={() => focusFirstOption(list.current)}
          autoFocus
        />
      </div>
      <ListBox
        ref={list}
        aria-label={label}
        className={styles.list ?? ''}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        items={shown}
        selectedKeys={[...selected]}
        onSelectionChange={keys => onChange(keys === 'all' ? all.map(({ id }) => id) : [...keys].map(String))}
        renderEmptyState={() => <div className={styles.none}>Nothing matches “{text}”.</div>}
      >
        {option => (
          <ListBoxItem id={option.id} textValue={option.label} className={styles.item ?? ''}>
            <Tick />
            <span className={styles.itemText}>{option.label}</span>
          </ListBoxItem>
        )}
      </ListBox>
      {note !== undefined && <div className={styles.note}>{note}</div>}
      <div className={styles.foot}>
        <Button
          isDisabled={selected.length === 0}
          onPress={() => {
            onChange([])
            // The button is of no use any more, and would take the focus with it.
            field.current?.focus()
          }}
        >
          {`Clear: ${noneText}`}
        </Button>
        {canAdd && <Button onPress={submit}>{`Add “${text.trim()}”`}</Button>}
      </div>
    </>
  )
}

/** From a filter on to the first of the options that it left. */
export function focusFirstOption(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>('[role=option]:not([aria-disabled=true])')?.focus()
}

function toggled(selected: readonly string[], id: string): readonly string[] {
  return selected.includes(id) ? selected.filter(other => other !== id) : [...selected, id]
}

function selectionText({ options, selected, noneText }: MultiSelectProps): string {
  if (selected.length === 0) return noneText
  const names = selected.map(id => options.find(option => option.id === id)?.label ?? id)
  return names.length <= 2 ? names.join(', ') : `${names.slice(0, 2).join(', ')}, +${names.length - 2}`
}
