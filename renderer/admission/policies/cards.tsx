import {
  type BindingEntry,
  counted,
  namesInWords,
  type PolicyEntry,
  type TargetEntry,
} from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { Chip, type Meaning } from '../../ui/index.ts'
import { ProblemChips } from '../parts/ProblemList.tsx'
import styles from './cards.module.css'
import { isUnbound } from './graph.ts'

/** Codes that the cards say in other ways than by a chip. */
const saidElsewhere = new Set(['typeWarnings', 'notBound'])

export function PolicyCardContent({ entry }: { readonly entry: PolicyEntry }) {
  const { policy } = entry
  const problems = entry.problems.filter(problem => !saidElsewhere.has(problem.code))
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{visibleText(policy.name)}</span>
        {policy.flavour === 'mutating' && <span className={styles.tag}>mutating</span>}
      </div>
      <div className={styles.line}>{entry.matches || 'matches nothing'}</div>
      <div className={styles.chips}>
        <Chip>{policy.failurePolicy.value}</Chip>
        <Chip>{partsOf(entry)}</Chip>
        {policy.paramKind !== null && <Chip>param {policy.paramKind.kind}</Chip>}
        {policy.reinvocationPolicy?.value === 'IfNeeded' && <Chip>reinvoke if needed</Chip>}
        <TypeChip entry={entry} />
        {isUnbound(entry) && <Chip meaning="warning">not bound</Chip>}
        <ProblemChips problems={problems} most={2} />
      </div>
    </>
  )
}

function partsOf({ policy }: PolicyEntry): string {
  if (policy.flavour === 'mutating') return counted(policy.mutations.length, 'mutation')
  if (policy.validations.length === 0) return counted(policy.auditAnnotations.length, 'audit annotation')
  return counted(policy.validations.length, 'rule')
}

function TypeChip({ entry: { policy } }: { readonly entry: PolicyEntry }) {
  const { typeChecking } = policy
  if (policy.flavour === 'mutating') return null
  switch (typeChecking.state) {
    case 'checked':
      return (
        <Chip meaning="good" title={typeChecking.gaps}>
          {typeChecking.gaps === '' ? 'types checked' : 'types partly checked'}
        </Chip>
      )
    case 'warnings':
      return <Chip meaning="warning">{counted(typeChecking.warnings.length, 'type warning')}</Chip>
    case 'stale':
      return <Chip meaning="unknown">type check stale</Chip>
    case 'notChecked':
      return (
        <Chip meaning="unknown" title={typeChecking.reason}>
          types not checked
        </Chip>
      )
  }
}

const actionMeanings: Readonly<Record<string, Meaning>> = { Deny: 'bad', Warn: 'warning' }

/** What a binding does when a validation is false. */
export function ActionChips({ actions }: { readonly actions: readonly string[] }) {
  return actions.map(action => (
    <Chip key={action} meaning={actionMeanings[action]}>
      {action}
    </Chip>
  ))
}

export function BindingCardContent({ entry }: { readonly entry: BindingEntry }) {
  const { binding } = entry
  const isDangling = entry.problems.some(problem => problem.code === 'bindsNothing')
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{visibleText(binding.name)}</span>
      </div>
      <div className={styles.line}>
        {isDangling ? (
          binding.policyName === '' ? (
            'names no policy'
          ) : (
            <>
              names policy <span className={styles.missing}>{visibleText(binding.policyName)}</span>, which
              does not exist
            </>
          )
        ) : (
          entry.where
        )}
      </div>
      <div className={styles.chips}>
        <ActionChips actions={binding.validationActions} />
        <ProblemChips problems={entry.problems} most={2} />
      </div>
    </>
  )
}

export function TargetCardContent({ entry }: { readonly entry: TargetEntry }) {
  return entry.type === 'reach' ? <ReachContent entry={entry} /> : <ParameterContent entry={entry} />
}

function ReachContent({ entry }: { readonly entry: Extract<TargetEntry, { type: 'reach' }> }) {
  const { reach } = entry
  const isNothing = reach.namespaces?.length === 0 && !reach.clusterScopedKinds
  const names = reach.namespaces === null || reach.everyNamespace ? '' : namesInWords(reach.namespaces)
  return (
    <>
      <div className={styles.head}>
        <span className={styles.title}>{reach.where}</span>
      </div>
      <div className={styles.line}>{reach.what}</div>
      <div className={styles.chips}>
        {isNothing ? (
          <Chip meaning="warning">no namespace today</Chip>
        ) : (
          <Chip meaning={reach.namespaces === null && reach.namespacedKinds ? 'unknown' : undefined}>
            {reach.today}
          </Chip>
        )}
        {names !== '' && <span className={styles.names}>{names}</span>}
      </div>
    </>
  )
}

function ParameterContent({ entry }: { readonly entry: Extract<TargetEntry, { type: 'parameter' }> }) {
  const name = entry.namespace === '' ? entry.name : `${entry.namespace}/${entry.name}`
  return (
    <>
      <div className={styles.head}>
        <span className={styles.kind}>{entry.kind}</span>
        <span className={styles.name}>{visibleText(name)}</span>
      </div>
      {entry.problem !== null && entry.state !== 'found' && (
        <div className={styles.text}>{visibleText(entry.problem.detail)}</div>
      )}
      <div className={styles.chips}>
        {entry.note !== '' && <Chip>{entry.note}</Chip>}
        {entry.state === 'found' && (
          <Chip meaning="good">
            {entry.refs.length === 1 ? 'parameter found' : `${counted(entry.refs.length, 'parameter')} found`}
          </Chip>
        )}
        {entry.state === 'loading' && <Chip>reading…</Chip>}
        {entry.state === 'unreadable' && <Chip meaning="unknown">may not be read</Chip>}
        {entry.state === 'missing' && (
          <Chip meaning={entry.problem?.severity ?? 'warning'}>parameter missing</Chip>
        )}
      </div>
    </>
  )
}
