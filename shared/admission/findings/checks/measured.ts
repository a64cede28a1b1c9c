import { type Draft, fails, namedWebhook, objectOfWebhook, type Scene } from '../scene.ts'

/** Fewer calls say nothing of how slow it usually is. */
const enoughCalls = 20

/** Checks of what the API server itself has counted. */
export function measured(scene: Scene): readonly Draft[] {
  return scene.webhooks.webhooks.flatMap((entry): readonly Draft[] => {
    const { webhook } = entry
    const measures = scene.sources.measures(webhook.phase, webhook.name)
    if (measures === null) return []
    const objects = [objectOfWebhook(entry)]
    const found: Draft[] = []
    const failed = measures.rejectionsByErrorType.calling_webhook_error ?? 0
    const of = `of ${measures.calls.toLocaleString('en')} calls since the replica of the API server that answered was started`
    // Counts go back to the start, so that what is repaired since still shows: never more than medium.
    if (failed > 0 && fails(entry))
      found.push({
        id: 'webhook-failing',
        severity: isDown(entry) ? 'high' : 'medium',
        objects,
        evidence: [
          `${namedWebhook(entry)}: ${failed.toLocaleString('en')} requests refused because the call failed, ${of}.`,
        ],
      })
    if (measures.failedOpen > 0)
      found.push({
        id: 'webhook-failing-open',
        objects,
        evidence: [
          `${namedWebhook(entry)}: ${measures.failedOpen.toLocaleString('en')} failed calls were let through, ${of}.`,
        ],
      })
    const limit = webhook.timeoutSeconds.value / 2
    const isSlow = measures.p99 === null || measures.p99 > limit
    if (measures.calls >= enoughCalls && isSlow)
      found.push({
        id: 'webhook-slow',
        objects,
        evidence: [
          `${namedWebhook(entry)}: 99 of 100 calls take ${measures.p99 === null ? 'longer than any bound that is measured' : `up to ${measures.p99} s`}; timeoutSeconds is ${webhook.timeoutSeconds.value}.`,
        ],
      })
    return found
  })
}

function isDown({ path }: Parameters<typeof objectOfWebhook>[0]): boolean {
  return path.service !== null && path.service.slicesState === 'exists' && path.service.ready === 0
}
