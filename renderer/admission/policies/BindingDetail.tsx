import type { ReactNode } from 'react'
import {
  type BindingEntry,
  namespacesInWords,
  objectsInWords,
  type ParamResolution,
  type PolicyInventory,
  ruleMatrix,
  type TargetEntry,
} from '../../../shared/admission/index.ts'
import { assertNever, isNotInDump } from '../../../shared/errors/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import { Chip, type Definition, DefinitionList, Section } from '../../ui/index.ts'
import styles from '../parts/Detail.module.css'
import { Names, SettingValue, Writers } from '../parts/facts.tsx'
import { ObjectLink } from '../parts/ObjectLink.tsx'
import { ProblemList } from '../parts/ProblemList.tsx'
import { RuleMatrix } from '../parts/RuleMatrix.tsx'
import { ActionChips } from './cards.tsx'

export interface BindingDetailProps {
  readonly context: ContextId
  readonly entry: BindingEntry
  readonly inventory: PolicyInventory
}

/** Everything of one binding: how it narrows its policy, its parameters, what it reaches today. */
export function BindingDetail({ context, entry, inventory }: BindingDetailProps) {
  const { binding, reach } = entry
  const rules = binding.match?.rules ?? []
  const excluded = binding.match?.excludeRules ?? []
  return (
    <div className={styles.detail}>
      <div className={styles.part}>
        <Section title={binding.name}>
          <DefinitionList items={factsOf(context, entry, inventory)} />
          {rules.length > 0 && <RuleMatrix label="Of what the policy matches" rows={ruleMatrix(rules)} />}
          {excluded.length > 0 && (
            <>
              <p className={styles.caption}>Left out</p>
              <RuleMatrix label="Rules that leave out" rows={ruleMatrix(excluded)} excludes />
            </>
          )}
        </Section>
      </div>
      <div className={styles.part}>
        <Section title="Parameters">
          <DefinitionList items={parameterFacts(context, entry)} />
        </Section>
        {reach !== null && (
          <Section title="Reaches today" aside={reach.today}>
            <p className={styles.text}>{reach.where}</p>
            {reach.namespaces !== null && reach.namespaces.length > 0 && (
              <p className={styles.text}>
                <Names names={reach.namespaces} limit={40} />
              </p>
            )}
          </Section>
        )}
      </div>
      <div className={styles.part}>
        <Section title="Problems" aside={entry.problems.length === 0 ? undefined : entry.problems.length}>
          <ProblemList problems={entry.problems} none="Nothing found wrong with the binding" />
        </Section>
      </div>
    </div>
  )
}

function factsOf(context: ContextId, entry: BindingEntry, inventory: PolicyInventory): readonly Definition[] {
  const { binding } = entry
  const policy = inventory.policies.find(each => each.id === entry.policy)
  const facts: Definition[] = [
    { term: 'Object', description: <ObjectLink context={context} target={entry.ref} /> },
    {
      term: 'Policy',
      description:
        policy === undefined ? (
          <code>{binding.policyName || 'none named'}</code>
        ) : (
          <ObjectLink context={context} target={policy.ref} />
        ),
    },
  ]
  if (binding.flavour === 'validating') {
    const actions = binding.validationActions
    facts.push({
      term: 'When false',
      description:
        actions.length === 0 ? (
          'no action given'
        ) : (
          <span className={styles.row}>
            <ActionChips actions={actions} />
          </span>
        ),
    })
  }
  if (binding.match !== null) {
    facts.push(
      { term: 'Match policy', description: <SettingValue setting={binding.match.matchPolicy} /> },
      { term: 'Namespaces', description: namespacesInWords(binding.match.namespaceSelector) },
      { term: 'Objects', description: objectsInWords(binding.match.objectSelector) },
    )
  } else facts.push({ term: 'Narrows', description: 'nothing: everything the policy matches' })
  facts.push({ term: 'Written by', description: <Writers writers={binding.writers} /> })
  return facts
}

