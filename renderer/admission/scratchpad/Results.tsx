import type { EvaluatedExpression, KindSchema, ScratchAnswer } from '../../../shared/ipc/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { Chip, EmptyState, type Meaning, MeaningMark } from '../../ui/index.ts'
import { CelExpression } from '../parts/CelExpression.tsx'
import { CodeText } from '../parts/CodeText.tsx'
import { costShare, costText, fieldTitle } from './costs.ts'
import { failureInWords, issueInWords } from './faults.ts'
import styles from './Scratchpad.module.css'
import type { Evaluation } from './useEvaluation.ts'

export interface ResultsProps {
  /** Of the kind that is chosen; null where none is, or it is not read. */
  readonly schema: KindSchema | null
  readonly evaluation: Evaluation
  /** What the request lacks, in words; empty where it is whole. */
  readonly lack: string
  readonly isEmpty: boolean
}

/** What each expression evaluates to, with the values of its parts, its cost and what is wrong with it. */
export function Results({ schema, evaluation: { answer, error, isOutdated }, lack, isEmpty }: ResultsProps) {
  if (isEmpty)
    return (
      <EmptyState
        title="Write an expression"
        detail="Its value stands here at once, with the values of all its parts. It is evaluated on this machine with the rules of the server's release; nothing is sent to the cluster."
      />
    )
  if (answer === null)
    return error === null ? (
      <EmptyState title="Evaluating…" />
    ) : (
      <EmptyState
        meaning="bad"
        title="It could not be evaluated"
        detail={error.message}
        causes={error.causes}
      />
    )
  return (
    <section
      className={`${styles.results} ${isOutdated ? styles.outdated : ''}`}
      aria-label="Values"
      aria-busy={isOutdated}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take focus
      tabIndex={0}
    >
      {lack !== '' && (
        <p className={styles.missing}>
          <MeaningMark meaning="unknown" />
          <span>{lack}</span>
        </p>
      )}
      {error !== null && (
        <p className={styles.problem} role="status">
          <MeaningMark meaning="bad" /> {error.message} What stands below is of the text before.
        </p>
      )}
      <Answer answer={answer} schema={schema} />
    </section>
  )
}

function Answer({ answer, schema }: Pick<ResultsProps, 'schema'> & { readonly answer: ScratchAnswer }) {
  if (answer.state === 'invalid')
    return (
      <p className={styles.problem} role="status">
        <MeaningMark meaning="warning" />
        <span>
          {answer.part === 'request' ? 'The request cannot be made: ' : 'This cannot be read: '}
          {visibleText(answer.error.message)}
          {answer.part === 'request' && answer.error.kind === 'denied' && writeItself}
          {answer.line !== undefined &&
            ` Line ${answer.line}${answer.column === undefined ? '' : `, column ${answer.column}`}.`}
        </span>
      </p>
    )
  return (
    <>
      {answer.expressions.length === 0 && <p className={styles.lack}>The policy has no expression yet.</p>}
      {answer.expressions.map(expression => (
        <Expression key={expression.field} expression={expression} schema={schema} />
      ))}
      {answer.assumptions.map(assumption => (
        <p key={assumption} className={styles.lack}>
          <CodeText>{assumption}</CodeText>
        </p>
      ))}
    </>
  )
}

/** What is left where the cluster does not show the object. */
const writeItself = '. Choose Object: YAML above and write one to evaluate it on.'

interface ExpressionProps extends Pick<ResultsProps, 'schema'> {
  readonly expression: EvaluatedExpression
}

function Expression({ expression, schema }: ExpressionProps) {
  const { field, type, cost, explanation, source, issues } = expression
  const title = fieldTitle(field)
  const isCompiled = issues.length === 0
  return (
    <article className={styles.expression} aria-label={title}>
      <header className={styles.expressionHead}>
        <h2 className={styles.expressionTitle}>{title}</h2>
        <ResultChip expression={expression} />
        <span className={styles.gap} />
        {type !== '' && <code className={styles.type}>{type}</code>}
      </header>
      <ResultText expression={expression} schema={schema} />
      {isCompiled && explanation !== source && (
        <CelExpression label={`${title} with its values`} expression={explanation} />
      )}
      {issues.map(({ message, line, column, offset }) => (
        <p key={`${offset} ${message}`} className={styles.problem}>
          <MeaningMark meaning="bad" />
          <span>
            {visibleText(issueInWords(message, source))}
            {offset >= 0 && <span className={styles.quiet}>{` · line ${line}, column ${column}`}</span>}
          </span>
        </p>
      ))}
      {isCompiled && (
        <div className={styles.cost}>
          <meter
            className={styles.meter}
            min={0}
            max={100}
            high={80}
            value={costShare(cost)}
            aria-label={`Cost of ${title}`}
          />
          <span>{costText(cost)}</span>
        </div>
      )}
    </article>
  )
}

function ResultChip({
  expression: { type, result, issues, field },
}: {
  readonly expression: EvaluatedExpression
}) {
  if (issues.length > 0) return <Chip meaning="bad">does not compile</Chip>
  if (result.type === 'error') return <Chip meaning="bad">fails</Chip>
  if (result.type === 'unknown') return <Chip meaning="unknown">cannot be told</Chip>
  if (type !== 'bool') return null
  return <Chip meaning={boolMeaning(field, result.text)}>{result.text}</Chip>
}

/** False refuses only where it is a validation. */
function boolMeaning(field: string, text: string): Meaning | undefined {
  if (!/validations\[\d+\]\.expression$/.test(field)) return undefined
  return text === 'true' ? 'good' : text === 'false' ? 'bad' : undefined
}

/** Values are as long as their objects; so much of one is read. */
const longestValue = 4000

function ResultText({ expression, schema }: ExpressionProps) {
  const { type, result, issues } = expression
  if (issues.length > 0) return null
  if (result.type === 'error')
    return <p className={styles.problem}>{visibleText(failureInWords(result.message, expression, schema))}</p>
  if (result.type === 'unknown') return <p className={styles.lack}>{visibleText(result.why)}</p>
  if (type === 'bool') return null
  const shown = result.text.length > longestValue ? `${result.text.slice(0, longestValue)}…` : result.text
  return <pre className={styles.value}>{visibleText(shown)}</pre>
}
