import type { ExpressionTrace, TraceStep } from '../../../shared/admission/index.ts'
import { type ContextId, type ObjectRef, visibleText } from '../../../shared/kube/index.ts'
import { Chip, type Definition, DefinitionList, type Meaning, MeaningMark, Section } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { CelExpression } from '../parts/CelExpression.tsx'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import { lookOf, outcomeInWords } from '../pipeline/outcomes.ts'
import { sentenceOf, sourceInWords, titleOf } from '../pipeline/stepWords.ts'
import type { ComparedStep } from './comparison.ts'
import side from './Side.module.css'
import styles from './StepDetail.module.css'
import { certaintyInWords } from './StepRow.tsx'
import { statusText } from './verdict.ts'

export interface StepDetailProps {
  readonly context: ContextId
  readonly compared: ComparedStep
  /** Where the policy or configuration stands; null where nothing stands behind the step. */
  readonly target: ObjectRef | null
}

/** One step: what decided, by which field, with the values of its expressions. */
export function StepDetail({ context, compared: { step, predicted, differs }, target }: StepDetailProps) {
  const look = lookOf(step)
  const words = sentenceOf(step)
  return (
    <section className={side.block} aria-label="The chosen step">
      <div className={styles.head}>
        <h3 className={styles.name}>
          <BreakableName name={titleOf(step)} />
        </h3>
        <Chip meaning={look === 'idle' ? undefined : look}>{outcomeInWords(step)}</Chip>
        <Chip>{certaintyInWords(step)}</Chip>
        <span className={styles.gap} />
        {target !== null && (
          <span className={styles.open}>
            <ObjectLink context={context} target={target}>{`Open ${step.kind}`}</ObjectLink>
          </span>
        )}
      </div>
      {words !== '' && <p className={styles.reason}>{visibleText(words)}</p>}
      {words !== step.reason && <p className={styles.exact}>{visibleText(step.reason)}</p>}
      {differs && (
        <p className={side.line}>
          <MeaningMark meaning="warning" />
          <span>
            {predicted === null
              ? 'This was not predicted.'
              : `Predicted was: ${outcomeInWords(predicted)}. ${visibleText(predicted.reason)}`}
          </span>
        </p>
      )}
      {step.status !== undefined && (
        <p className={side.line}>
          <MeaningMark meaning="bad" />
          <span>
            <strong>{statusText(step.status)}</strong> {visibleText(step.status.message)}
          </span>
        </p>
      )}
      <DefinitionList items={factsOf(step)} />
      {step.branches !== undefined && step.branches.length > 0 && (
        <Section title="What follows from its answer">
          <ul className={styles.branches}>
            {step.branches.map(branch => (
              <li key={branch.when}>
                <span className={styles.when}>{visibleText(branch.when)}</span>
                <span>{visibleText(branch.then)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {step.expressions !== undefined && step.expressions.length > 0 && (
        <Section title="Expressions" aside={step.expressions.length}>
          <ul className={styles.expressions}>
            {step.expressions.map((expression, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one field may be evaluated twice
              <li key={at}>
                <Expression expression={expression} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </section>
  )
}

function Expression({
  expression: { field, source, result, cost, explanation },
}: {
  readonly expression: ExpressionTrace
}) {
  const [meaning, text] = resultInWords(result)
  return (
    <div className={styles.expression}>
      <span className={styles.field}>{visibleText(field)}</span>
      <CelExpression label={field} expression={source} />
      <p className={side.line}>
        {meaning === null ? <span aria-hidden="true">=</span> : <MeaningMark meaning={meaning} />}
        <span>
          <span className={styles.value}>{visibleText(text)}</span>
          {explanation !== undefined && explanation !== '' && (
            <span className={styles.explanation}> {visibleText(explanation)}</span>
          )}
          {cost !== undefined && <span className={styles.cost}> · cost {cost.toLocaleString('en')}</span>}
        </span>
      </p>
    </div>
  )
}

function resultInWords(result: ExpressionTrace['result']): readonly [Meaning | null, string] {
  switch (result.type) {
    case 'value':
      return [result.text === 'true' ? 'good' : result.text === 'false' ? 'bad' : null, result.text]
    case 'error':
      return ['warning', `error: ${result.message}`]
    case 'unknown':
      return ['unknown', `not known: ${result.why}`]
  }
}

function factsOf(step: TraceStep): readonly Definition[] {
  const facts: Definition[] = []
  const add = (term: string, description: string | undefined) => {
    if (description !== undefined && description !== '')
      facts.push({ term, description: <span className={styles.value}>{visibleText(description)}</span> })
  }
  if (step.webhook !== undefined) add('Configuration', step.name)
  add('User', step.access?.user)
  add('Told by', sourceInWords(step) ?? undefined)
  add('Decided by', step.field)
  add('Binding', step.binding)
  add('Parameter', step.param)
  add('Actions', step.actions?.join(', '))
  add('Matched as', step.matchedAs)
  add('On failure', step.failurePolicy)
  add('Timeout', step.timeoutSeconds === undefined ? undefined : `${step.timeoutSeconds} s`)
  if (step.round > 0) add('Round', `${step.round + 1}: called again because the object changed after it`)
  return facts
}
