import type { AuditFinding, AuditGroup, AuditTotals } from './types.ts'

export interface TallyLimits {
  /** Most that is kept of one audit to be handed out as a file. */
  readonly findings: number
  /** Most groups that are told apart; messages may be different for every object. */
  readonly groups: number
}

const usualLimits: TallyLimits = { findings: 200_000, groups: 20_000 }
const mostNamespaces = 12
const mostExamples = 10

interface Tally {
  readonly first: AuditFinding
  count: number
  readonly namespaces: Map<string, number>
  readonly examples: AuditFinding['object'][]
}

/** Counts findings as they come, and groups those that are alike. What is beyond its limits is counted too. */
export class AuditTally {
  readonly #limits: TallyLimits
  readonly #groups = new Map<string, Tally>()
  readonly #findings: AuditFinding[] = []
  readonly #byEffect: Partial<Record<AuditFinding['effect'], number>> = {}
  readonly #newByEffect: Partial<Record<AuditFinding['effect'], number>> = {}
  readonly #byChange: Partial<Record<NonNullable<AuditFinding['change']>, number>> = {}
  #objects = 0
  #evaluations = 0
  #count = 0
  #ungrouped = 0

  constructor(limits: TallyLimits = usualLimits) {
    this.#limits = limits
  }

  /** @param objects that were gone through @param evaluations pairs of object and policy */
  add(findings: readonly AuditFinding[], objects: number, evaluations: number): void {
    this.#objects += objects
    this.#evaluations += evaluations
    for (const finding of findings) {
      this.#count++
      const { effect, change } = finding
      this.#byEffect[effect] = (this.#byEffect[effect] ?? 0) + 1
      if (change === 'new') this.#newByEffect[effect] = (this.#newByEffect[effect] ?? 0) + 1
      if (change !== undefined) this.#byChange[change] = (this.#byChange[change] ?? 0) + 1
      if (this.#findings.length < this.#limits.findings) this.#findings.push(finding)
      this.#group(finding)
    }
  }

  get totals(): AuditTotals {
    return {
      objects: this.#objects,
      evaluations: this.#evaluations,
      findings: this.#count,
      omitted: this.#count - this.#findings.length,
      ungrouped: this.#ungrouped,
      byEffect: { ...this.#byEffect },
      byChange: { ...this.#byChange },
      newByEffect: { ...this.#newByEffect },
    }
  }

  /** Those that are kept, in the order of the objects. */
  get findings(): readonly AuditFinding[] {
    return this.#findings
  }

  /** The largest groups; what a draft changes comes first. */
  groups(most: number): { readonly groups: readonly AuditGroup[]; readonly others: number } {
    const sorted = [...this.#groups.values()].sort(
      (one, other) => rankOf(one.first) - rankOf(other.first) || other.count - one.count,
    )
    return { groups: sorted.slice(0, most).map(groupOf), others: Math.max(0, sorted.length - most) }
  }

  #group(finding: AuditFinding): void {
    const { kind, policy, binding, webhook, effect, message, change, object } = finding
    const key = JSON.stringify([kind, policy, binding, webhook, effect, change, message])
    let tally = this.#groups.get(key)
    if (tally === undefined) {
      if (this.#groups.size >= this.#limits.groups) {
        this.#ungrouped++
        return
      }
      tally = { first: finding, count: 0, namespaces: new Map(), examples: [] }
      this.#groups.set(key, tally)
    }
    tally.count++
    tally.namespaces.set(object.namespace, (tally.namespaces.get(object.namespace) ?? 0) + 1)
    if (tally.examples.length < mostExamples) tally.examples.push(object)
  }
}

function rankOf({ change }: AuditFinding): number {
  return change === 'new' ? 0 : change === 'gone' ? 1 : 2
}

function groupOf({ first, count, namespaces, examples }: Tally): AuditGroup {
  const { kind, policy, binding, webhook, effect, message, change } = first
  const byCount = [...namespaces].sort(([, one], [, other]) => other - one)
  return {
    kind,
    policy,
    ...(binding === undefined ? {} : { binding }),
    ...(webhook === undefined ? {} : { webhook }),
    effect,
    message,
    ...(change === undefined ? {} : { change }),
    count,
    namespaces: byCount.slice(0, mostNamespaces).map(([namespace, of]) => ({ namespace, count: of })),
    otherNamespaces: Math.max(0, byCount.length - mostNamespaces),
    examples,
  }
}
