import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button, Icon, TextField } from '../ui/index.ts'
import styles from './Terminal.module.css'

export interface SearchBarProps {
  readonly found: { readonly place: number; readonly count: number }
  readonly find: (text: string, isBackward: boolean, isIncremental: boolean) => void
  readonly onClose: () => void
}

/** Finds in what a terminal put out. Enter goes on, Shift Enter back. */
export function SearchBar({ found, find, onClose }: SearchBarProps) {
  const [text, setText] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text alone begins a new search
  useEffect(() => find(text, false, true), [text])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    find(text, true, false)
  }
  return (
    <search className={styles.search} onKeyDownCapture={onKeyDown}>
      <TextField
        label="Find in the output"
        isLabelHidden
        value={text}
        placeholder="Find in the output"
        autoFocus
        onChange={setText}
        onSubmit={() => find(text, false, false)}
        onEscape={onClose}
      />
      <output className={styles.count}>{countText(text, found)}</output>
      <Button look="quiet" label="Previous match" onPress={() => find(text, true, false)}>
        <Icon name="arrowUp" />
      </Button>
      <Button look="quiet" label="Next match" onPress={() => find(text, false, false)}>
        <Icon name="arrowDown" />
      </Button>
      <Button look="quiet" label="Close the search" onPress={onClose}>
        <Icon name="close" />
      </Button>
    </search>
  )
}

function countText(text: string, { place, count }: SearchBarProps['found']): string {
  if (text === '') return ''
  if (count === 0) return 'no match'
  return place < 0 ? `${count} matches` : `${place + 1} of ${count}`
}
