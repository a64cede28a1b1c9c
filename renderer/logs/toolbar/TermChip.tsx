import { useState } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Button, Icon, overlayPlace, TextField } from '../../ui/index.ts'
import styles from '../Logs.module.css'
import type { FieldTerm } from '../useLogActions.ts'
import { Choices } from './Choices.tsx'

export interface TermChipProps {
  readonly term: FieldTerm
  readonly onChange: (term: FieldTerm) => void
  readonly onRemove: () => void
}

const ways = [
  { id: 'is', label: 'is' },
  { id: 'differs', label: 'is not' },
  { id: 'contains', label: 'contains' },
  { id: 'exists', label: 'is there' },
] as const

/** One condition on a key of JSON lines; pressed it can be changed. */
export function TermChip({ term, onChange, onRemove }: TermChipProps) {
  const words = termWords(term)
  return (
    <span className={styles.term}>
      <DialogTrigger>
        <Button label={`Change the condition ${words}`}>
          <span className={styles.termText}>{words}</span>
        </Button>
        <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4} placement="bottom start">
          <Dialog aria-label={`Condition on ${term.key}`} className={styles.choices ?? ''}>
            {({ close }) => <TermFields term={term} onChange={onChange} onDone={close} />}
          </Dialog>
        </Popover>
      </DialogTrigger>
      <Button label={`Remove the condition ${words}`} onPress={onRemove}>
        <Icon name="close" />
      </Button>
    </span>
  )
}

/** A condition as a sentence would have it. */
export function termWords({ key, how, value }: FieldTerm): string {
  const way = ways.find(({ id }) => id === how)?.label ?? how
  return how === 'exists' ? `${key} ${way}` : `${key} ${way} ${value === '' ? '“”' : value}`
}

interface TermFieldsProps {
  readonly term: FieldTerm
  readonly onChange: (term: FieldTerm) => void
  readonly onDone: () => void
}

function TermFields({ term, onChange, onDone }: TermFieldsProps) {
  const [value, setValue] = useState(term.value)
  const set = (text: string) => {
    setValue(text)
    onChange({ ...term, value: text })
  }
  return (
    <>
      <Choices
        label={term.key}
        options={ways}
        value={term.how}
        onChange={how => onChange({ ...term, how })}
      />
      {term.how !== 'exists' && (
        <TextField label="Value" isMono value={value} onChange={set} onSubmit={onDone} autoFocus />
      )}
    </>
  )
}
