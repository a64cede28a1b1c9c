import type { WebhookEntry } from '../../../shared/admission/index.ts'
import type { Meaning } from '../../ui/index.ts'
import type { CardHealth } from './StationCardContent.tsx'
import type { StationCard } from './stations.ts'

/** How each webhook is doing, found by the card it stands on. */
export type HealthLookup = (card: StationCard) => CardHealth | null

/** Certificate and endpoint of the webhooks: well ones in the facts, others as chips. */
export function healthLookup(webhooks: readonly WebhookEntry[]): HealthLookup {
  const byKey = new Map(webhooks.map(entry => [keyOf(entry), healthOf(entry)]))
  return ({ main: { step } }) => {
    if (step.webhook === undefined) return null
    const phase = step.phase === 'mutatingWebhook' ? 'mutating' : 'validating'
    return byKey.get(JSON.stringify([phase, step.name, step.webhook])) ?? null
  }
}

function keyOf({ webhook: { phase, configuration, name } }: WebhookEntry): string {
  return JSON.stringify([phase, configuration, name])
}

function healthOf({ certificate, endpoint, problems }: WebhookEntry): CardHealth {
  const facts: string[] = []
  const chips: { meaning: Meaning; label: string; title: string }[] = []
  for (const { what, verdict } of [
    { what: 'certificate', verdict: certificate },
    { what: 'endpoint', verdict: endpoint },
  ]) {
    const label = what === 'certificate' ? `cert ${verdict.label}` : verdict.label
    if (verdict.meaning === 'good') facts.push(what === 'certificate' ? label : `${label} ready`)
    else if (verdict.meaning !== 'unknown') {
      const title = problems.map(problem => problem.title).join('; ')
      chips.push({ meaning: verdict.meaning, label, title: `${what}: ${verdict.label}. ${title}` })
    }
  }
  return { facts, chips }
}
