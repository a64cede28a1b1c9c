import type { ReactElement } from 'react'
import styles from './MeaningMark.module.css'
import { type Meaning, meaningColour } from './meaning.ts'

const shapes: Readonly<Record<Meaning, ReactElement>> = {
  good: <circle cx="5" cy="5" r="3.5" />,
  warning: <path d="M5 1.2 9 8.6H1Z" />,
  bad: <rect x="1.5" y="1.5" width="7" height="7" rx="0.8" />,
  unknown: <path d="M5 .6 9.4 5 5 9.4.6 5Z" />,
}

/** The shape of a meaning (● ▲ ■ ◆) in its colour. Decorative: the words stand beside it. */
export function MeaningMark({ meaning }: { readonly meaning: Meaning }) {
  return (
    <svg className={`${styles.mark} ${meaningColour[meaning]}`} viewBox="0 0 10 10" aria-hidden="true">
      {shapes[meaning]}
    </svg>
  )
}
