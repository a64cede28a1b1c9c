import {
  namespacesInWords,
  objectsInWords,
  type PolicyEntry,
  type PolicyInventory,
  ruleMatrix,
} from '../../../shared/admission/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { type Definition, DefinitionList, Section } from '../../ui/index.ts'
import styles from '../parts/Detail.module.css'
import { Names, SettingValue, Writers } from '../parts/facts.tsx'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import { ProblemChips, ProblemList } from '../parts/ProblemList.tsx'
import { RuleMatrix } from '../parts/RuleMatrix.tsx'
import { RequestLinks } from '../trace/RequestLinks.tsx'
import { ActionChips } from './cards.tsx'
import { PolicyExpressions } from './PolicyExpressions.tsx'

export interface PolicyDetailProps {
  readonly context: ContextId
  readonly entry: PolicyEntry
  readonly inventory: PolicyInventory
}

/** Everything of one policy: its expressions, what it acts on, its bindings, what is wrong. */
export function PolicyDetail({ context, entry, inventory }: PolicyDetailProps) {
  const { policy } = entry
  const never = policy.flavour === 'mutating' ? ['DELETE'] : []
  return (
    <div className={styles.detail}>
      <div className={styles.wide}>
        <PolicyExpressions policy={policy} />
      </div>
      <div className={styles.part}>
        <Section title="Acts on">
          <RuleMatrix label={`Rules of ${policy.name}`} rows={ruleMatrix(policy.match.rules, never)} />
          {policy.match.excludeRules.length > 0 && (
            <>
              <p className={styles.caption}>Left out</p>
              <RuleMatrix
                label="Rules that leave out"
                rows={ruleMatrix(policy.match.excludeRules)}
                excludes
              />
            </>
          )}
          <DefinitionList items={factsOf(context, entry)} />
        </Section>
      </div>
      <div className={`${styles.part} ${entry.problems.length > 0 ? styles.urgent : ''}`}>
        <Section title="Problems" aside={entry.problems.length === 0 ? undefined : entry.problems.length}>
          <ProblemList problems={entry.problems} none="Nothing found wrong with the policy itself" />
        </Section>
        <PolicyBindings context={context} entry={entry} inventory={inventory} />
      </div>
    </div>
  )
}

function factsOf(context: ContextId, { policy, covers, ref }: PolicyEntry): readonly Definition[] {
  const { match } = policy
  const facts: Definition[] = [
    { term: 'Object', description: <ObjectLink context={context} target={ref} /> },
    { term: 'On failure', description: <SettingValue setting={policy.failurePolicy} /> },
    { term: 'Match policy', description: <SettingValue setting={match.matchPolicy} /> },
    { term: 'Namespaces', description: namespacesInWords(match.namespaceSelector) },
    { term: 'Objects', description: objectsInWords(match.objectSelector) },
  ]
  facts.push({
    term: 'What happens if',
    description: <RequestLinks context={context} rules={match.rules} />,
  })
  if (covers.length > 0) facts.push({ term: 'Covers today', description: <Names names={covers} /> })
  if (policy.paramKind !== null) {
    facts.push({
      term: 'Parameter',
      description: `${policy.paramKind.kind} (${policy.paramKind.apiVersion})`,
    })
  }
  if (policy.reinvocationPolicy !== null) {
    facts.push({ term: 'Reinvocation', description: <SettingValue setting={policy.reinvocationPolicy} /> })
  }
  facts.push({ term: 'Served as', description: policy.apiVersion })
  facts.push({ term: 'Written by', description: <Writers writers={policy.writers} /> })
  return facts
}

function PolicyBindings({ context, entry, inventory }: PolicyDetailProps) {
  const bindings = inventory.bindings.filter(binding => entry.bindings.includes(binding.id))
  if (bindings.length === 0) return null
  return (
    <Section title="Bindings" aside={bindings.length}>
      <ul className={styles.list}>
        {bindings.map(({ id, ref, binding, where, reach, problems }) => (
          <li key={id}>
            <div className={styles.row}>
              <ObjectLink context={context} target={ref} />
              <ActionChips actions={binding.validationActions} />
              <ProblemChips problems={problems} most={2} />
            </div>
            <div className={styles.caption}>
              {where}
              {reach !== null && ` · ${reach.today}`}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
