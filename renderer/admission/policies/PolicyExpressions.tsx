import type { ReactNode } from 'react'
import type { Policy, TypeChecking, TypeWarning } from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import { Chip, MeaningMark, Section } from '../../ui/index.ts'
import { CelExpression } from '../parts/CelExpression.tsx'
import styles from '../parts/Detail.module.css'
import { MatchConditions } from '../parts/facts.tsx'

/** The expressions of a policy in the order they are evaluated, each with its warnings. */
export function PolicyExpressions({ policy }: { readonly policy: Policy }) {
  const warnings = policy.typeChecking.state === 'warnings' ? policy.typeChecking.warnings : []
  const at = (field: string) => warnings.filter(warning => warning.fieldRef === field)
  const placed = new Set(policy.validations.flatMap((_, index) => fieldsOf(index)))
  const elsewhere = warnings.filter(warning => !placed.has(warning.fieldRef))
  return (
    <Section title={policy.name} aside={<TypeCheckState policy={policy} />}>
      <MatchConditions conditions={policy.matchConditions} />
      {policy.variables.map(variable => (
        <Part
          key={variable.name}
          caption={
            <>
              Variable <code>variables.{variable.name}</code>
            </>
          }
        >
          <CelExpression label={`Variable ${variable.name}`} expression={variable.expression} />
        </Part>
      ))}
      {policy.validations.map((validation, index) => {
        const [field, messageField] = fieldsOf(index)
        const title = `Validation ${index + 1} of ${policy.validations.length}`
        return (
          <Part key={title} caption={title}>
            <CelExpression label={title} expression={validation.expression} warnings={at(field)} />
            <div className={styles.caption}>
              {validation.message !== '' && (
                <>
                  message <strong className={styles.strong}>{visibleText(validation.message)}</strong> ·{' '}
                </>
              )}
              reason {validation.reason.value}
              {!validation.reason.given && ' (default)'}
            </div>
            {validation.messageExpression !== '' && (
              <>
                <div className={styles.caption}>
                  Message expression{validation.message === '' ? '' : ', wins over the message'}
                </div>
                <CelExpression
                  label={`Message expression ${index + 1}`}
                  expression={validation.messageExpression}
                  warnings={at(messageField)}
                />
              </>
            )}
          </Part>
        )
      })}
      {policy.mutations.map((mutation, index) => {
        const title = `Mutation ${index + 1} of ${policy.mutations.length}`
        return (
          <Part
            key={title}
            caption={
              <>
                {title} · {mutation.patchType}
              </>
            }
          >
            <CelExpression label={title} expression={mutation.expression} />
          </Part>
        )
      })}
      {policy.auditAnnotations.map(annotation => (
        <Part
          key={annotation.key}
          caption={
            <>
              Audit annotation{' '}
              <code>
                {policy.name}/{annotation.key}
              </code>
            </>
          }
        >
          <CelExpression
            label={`Audit annotation ${annotation.key}`}
            expression={annotation.valueExpression}
          />
        </Part>
      ))}
      <Elsewhere warnings={elsewhere} />
    </Section>
  )
}

function fieldsOf(index: number): readonly [string, string] {
  return [`spec.validations[${index}].expression`, `spec.validations[${index}].messageExpression`]
}

function Part({ caption, children }: { readonly caption: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.expression}>
      <div className={styles.caption}>{caption}</div>
      {children}
    </div>
  )
}

// A field that this page does not know still gets its warning, by name.
function Elsewhere({ warnings }: { readonly warnings: readonly TypeWarning[] }) {
  return warnings.map(warning => (
    <div key={`${warning.fieldRef} ${warning.text}`} className={styles.caption}>
      <MeaningMark meaning="warning" /> <code>{warning.fieldRef}</code>: {visibleText(warning.text)}
    </div>
  ))
}

function TypeCheckState({ policy }: { readonly policy: Policy }) {
  const { typeChecking } = policy
  if (policy.flavour === 'mutating')
    return <span className={styles.caption}>the server type-checks validating policies only</span>
  return (
    <>
      {chipOf(typeChecking)} <span className={styles.caption}>{explained(typeChecking)}</span>
    </>
  )
}

function chipOf(typeChecking: TypeChecking): ReactNode {
  switch (typeChecking.state) {
    case 'checked':
      return <Chip meaning="good">types checked</Chip>
    case 'warnings':
      return <Chip meaning="warning">{counted(typeChecking.warnings.length, 'type warning')}</Chip>
    case 'stale':
      return <Chip meaning="unknown">type check stale</Chip>
    case 'notChecked':
      return <Chip meaning="unknown">types not checked</Chip>
  }
}

function explained(typeChecking: TypeChecking): string {
  switch (typeChecking.state) {
    case 'checked':
    case 'warnings':
      return typeChecking.gaps
    case 'stale':
      return `done for generation ${typeChecking.observed}, the policy is at ${typeChecking.generation}; not shown`
    case 'notChecked':
      return typeChecking.reason
  }
}
