import { visibleText } from '../../../shared/kube/index.ts'
import styles from './facts.module.css'

/** A sentence in which what stands between backticks is code. */
export function CodeText({ children }: { readonly children: string }) {
  const parts = children.split('`')
  // A backtick without its partner is one.
  const isPaired = parts.length % 2 === 1
  if (!isPaired) return visibleText(children)
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <code key={at} className={styles.mono}>
        {visibleText(part)}
      </code>
    ) : (
      visibleText(part)
    ),
  )
}
