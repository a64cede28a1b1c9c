import styles from './CodeBlock.module.css'
import { visibleNode } from './visibleNode.ts'

/** Text in the monospace face that keeps its line breaks and can be scrolled by keyboard. */
export function CodeBlock({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
    <section className={styles.block} aria-label={label} tabIndex={0}>
      <pre>{visibleNode(children)}</pre>
    </section>
  )
}
