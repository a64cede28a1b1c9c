import type { KindTallies, Tally } from '../../shared/ipc/index.ts'
import { isAllReady } from '../../shared/kube/index.ts'
import type { CellsOf, FollowedKind } from '../facts/index.ts'
import { equalFilter } from './filters.ts'

/** A kind whose objects are counted by state, from the cells of the server's own Table. */
export interface CountedKind {
  readonly group: string
  readonly kind: string
  readonly stateOf: (cell: CellsOf) => string
  /** Meaning and filter of a state. */
  readonly tell: (state: string) => Omit<Tally, 'state' | 'count'>
}

const notReady = 'Running, not ready'

const pods: CountedKind = {
  group: '',
  kind: 'Pod',
  stateOf: cell => {
    const status = cell('status')
    return status === 'Running' && isAllReady(cell('ready'), '') === false ? notReady : status
  },
  tell: state => {
    if (state === notReady) return { meaning: 'warning', filter: 'status=Running is:unready' }
    if (state === 'Running') return { meaning: 'good', filter: 'status=Running is:ready' }
    return { meaning: meaningOfPod(state), filter: equalFilter('status', state) }
  },
}

/** By the words that kubectl prints, which are phases, reasons of containers and exit codes. */
export function meaningOfPod(status: string): Tally['meaning'] {
  if (/^(Completed|Succeeded)$/.test(status)) return null
  if (
    /^(Pending|ContainerCreating|PodInitializing|Terminating|SchedulingGated|NotReady|Init:\d+\/\d+)$/.test(
      status,
    )
  )
    return 'warning'
  return status === 'Unknown' || status === '' ? 'unknown' : 'bad'
}

/** Deployments and StatefulSets print `Ready` as `2/3`, DaemonSets as a number beside `Desired`. */
function replicated(kind: string, zero: { readonly column: string; readonly value: string }): CountedKind {
  return {
    group: 'apps',
    kind,
    stateOf: cell => {
      if (cell(zero.column) === zero.value) return 'none wanted'
      const isReady = isAllReady(cell('ready'), cell('desired'))
      return isReady === null ? 'unknown' : isReady ? 'ready' : 'not ready'
    },
    tell: state => {
      if (state === 'not ready') return { meaning: 'bad', filter: 'is:unready' }
      if (state === 'ready') return { meaning: 'good', filter: `is:ready ${zero.column}!=${zero.value}` }
      if (state === 'none wanted') return { meaning: null, filter: `${zero.column}=${zero.value}` }
      return { meaning: 'unknown', filter: null }
    },
  }
}

const jobs: CountedKind = {
  group: 'batch',
  kind: 'Job',
  // Servers before 1.31 print no status.
  stateOf: cell =>
    cell('status') || (isAllReady(cell('completions'), '') === true ? 'complete' : 'incomplete'),
  tell: state => {
    const filter = /^[a-z]/.test(state) ? null : equalFilter('status', state)
    if (/^Fail/.test(state)) return { meaning: 'bad', filter }
    return { meaning: state === 'Terminating' ? 'warning' : null, filter }
  },
}

const cronJobs: CountedKind = {
  group: 'batch',
  kind: 'CronJob',
  stateOf: cell => {
    if (cell('suspend').toLowerCase() === 'true') return 'suspended'
    return cell('active') === '0' ? 'waiting' : 'running'
  },
  tell: state => {
    if (state === 'suspended') return { meaning: 'warning', filter: 'suspend=true' }
    return { meaning: null, filter: `suspend=false active${state === 'running' ? '!=' : '='}0` }
  },
}

export const claims: CountedKind = {
  group: '',
  kind: 'PersistentVolumeClaim',
  stateOf: cell => cell('status'),
  tell: state => ({
    meaning: state === 'Bound' ? 'good' : state === 'Lost' ? 'bad' : 'warning',
    filter: equalFilter('status', state),
  }),
}

const zeroReady = { column: 'ready', value: '0/0' }

/** In the order in which they are shown. */
export const workloads: readonly CountedKind[] = [
  pods,
  replicated('Deployment', zeroReady),
  replicated('StatefulSet', zeroReady),
  replicated('DaemonSet', { column: 'desired', value: '0' }),
  jobs,
  cronJobs,
]

const weight = { bad: 0, warning: 1, unknown: 2, good: 3, none: 4 } as const
/** A state that nobody foresaw may come from the cluster; more than these are summed up. */
const mostStates = 24

/** The objects of a kind by state, the worst first. */
export function talliesOf(followed: FollowedKind<string>, { tell }: CountedKind): KindTallies {
  const tallies = [...followed.counts].map(([state, count]): Tally => ({ state, count, ...tell(state) }))
  return { source: followed.source(), total: followed.total, tallies: worstFirst(tallies) }
}

export function worstFirst(tallies: readonly Tally[]): readonly Tally[] {
  const sorted = [...tallies].sort(
    (a, b) =>
      weight[a.meaning ?? 'none'] - weight[b.meaning ?? 'none'] ||
      b.count - a.count ||
      (a.state < b.state ? -1 : 1),
  )
  const rest = sorted.slice(mostStates)
  if (rest.length === 0) return sorted
  const count = rest.reduce((sum, tally) => sum + tally.count, 0)
  return [
    ...sorted.slice(0, mostStates),
    { state: 'in other states', meaning: 'unknown', count, filter: null },
  ]
}