function parameterFacts(
  context: ContextId,
  { binding, params, policy }: BindingEntry,
): readonly Definition[] {
  // Only the policy says whether it takes a parameter.
  const state = policy === null ? 'cannot be known without the policy' : stateOf(params)
  const facts: Definition[] = [{ term: 'State', description: state }]
  const { paramRef } = binding
  if (paramRef !== null) {
    facts.push({
      term: paramRef.selector === null ? 'Name' : 'Selector',
      description:
        paramRef.selector === null ? <code>{paramRef.name}</code> : objectsInWords(paramRef.selector),
    })
    facts.push({ term: 'Namespace', description: <code>{paramRef.namespace || 'that of the request'}</code> })
    facts.push({ term: 'If not found', description: paramRef.notFoundAction || 'not set' })
  }
  if (params.type === 'resolved' && params.found.length > 0) {
    facts.push({
      term: 'Found',
      description: <Links context={context} refs={params.found} />,
    })
  }
  return facts
}

function Links({ context, refs }: { readonly context: ContextId; readonly refs: readonly ObjectRef[] }) {
  if (refs.length === 0) return 'none'
  return (
    <span className={styles.row}>
      {refs.slice(0, 12).map(ref => (
        <ObjectLink key={`${ref.namespace}/${ref.name}`} context={context} target={ref} />
      ))}
      {refs.length > 12 && `and ${refs.length - 12} more`}
    </span>
  )
}

function stateOf(params: ParamResolution): ReactNode {
  switch (params.type) {
    case 'none':
      return 'none: the policy takes no parameter'
    case 'ignored':
      return <Chip meaning="warning">ignored</Chip>
    case 'null':
      return <Chip meaning="warning">params is null</Chip>
    case 'kindNotServed':
      return <Chip meaning="bad">kind not served</Chip>
    case 'invalid':
      return <Chip meaning="bad">cannot be looked up</Chip>
    case 'loading':
      return 'reading…'
    case 'unreadable':
      return (
        <Chip meaning="unknown">{isNotInDump(params.error) ? 'not in the dump' : 'may not be read'}</Chip>
      )
    case 'resolved': {
      const isMissing = params.missingIn === null ? params.found.length === 0 : params.missingIn.length > 0
      return <Chip meaning={isMissing ? 'bad' : 'good'}>{isMissing ? 'missing' : 'found'}</Chip>
    }
    default:
      return assertNever(params)
  }
}

export interface TargetDetailProps {
  readonly context: ContextId
  readonly entry: TargetEntry
}

/** A parameter with its state, or the namespaces that are reached. */
export function TargetDetail({ context, entry }: TargetDetailProps) {
  if (entry.type === 'parameter') {
    return (
      <div className={styles.detail}>
        <div className={styles.part}>
          <Section title={`${entry.kind} ${entry.name}`}>
            <DefinitionList
              items={[
                { term: 'Kind', description: entry.kind },
                { term: 'Namespace', description: <code>{entry.namespace || entry.note || 'none'}</code> },
                { term: 'Objects', description: <Links context={context} refs={entry.refs} /> },
              ]}
            />
          </Section>
        </div>
        <div className={styles.part}>
          <Section title="Problems">
            <ProblemList
              problems={entry.problem === null ? [] : [entry.problem]}
              none="The parameter is there"
            />
          </Section>
        </div>
      </div>
    )
  }
  const { reach } = entry
  return (
    <div className={styles.detail}>
      <div className={styles.part}>
        <Section title="Reach" aside={reach.today}>
          <DefinitionList
            items={[
              { term: 'Where', description: reach.where },
              { term: 'What', description: reach.what },
              {
                term: 'Cluster-scoped',
                description: reach.clusterScopedKinds ? 'also objects without a namespace' : 'no',
              },
            ]}
          />
        </Section>
      </div>
      <div className={styles.wide}>
        <Section title="Namespaces today" aside={reach.namespaces?.length}>
          <p className={styles.text}>
            {reach.namespaces === null ? 'not known' : <Names names={reach.namespaces} limit={200} />}
          </p>
        </Section>
      </div>
    </div>
  )
}
