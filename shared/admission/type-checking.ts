import type { KubeObject } from '../kube/index.ts'
import { fieldsOf, isFields, listOf, numberOf, stringOf } from './fields.ts'
import type { Rule } from './rules.ts'

export interface TypeWarning {
  /** Path of the expression, e.g. `spec.validations[0].expression`. */
  readonly fieldRef: string
  readonly text: string
}

/** What the server's type checker says of a policy. It never influences admission. */
export type TypeChecking =
  /** No warning; `gaps` tells what was left out, empty when nothing was. */
  | { readonly state: 'checked'; readonly gaps: string }
  | { readonly state: 'warnings'; readonly warnings: readonly TypeWarning[]; readonly gaps: string }
  /** The result belongs to an earlier generation; it is not shown. */
  | { readonly state: 'stale'; readonly observed: number; readonly generation: number }
  | { readonly state: 'notChecked'; readonly reason: string }

/** The checker stops once a rule yields this many kinds. */
const checkedKinds = 10

/** Source of the rules: kube-controller-manager, validatingadmissionpolicystatus. */
export function readTypeChecking(
  object: KubeObject,
  hasStatus: boolean,
  rules: readonly Rule[],
): TypeChecking {
  if (!hasStatus) {
    return { state: 'notChecked', reason: 'The server type-checks validating policies only.' }
  }
  const status = fieldsOf(object.status)
  const observed = numberOf(status.observedGeneration)
  const generation = numberOf(fieldsOf(object.metadata).generation) ?? 0
  if (observed === null) {
    const isFromServer = stringOf(fieldsOf(object.metadata).creationTimestamp) !== ''
    return {
      state: 'notChecked',
      reason: isFromServer
        ? 'The server has not type-checked this policy yet.'
        : 'This is a manifest; only a server that has the policy type-checks it.',
    }
  }
  if (observed !== generation) return { state: 'stale', observed, generation }
  const warnings = isFields(status.typeChecking) ? readWarnings(status.typeChecking.expressionWarnings) : []
  const gaps = gapsOf(rules)
  if (warnings.length > 0) return { state: 'warnings', warnings, gaps: gaps.text }
  if (gaps.everything) return { state: 'notChecked', reason: gaps.text }
  return { state: 'checked', gaps: gaps.text }
}

function readWarnings(value: unknown): readonly TypeWarning[] {
  return listOf(value).map(entry => {
    const fields = fieldsOf(entry)
    return { fieldRef: stringOf(fields.fieldRef), text: stringOf(fields.warning) }
  })
}

interface Gaps {
  /** True when no rule names a kind that the checker looks at. */
  readonly everything: boolean
  readonly text: string
}

function gapsOf(rules: readonly Rule[]): Gaps {
  const wild = rules.filter(rule => rule.apiGroups.includes('*') || rule.apiVersions.includes('*'))
  const named = rules.filter(rule => !wild.includes(rule))
  const resources = named.flatMap(rule => rule.resources)
  const skipped = resources.filter(resource => resource.includes('*') || resource.includes('/'))
  const overflowing = named.some(rule => kindsOf(rule) > checkedKinds)
  const everything = resources.length === skipped.length
  const reasons = [
    ...(wild.length > 0 ? ['rules with * as group or version are not checked'] : []),
    ...(skipped.length > 0 ? [`not checked: ${[...new Set(skipped)].join(', ')}`] : []),
    ...(overflowing ? [`only the first ${checkedKinds} kinds of a rule are checked`] : []),
  ]
  const text = reasons.join('; ')
  return { everything, text: everything && text === '' ? 'the policy names no resource' : text }
}

function kindsOf(rule: Rule): number {
  const plain = rule.resources.filter(resource => !resource.includes('*') && !resource.includes('/'))
  return rule.apiGroups.length * rule.apiVersions.length * plain.length
}

/** One complaint of the type checker, with the place it points at. */
export interface TypeComplaint {
  readonly message: string
  /** From 1, in the expression as written; 0 when the text names no place. */
  readonly line: number
  readonly column: number
  /** Kinds it was found for, e.g. `apps/v1 Deployment`. */
  readonly kinds: readonly string[]
}

/**
 * Takes a warning's text apart: lines `group/version, Kind=K: ERROR: <input>:1:8: message`, each
 * followed by the expression with a mark under it. What has another form is kept as it is.
 */
export function complaintsOf(warning: TypeWarning): readonly TypeComplaint[] {
  const found = new Map<string, TypeComplaint>()
  let kind = ''
  for (const line of warning.text.split('\n')) {
    // Quotes of the expression and the mark under it.
    if (/^\s*\|/.test(line) || line.trim() === '') continue
    const place = /^(?:(.+?), Kind=([^:]+): )?ERROR: <input>:(\d+):(\d+): (.*)$/.exec(line.trim())
    if (place?.[2] !== undefined) kind = `${place[1]} ${place[2]}`
    const complaint = {
      message: place?.[5] ?? line.trim(),
      line: Number(place?.[3] ?? 0),
      column: Number(place?.[4] ?? 0),
    }
    const key = `${complaint.line}:${complaint.column}:${complaint.message}`
    const kinds = found.get(key)?.kinds ?? []
    found.set(key, { ...complaint, kinds: kind === '' || kinds.includes(kind) ? kinds : [...kinds, kind] })
  }
  return [...found.values()]
}
