import {
  celTokens,
  complaintsOf,
  type Token,
  type TypeComplaint,
  type TypeWarning,
} from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { MeaningMark } from '../../ui/index.ts'
import styles from './CelExpression.module.css'

export interface CelExpressionProps {
  readonly expression: string
  /** Accessible name, e.g. `Validation 1`. */
  readonly label: string
  /** The server's warnings about this very expression. */
  readonly warnings?: readonly TypeWarning[]
}

/** A CEL expression with its words coloured; the type checker's complaints are marked and told under it. */
export function CelExpression({ expression, label, warnings = [] }: CelExpressionProps) {
  const complaints = warnings.flatMap(complaintsOf)
  return (
    <div className={complaints.length > 0 ? styles.warned : undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus */}
      <section className={styles.block} aria-label={label} tabIndex={0}>
        <pre className={styles.code}>
          {markedTokens(expression, complaints).map(({ token, isMarked }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
            <span key={at} className={`${styles[token.type]} ${isMarked ? styles.marked : ''}`}>
              {visibleText(token.text)}
            </span>
          ))}
        </pre>
      </section>
      {complaints.map(complaint => (
        <div key={`${complaint.line}:${complaint.column}:${complaint.message}`} className={styles.warning}>
          <MeaningMark meaning="warning" />
          <span className={styles.warningText}>
            {visibleText(complaint.message)}
            <span className={styles.place}>{placeOf(complaint)}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

function placeOf({ line, column, kinds }: TypeComplaint): string {
  const place = line === 0 ? '' : ` · line ${line}, column ${column}`
  return `${kinds.length === 0 ? '' : ` · on ${kinds.join(', ')}`}${place}`
}

interface MarkedToken {
  readonly token: Token
  readonly isMarked: boolean
}

// The checker points at the dot of a field: the name after it is what it means.
function markedTokens(expression: string, complaints: readonly TypeComplaint[]): readonly MarkedToken[] {
  const starts = [0]
  for (const match of expression.matchAll(/\n/g)) starts.push(match.index + 1)
  const places = complaints
    .filter(({ line }) => line > 0)
    .map(({ line, column }) => (starts[line - 1] ?? 0) + column - 1)
  const marked: MarkedToken[] = []
  let offset = 0
  let carries = false
  for (const token of celTokens(expression.trimEnd())) {
    const isPointed = places.some(place => place >= offset && place < offset + token.text.length)
    marked.push({ token, isMarked: isPointed || carries })
    carries = isPointed && token.text === '.'
    offset += token.text.length
  }
  return marked
}
