import type { WebhookPhase } from '../webhooks.ts'
import type { CallMeasures, PolicyHealth } from './types.ts'

/** What is read of the API server’s `/metrics`, which is one line to a sample. */
const families = {
  duration: 'apiserver_admission_webhook_admission_duration_seconds',
  rejections: 'apiserver_admission_webhook_rejection_count',
  failedOpen: 'apiserver_admission_webhook_fail_open_count',
  requests: 'apiserver_admission_webhook_request_total',
} as const
const policyFamilies = {
  validating: 'apiserver_validating_admission_policy_check',
  mutating: 'apiserver_mutating_admission_policy_check',
} as const
const prefix = /^apiserver_(admission_webhook|validating_admission_policy|mutating_admission_policy)_/

interface Histogram {
  /** Cumulative counts by upper bound in seconds. */
  readonly buckets: Map<number, number>
  count: number
}

interface WebhookCounts {
  readonly duration: Histogram
  readonly errors: Map<string, number>
  rejections: number
  failedOpen: number
  requests: number
}

interface PolicyCounts {
  readonly duration: Histogram
  readonly checks: Map<string, number>
}

/** Most webhooks and policies that are kept. */
const most = 20_000

/**
 * Reads the text format of metrics line by line, and keeps what it says of admission: nothing else of
 * the tens of megabytes that a server may send. Lines that are none are left out.
 */
export class AdmissionMetrics {
  readonly #webhooks = new Map<string, WebhookCounts>()
  readonly #policies = new Map<string, PolicyCounts>()

  addLine(line: string): void {
    if (!prefix.test(line)) return
    const sample = readSample(line)
    if (sample === null) return
    this.#addWebhook(sample)
    this.#addPolicy(sample)
  }

  webhook(phase: WebhookPhase, name: string): CallMeasures | null {
    const counts = this.#webhooks.get(webhookKey(phase === 'mutating' ? 'admit' : 'validating', name))
    if (counts === undefined) return null
    return {
      // Older servers have no total; then the histogram counts the calls.
      calls: Math.max(counts.requests, counts.duration.count),
      rejections: counts.rejections,
      rejectionsByErrorType: recordOf(counts.errors),
      failedOpen: counts.failedOpen,
      p50: quantile(counts.duration, 0.5),
      p99: quantile(counts.duration, 0.99),
    }
  }

  policy(flavour: 'validating' | 'mutating', name: string): PolicyHealth['measures'] {
    const counts = this.#policies.get(`${flavour}/${name}`)
    if (counts === undefined) return null
    return {
      checks: recordOf(counts.checks),
      p50: quantile(counts.duration, 0.5),
      p99: quantile(counts.duration, 0.99),
    }
  }

  #addWebhook({ name, labels, value }: Sample): void {
    const webhook = labels.get('name')
    const type = labels.get('type')
    if (webhook === undefined || type === undefined) return
    const key = webhookKey(type, webhook)
    const known = this.#webhooks.get(key)
    if (known === undefined && this.#webhooks.size >= most) return
    const counts = known ?? {
      duration: { buckets: new Map(), count: 0 },
      errors: new Map<string, number>(),
      rejections: 0,
      failedOpen: 0,
      requests: 0,
    }
    this.#webhooks.set(key, counts)
    if (name.startsWith(`${families.duration}_`)) addDuration(counts.duration, name, labels, value)
    else if (name === families.failedOpen) counts.failedOpen += value
    else if (name === families.requests) counts.requests += value
    else if (name === families.rejections) {
      counts.rejections += value
      const type = labels.get('error_type') ?? 'no_error'
      counts.errors.set(type, (counts.errors.get(type) ?? 0) + value)
    }
  }

  #addPolicy({ name, labels, value }: Sample): void {
    const policy = labels.get('policy')
    const flavour = name.startsWith(policyFamilies.validating) ? 'validating' : 'mutating'
    if (policy === undefined || !name.startsWith(policyFamilies[flavour])) return
    const key = `${flavour}/${policy}`
    const known = this.#policies.get(key)
    if (known === undefined && this.#policies.size >= most) return
    const counts = known ?? { duration: { buckets: new Map(), count: 0 }, checks: new Map<string, number>() }
    this.#policies.set(key, counts)
    if (name === `${policyFamilies[flavour]}_total`) {
      const action = labels.get('enforcement_action') ?? 'allow'
      counts.checks.set(action, (counts.checks.get(action) ?? 0) + value)
    } else addDuration(counts.duration, name, labels, value)
  }
}

function webhookKey(type: string, name: string): string {
  return `${type}/${name}`
}

function recordOf(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  const record: Record<string, number> = Object.create(null)
  for (const [key, value] of counts) if (value > 0) record[key] = value
  return record
}

function addDuration(
  histogram: Histogram,
  name: string,
  labels: ReadonlyMap<string, string>,
  value: number,
): void {
  if (name.endsWith('_count')) histogram.count += value
  if (!name.endsWith('_bucket')) return
  const bound = labels.get('le') === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.get('le'))
  if (!Number.isNaN(bound)) histogram.buckets.set(bound, (histogram.buckets.get(bound) ?? 0) + value)
}

/** Upper bound of the bucket that a share of all fall into; null without any, or beyond the last bound. */
function quantile({ buckets, count }: Histogram, share: number): number | null {
  const total = buckets.get(Number.POSITIVE_INFINITY) ?? count
  if (total === 0) return null
  for (const [bound, below] of [...buckets].sort(([a], [b]) => a - b))
    if (below >= total * share) return Number.isFinite(bound) ? bound : null
  return null
}

interface Sample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  readonly value: number
}

const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g

function readSample(line: string): Sample | null {
  const open = line.indexOf('{')
  const close = line.lastIndexOf('}')
  if (open < 0 || close < open) return null
  const [text = ''] = line
    .slice(close + 1)
    .trim()
    .split(' ')
  const value = Number(text)
  if (text === '' || Number.isNaN(value) || value < 0) return null
  const labels = new Map<string, string>()
  for (const [, key = '', quoted = ''] of line.slice(open + 1, close).matchAll(label))
    labels.set(
      key,
      quoted.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character)),
    )
  return { name: line.slice(0, open), labels, value }
}
