import type { Ref } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { KeyHint } from './KeyHint.tsx'
import { TextField } from './TextField.tsx'

export interface FilterFieldProps {
  /** Accessible name and placeholder, e.g. `Filter pods`. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit?: (() => void) | undefined
  /** False where `/` must not go here, e.g. in the navigation. */
  readonly takesSlash?: boolean
  readonly error?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** The filter of a view: `/` goes to it, Escape empties it and then leaves it. */
export function FilterField({ label, value, onChange, takesSlash = true, ...rest }: FilterFieldProps) {
  const onEscape = () => {
    if (value !== '') onChange('')
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const clear = (
    <Button look="quiet" label="Clear filter" onPress={() => onChange('')}>
      <Icon name="close" />
    </Button>
  )
  return (
    <TextField
      {...rest}
      label={label}
      isLabelHidden
      placeholder={label}
      value={value}
      onChange={onChange}
      onEscape={onEscape}
      isFilter={takesSlash}
      before={<Icon name="search" />}
      after={value !== '' ? clear : takesSlash ? <KeyHint keys="/" /> : undefined}
    />
  )
}
