/** One measured figure. `must` is the bound it is held against on a quiet machine; empty: none. */
export interface Figure {
  readonly id: string
  readonly value: number
  readonly unit: string
  readonly must: string
}

const figures: Figure[] = []

/** Prints a figure as a line of its own and keeps it for the JSON report. */
export function report(id: string, value: number, unit: string, must = 'report'): void {
  const rounded = Number(value.toPrecision(4))
  figures.push({ id, value: rounded, unit, must })
  console.log(`figure ${id} ${rounded} ${unit} must ${must}`)
}

export function reported(): readonly Figure[] {
  return figures
}

/** The given share of the values lies at or below the answer. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/** Reports p50, p95 and p99 of repeated measurements in milliseconds; `must` bounds one of them. */
export function reportSpread(
  id: string,
  values: readonly number[],
  must = 'report',
  bounded: 'p50' | 'p95' = 'p50',
): void {
  report(`${id}.p50`, percentile(values, 0.5), 'ms', bounded === 'p50' ? must : 'report')
  report(`${id}.p95`, percentile(values, 0.95), 'ms', bounded === 'p95' ? must : 'report')
  report(`${id}.p99`, percentile(values, 0.99), 'ms')
}
