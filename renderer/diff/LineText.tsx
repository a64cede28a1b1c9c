import { visibleText } from '../../shared/kube/index.ts'
import styles from './DiffView.module.css'
import type { LinePart } from './intraline.ts'
import { hanging } from './LineTable.tsx'

/** The text of a line, with the part of it that differs from its other version. */
export function LineText({ text, part }: { readonly text: string; readonly part: LinePart | null }) {
  return (
    <span className={styles.text} style={hanging(text)}>
      {part === null || part.from === part.to ? (
        visibleText(text)
      ) : (
        <>
          {visibleText(text.slice(0, part.from))}
          <mark className={styles.differs}>{visibleText(text.slice(part.from, part.to))}</mark>
          {visibleText(text.slice(part.to))}
        </>
      )}
    </span>
  )
}
