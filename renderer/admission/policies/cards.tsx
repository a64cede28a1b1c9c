import {
  type BindingEntry,
  namesInWords,
  type PolicyEntry,
  type TargetEntry,
} from '../../../shared/admission/index.ts'
import { visibleText } from '../../../shared/kube/index.ts'
import { Chip, type Meaning } from '../../ui/index.ts'
import { ProblemChips } from '../parts/ProblemList.tsx'
import styles from './cards.module.css'
import { type CardVerdict, parameterVerdict, partsOf, typeVerdict } from './cardWords.ts'
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
        <VerdictChip verdict={typeVerdict(entry)} />
        {isUnbound(entry) && <Chip meaning="warning">not bound</Chip>}
        <ProblemChips problems={problems} most={2} />
      </div>
    </>
  )
}

function VerdictChip({ verdict }: { readonly verdict: CardVerdict | null }) {
  if (verdict === null) return null
  return (
    <Chip meaning={verdict.meaning} title={verdict.title}>
      {verdict.label}
    </Chip>
  )
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
        <VerdictChip verdict={parameterVerdict(entry)} />
      </div>
    </>
  )
}
