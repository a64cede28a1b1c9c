/** What one expression may cost on the server (PerCallLimit of apiserver/pkg/apis/cel/config.go). */
export const mostCost = 1_000_000

const numbers = new Intl.NumberFormat('en-US')

/** How much of the limit is spent, in percent; what costs anything shows. */
export function costShare(cost: number): number {
  return Math.min(100, cost === 0 ? 0 : Math.max(1, (cost / mostCost) * 100))
}

export function costText(cost: number): string {
  return `cost ${numbers.format(cost)} of ${numbers.format(mostCost)}`
}

const lists: Readonly<Record<string, string>> = {
  variables: 'Variable',
  matchConditions: 'Match condition',
  validations: 'Validation',
  auditAnnotations: 'Audit annotation',
  mutations: 'Mutation',
}

/** `spec.validations[0].messageExpression` as `Validation 1 · message`. */
export function fieldTitle(field: string): string {
  const match = /^spec\.(\w+)\[(\d+)\]\.(.*)$/.exec(field)
  const list = lists[match?.[1] ?? '']
  if (match === null || list === undefined) return field === 'expression' ? 'Expression' : field
  const part = match[3] === 'messageExpression' ? ' · message' : ''
  return `${list} ${Number(match[2]) + 1}${part}`
}
