import type { AuditFinding } from './types.ts'

/** Findings of one object without a draft and with it, as one list that says what the draft changes. */
export function compareFindings(
  without: readonly AuditFinding[],
  withDraft: readonly AuditFinding[],
): readonly AuditFinding[] {
  const before = counted(without)
  const after = counted(withDraft)
  return [
    ...withDraft.map(finding => ({
      ...finding,
      change: before.has(keyOf(finding)) ? ('same' as const) : ('new' as const),
    })),
    ...without
      .filter(finding => !after.has(keyOf(finding)))
      .map(finding => ({ ...finding, change: 'gone' as const })),
  ]
}

function counted(findings: readonly AuditFinding[]): ReadonlySet<string> {
  return new Set(findings.map(keyOf))
}

/** What makes two findings of one object the same. */
function keyOf({ kind, policy, binding, param, webhook, effect, message }: AuditFinding): string {
  return JSON.stringify([kind, policy, binding, param, webhook, effect, message])
}
