import type { OperationSummary, RequestTiming } from '../../shared/ipc/index.ts'

/** Sums up what is alike, the slowest first. Requests that were cancelled tell nothing of the server. */
export function summarize(requests: readonly RequestTiming[]): readonly OperationSummary[] {
  const alike = new Map<string, RequestTiming[]>()
  for (const request of requests) {
    if (request.failure === 'cancelled' && request.headMillis === null) continue
    const known = alike.get(request.operation)
    if (known === undefined) alike.set(request.operation, [request])
    else known.push(request)
  }
  return [...alike].map(([operation, group]) => summaryOf(operation, group)).sort((a, b) => b.p95 - a.p95)
}

function summaryOf(operation: string, group: readonly RequestTiming[]): OperationSummary {
  const millis = group
    .flatMap(({ headMillis }) => (headMillis === null ? [] : [headMillis]))
    .sort((a, b) => a - b)
  return {
    operation,
    count: group.length,
    failed: group.filter(({ failure }) => failure !== null && failure !== 'cancelled').length,
    p50: quantile(millis, 0.5),
    p95: quantile(millis, 0.95),
    slowest: millis.at(-1) ?? 0,
    bytes: group.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** By the nearest rank; 0 for none. @param sorted ascending */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
