import type { ReactElement } from 'react'
import { meaningColour } from '../../ui/index.ts'
import type { Look } from './outcomes.ts'
import styles from './Rail.module.css'

/** Class of what is drawn in the colour of a look. */
export const colourOf = (look: Look): string | undefined =>
  look === 'idle' ? styles.idle : meaningColour[look]

const nodes: Readonly<Record<Look, ReactElement>> = {
  good: <circle cx="10" cy="10" r="6" />,
  warning: <path d="M10 3.4 17 16H3Z" />,
  bad: (
    <>
      <rect x="3.5" y="3.5" width="13" height="13" rx="2" />
      <path d="m7.3 7.3 5.4 5.4m0-5.4-5.4 5.4" />
    </>
  ),
  unknown: <path d="M10 2.4 17.6 10 10 17.6 2.4 10Z" />,
  idle: <circle cx="10" cy="10" r="4" />,
}

/** A station's sign on the line, in the shape and colour of its meaning. Decorative: words stand below. */
export function StationNode({ look }: { readonly look: Look }) {
  return (
    <svg className={`${styles.node} ${colourOf(look)}`} viewBox="0 0 20 20" aria-hidden="true">
      {nodes[look]}
    </svg>
  )
}
