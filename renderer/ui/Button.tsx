import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import styles from './Button.module.css'
import { KeyHint } from './KeyHint.tsx'

export interface ButtonProps {
  readonly children: ReactNode
  /** `primary`: the one thing to do here; `quiet`: no frame until hovered. */
  readonly look?: 'plain' | 'primary' | 'quiet'
  /** Needed when the children are an icon alone. */
  readonly label?: string | undefined
  /** Shown behind the text, e.g. `y`. */
  readonly keys?: string | undefined
  readonly isDisabled?: boolean
  readonly isPressed?: boolean | undefined
  /** Takes the focus as it appears, and when a view comes to the front in which nothing had it. */
  readonly autoFocus?: boolean
  readonly type?: 'button' | 'submit'
  readonly onPress?: (() => void) | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button. Works as the trigger of menus, popovers and tooltips. */
export function Button({ children, look = 'plain', label, keys, isPressed, onPress, ...rest }: ButtonProps) {
  return (
    <AriaButton
      {...rest}
      className={`${styles.button} ${styles[look]}`}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(rest.autoFocus === true ? { 'data-takes-focus': '' } : {})}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      {...(onPress === undefined ? {} : { onPress: () => onPress() })}
    >
      {children}
      {keys !== undefined && <KeyHint keys={keys} />}
    </AriaButton>
  )
}
