import { celTokens, type TypeWarning } from '../../../shared/admission/index.ts'
import { MeaningMark } from '../../ui/index.ts'
import styles from './CelExpression.module.css'

export interface CelExpressionProps {
  readonly expression: string
  /** Accessible name, e.g. `Validation 1`. */
  readonly label: string
  /** The server's warnings about this very expression. */
  readonly warnings?: readonly TypeWarning[]
}

/** A CEL expression with its words coloured, and the type checker's warnings right under it. */
export function CelExpression({ expression, label, warnings = [] }: CelExpressionProps) {
  return (
    <div className={warnings.length > 0 ? styles.warned : undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus */}
      <section className={styles.block} aria-label={label} tabIndex={0}>
        <pre className={styles.code}>
          {celTokens(expression.trim()).map((token, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
            <span key={at} className={styles[token.type]}>
              {token.text}
            </span>
          ))}
        </pre>
      </section>
      {warnings.map(warning => (
        <div key={warning.text} className={styles.warning}>
          <MeaningMark meaning="warning" />
          <pre className={styles.warningText}>{warning.text.trim()}</pre>
        </div>
      ))}
    </div>
  )
}
