import { spanInWords } from '../certificates.ts'
import type { WebhookEntry } from '../webhook-inventory.ts'
import type { CallMeasures, HealthEvent, ServingCertificate, WebhookHealth } from './types.ts'

const day = 86_400_000

/** How a webhook does, from all that is known: the worst thing names it. */
export function webhookHealth(
  entry: WebhookEntry,
  serving: ServingCertificate,
  measures: CallMeasures | null,
  events: readonly HealthEvent[],
  now: number,
): WebhookHealth {
  const verdicts = [
    entry.endpoint,
    entry.certificate,
    ...servingVerdicts(serving, now),
    ...(measures === null ? [] : [measured(measures)]),
  ]
  const worst =
    verdicts.find(each => each.meaning === 'bad') ??
    verdicts.find(each => each.meaning === 'warning') ??
    (verdicts.every(each => each.meaning === 'unknown') ? verdicts[0] : undefined)
  const { meaning, label } = worst ?? { meaning: 'good' as const, label: entry.endpoint.label }
  return { id: entry.id, meaning, label, serving, measures, events }
}

type Verdict = Pick<WebhookHealth, 'meaning' | 'label'>

function servingVerdicts(serving: ServingCertificate, now: number): readonly Verdict[] {
  if (serving.state !== 'known') return []
  const [fault] = serving.faults
  if (fault !== undefined)
    return [{ meaning: 'bad', label: fault.type === 'name' ? 'wrong name' : 'not trusted' }]
  const { notAfter } = serving.certificate
  if (notAfter <= now) return [{ meaning: 'bad', label: `certificate ended ${spanInWords(notAfter, now)}` }]
  return notAfter - now < 7 * day
    ? [{ meaning: 'warning', label: `certificate ends in ${spanInWords(notAfter, now)}` }]
    : []
}

function measured({ failedOpen, rejectionsByErrorType, calls }: CallMeasures): Verdict {
  const failed = failedOpen + (rejectionsByErrorType.calling_webhook_error ?? 0)
  return failed === 0
    ? { meaning: 'good', label: '' }
    : { meaning: 'warning', label: `${failed} of ${calls} calls failed` }
}
