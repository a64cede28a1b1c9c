import { Select as AriaSelect, ListBox, ListBoxItem, Popover, SelectValue, Text } from 'react-aria-components'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './Overlay.module.css'
import { overlayPlace } from './overlayPlace.ts'

export interface Option {
  readonly id: string
  readonly label: string
  /** What choosing it means, below it in the list. */
  readonly detail?: string
}

export interface SelectProps {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string
  readonly onChange: (id: string) => void
}

/** One of a few. The label stands in front of the value on the button itself. */
export function Select({ label, options, value, onChange }: SelectProps) {
  return (
    <AriaSelect
      aria-label={label}
      value={value}
      onChange={key => {
        if (key !== null) onChange(String(key))
      }}
    >
      <Button>
        {label}
        <SelectValue className={styles.value ?? ''}>{({ selectedText }) => selectedText}</SelectValue>
        <Icon name="chevronDown" />
      </Button>
      <Popover {...overlayPlace()} className={styles.popover ?? ''} offset={4}>
        <ListBox className={styles.list ?? ''} items={options}>
          {option => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles.item ?? ''}>
              {option.detail === undefined ? (
                <span className={styles.itemText}>{option.label}</span>
              ) : (
                <span className={styles.itemText}>
                  <Text slot="label">{option.label}</Text>
                  <Text slot="description" className={styles.itemBelow ?? ''}>
                    {option.detail}
                  </Text>
                </span>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
