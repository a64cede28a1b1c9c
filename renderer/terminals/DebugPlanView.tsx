import { useMemo } from 'react'
import { compare, diffLines, printYaml } from '../../shared/diff/index.ts'
import type { DebugPlan } from '../../shared/ipc/index.ts'
import { DiffView } from '../diff/index.ts'
import { Banner, CodeBlock, Section } from '../ui/index.ts'
import styles from './Terminal.module.css'

/** What would be written, what the server would make of it, and what it warns of. */
export function DebugPlanView({ plan }: { readonly plan: DebugPlan }) {
  const rows = useMemo(() => diffLines(compare(plan.object, plan.result)), [plan])
  return (
    <>
      <p>{plan.summary}</p>
      {plan.problem !== undefined && (
        <Banner meaning="bad">
          The server would refuse it: {plan.problem.message} {(plan.problem.causes ?? []).join(' ')}
        </Banner>
      )}
      {plan.warnings.map(warning => (
        <Banner key={warning} meaning="warning">
          {warning}
        </Banner>
      ))}
      <Section title="What is written">
        <p className={styles.quiet}>
          <code>{`${plan.method} ${plan.path}`}</code>
        </p>
        <div className={styles.written}>
          <CodeBlock label="YAML of it">{printYaml(plan.object)}</CodeBlock>
        </div>
      </Section>
      {plan.result !== null && (
        <Section title="What the server makes of it">
          <div className={styles.diff}>
            <DiffView
              rows={rows}
              beforeLabel="as written"
              afterLabel="after the dry run"
              sameDetail="The server would store it as it is written."
            />
          </div>
        </Section>
      )}
    </>
  )
}
