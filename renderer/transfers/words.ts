import type { Transfer } from '../../shared/ipc/index.ts'
import { bytesText, counted } from '../../shared/words/index.ts'
import { formatDuration, type Meaning } from '../ui/index.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Nothing moves for this long before it is said, in milliseconds. */
const patience = 4000

export function stateOf({ phase, refusedCount }: Transfer): {
  readonly meaning?: Meaning
  readonly text: string
} {
  switch (phase) {
    case 'running':
      return { text: 'copying' }
    case 'done':
      return refusedCount > 0
        ? { meaning: 'warning', text: 'done in part' }
        : { meaning: 'good', text: 'done' }
    case 'failed':
      return { meaning: 'bad', text: 'failed' }
    case 'cancelled':
      return { meaning: 'unknown', text: 'cancelled' }
  }
}

/** How far it is, e.g. `3.2 MB of 8 MB, 40 %`. What a file grew by while it was copied makes no more than all. */
export function amountText({ bytes, totalBytes }: Pick<Transfer, 'bytes' | 'totalBytes'>): string {
  if (totalBytes === null || totalBytes < bytes) return bytesText(bytes)
  const percent = totalBytes === 0 ? 100 : Math.floor((100 * bytes) / totalBytes)
  return `${bytesText(bytes)} of ${bytesText(totalBytes)}, ${percent} %`
}

/** Its pace while it runs, and what it came to afterwards. @param now milliseconds since the epoch */
export function paceText(transfer: Transfer, now: number): string {
  const { phase, bytes, totalBytes, bytesPerSecond, files, startedAt, endedAt } = transfer
  if (phase !== 'running')
    return `${counted(files, 'entry', 'entries')} in ${spentText((endedAt ?? now) - startedAt)}`
  if (bytesPerSecond === 0) return now - startedAt > patience ? 'nothing moves just now' : 'starting'
  const left = totalBytes === null || totalBytes <= bytes ? null : (totalBytes - bytes) / bytesPerSecond
  const rate = `${bytesText(bytesPerSecond)}/s`
  return left === null ? rate : `${rate}, ${formatDuration(Math.ceil(left) * 1000)} left`
}

function spentText(milliseconds: number): string {
  return milliseconds < 10_000 ? `${number.format(milliseconds / 1000)} s` : formatDuration(milliseconds)
}
