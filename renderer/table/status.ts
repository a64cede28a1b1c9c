import type { Meaning } from '../ui/index.ts'

const good = new Set(
  'Running Active Bound Ready Succeeded Completed Complete Available Healthy True Approved Approved,Issued Established Normal Synced Valid Accepted Programmed Deployed Issued'.split(
    ' ',
  ),
)
const warning = new Set(
  'Pending Terminating ContainerCreating PodInitializing Released Progressing Suspended Warning NotReady,SchedulingDisabled Ready,SchedulingDisabled SchedulingDisabled SchedulingGated Terminated Degraded OutOfSync Waiting'.split(
    ' ',
  ),
)
const bad = new Set(
  'Failed Error Lost NotReady Evicted OOMKilled DeadlineExceeded InvalidImageName ErrImageNeverPull NodeLost NodeAffinity Denied False Unhealthy UnexpectedAdmissionError ContainerCannotRun StartError Preempting Shutdown'.split(
    ' ',
  ),
)
const statusColumns = /^(status|phase|state|health|ready status|type|sync status|health status)$/i

/** True for columns whose words are states that may be judged. */
export function isStatusColumn(name: string): boolean {
  return statusColumns.test(name)
}

/**
 * What a state in words means for the reader; null where the word is no known state and so
 * no judgement is made. The words are those that kubectl's printers write.
 */
export function meaningOfStatus(word: string): Meaning | null {
  if (good.has(word)) return 'good'
  if (bad.has(word)) return 'bad'
  if (warning.has(word)) return 'warning'
  if (word === 'Unknown') return 'unknown'
  if (/(BackOff|Error)$/.test(word) || /^(Err[A-Z]|Failed)/.test(word)) return 'bad'
  if (/^(Signal|ExitCode):/.test(word)) return word === 'ExitCode:0' ? 'good' : 'bad'
  if (/^Init:/.test(word)) return /BackOff|Err|ExitCode|Signal/.test(word) ? 'bad' : 'warning'
  return null
}
