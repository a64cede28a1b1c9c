import type { ReactElement } from 'react'
import { Tooltip as AriaTooltip, Focusable, TooltipTrigger } from 'react-aria-components'
import styles from './Overlay.module.css'
import { overlayPlace } from './overlayPlace.ts'

export interface TooltipProps {
  readonly text: string
  /** A `Button`, or any element that can take focus. */
  readonly children: ReactElement<React.DOMAttributes<Element>, string>
}

/** Explains a control on hover and on focus. Never the only place where something is said. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <AriaTooltip {...overlayPlace()} className={styles.tooltip ?? ''} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
