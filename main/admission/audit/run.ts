import {
  type AuditFinding,
  Auditor,
  type AuditRemarks,
  AuditTally,
  allOf,
  auditCsv,
  auditJson,
  auditSarif,
  CompiledPolicies,
  compareFindings,
  resourcesOf,
  withDraft,
  withPolicies,
} from '../../../shared/admission/audit/index.ts'
import type { Wish, World } from '../../../shared/admission/trace/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import type { AuditFile } from '../../../shared/ipc/index.ts'
import { apiVersionOf, isMapping, type KubeObject, type ResourceInfo } from '../../../shared/kube/index.ts'
import type { FactWorld } from '../trace/factWorld.ts'
import { maskTexts } from '../trace/mask.ts'
import type { AuditProgress, AuditSetup } from './messages.ts'

/** Groups that a view can show. */
const mostShown = 100
const version = process.env.GATEHOUSE_VERSION ?? 'development'

interface Side {
  readonly world: World
  readonly auditor: Auditor
}

/** An audit in its thread: objects come in batches, findings are counted and kept. */
export class AuditRun {
  readonly #setup: AuditSetup
  readonly #facts: FactWorld
  readonly #isCancelled: () => boolean
  readonly #compiled = new CompiledPolicies()
  readonly #tally = new AuditTally()
  readonly #byKind = new Map<string, ResourceInfo>()
  #resources: readonly ResourceInfo[] = []
  #policies = 0

  /** @param isCancelled whether nobody waits for the batch under way any more, of which nothing is counted then */
  constructor(setup: AuditSetup, facts: FactWorld, isCancelled: () => boolean = () => false) {
    this.#setup = setup
    this.#facts = facts
    this.#isCancelled = isCancelled
  }

  /** Looks at the policies: which there are, and of what objects. */
  begin(): AuditProgress {
    const { world, asked } = this.#world()
    const changed = this.#changed(world)
    this.#policies = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy']
      .map(kind => changed.objects(allOf(kind)))
      .reduce((count, known) => count + (known.state === 'known' ? known.items.length : 0), 0)
    for (const kind of ['ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding'])
      changed.objects(allOf(kind))
    this.#resources = resourcesOf(changed, this.#webhooks)
    this.#byKind.clear()
    for (const info of this.#resources) this.#byKind.set(`${apiVersionOf(info)} ${info.kind}`, info)
    return this.#progress(asked())
  }

  /**
   * Goes through objects. Where something is not known yet, nothing is counted and they have to come again,
   * unless it will never be known.
   */
  take(objects: readonly KubeObject[], isFinal: boolean): AuditProgress {
    const { world, asked } = this.#world()
    const sides = this.#sides(world)
    const findings: AuditFinding[] = []
    let evaluations = 0
    for (const object of objects) {
      if (this.#isCancelled()) return this.#progress(asked())
      const info = this.#byKind.get(`${object.apiVersion} ${object.kind}`)
      if (info === undefined) continue
      const [without, drafted] = sides.map(({ auditor }) => auditor.audit(object, info))
      evaluations += (without?.evaluations ?? 0) + (drafted?.evaluations ?? 0)
      const found =
        drafted === undefined
          ? (without?.findings ?? [])
          : compareFindings(without?.findings ?? [], drafted.findings)
      findings.push(...maskTexts(found, [object]))
    }
    if (this.#isCancelled()) return this.#progress(asked())
    if (isFinal || !this.#isWaiting(asked())) this.#tally.add(findings, objects.length, evaluations)
    return this.#progress(asked())
  }

  file(format: 'csv' | 'json' | 'sarif', remarks: AuditRemarks): AuditFile {
    const { findings, totals } = this.#tally
    const report = { ...remarks, findings, totals }
    switch (format) {
      case 'csv':
        return { name: 'audit.csv', mediaType: 'text/csv', text: auditCsv(report) }
      case 'json':
        return { name: 'audit.json', mediaType: 'application/json', text: auditJson(report) }
      case 'sarif':
        return {
          name: 'audit.sarif',
          mediaType: 'application/sarif+json',
          text: auditSarif(report, version),
        }
      default:
        return assertNever(format)
    }
  }

  #world(): ReturnType<FactWorld['world']> {
    const { minor, now, user } = this.#setup
    const { world, asked } = this.#facts.world({ minor, now, assumeWebhooks: 'unknown' })
    // Whom an audit goes by may do anything, which no review has to say.
    const authorize: World['authorize'] = question =>
      question.subject === user ? { decision: 'allow', reason: '' } : world.authorize(question)
    return { world: { ...world, authorize }, asked }
  }

  /** Without a draft one side; with one the cluster as it is, and as the draft makes it. */
  #sides(world: World): readonly Side[] {
    const { draft, user } = this.#setup
    const options = {
      compiled: this.#compiled,
      user,
      webhooks: this.#webhooks,
      isCancelled: this.#isCancelled,
    }
    const side = (on: World): Side => ({
      world: on,
      auditor: new Auditor(on, options),
    })
    const asIs = side(withPolicies(world, policy => this.#isChosen(policy)))
    return draft === null ? [asIs] : [asIs, side(this.#changed(world))]
  }

  #changed(world: World): World {
    const drafted = this.#setup.draft === null ? world : withDraft(world, this.#setup.draft)
    return withPolicies(drafted, policy => this.#isChosen(policy))
  }

  /** Configurations of the draft, by name. */
  get #webhooks(): ReadonlySet<string> {
    const own = (this.#setup.draft ?? []).filter(({ kind }) => kind.endsWith('WebhookConfiguration'))
    return new Set(own.map(({ metadata }) => metadata.name))
  }

  /** Chosen by name; in a trial those that the draft is about, and all where it changes what they go by. */
  #isChosen({ metadata }: KubeObject): boolean {
    const { policies, draft } = this.#setup
    if (policies !== null) return policies.includes(metadata.name)
    if (draft === null) return true
    const isAboutPolicies = draft.every(({ kind }) => isAdmissionKind(kind))
    return !isAboutPolicies || draft.some(object => policyNameOf(object) === metadata.name)
  }

  #isWaiting(asked: readonly Wish[]): boolean {
    return asked.some(wish => !this.#facts.has(wish))
  }

  #progress(asked: readonly Wish[]): AuditProgress {
    const { groups, others } = this.#tally.groups(mostShown)
    return {
      asked,
      isWaiting: this.#isWaiting(asked),
      resources: this.#resources,
      policies: this.#policies,
      totals: this.#tally.totals,
      groups,
      otherGroups: others,
    }
  }
}

function isAdmissionKind(kind: string): boolean {
  return /^(?:Validating|Mutating)(?:AdmissionPolicy(?:Binding)?|WebhookConfiguration)$/.test(kind)
}

function policyNameOf({ kind, metadata, spec }: KubeObject): string {
  if (!kind.endsWith('Binding')) return metadata.name
  return isMapping(spec) && typeof spec.policyName === 'string' ? spec.policyName : ''
}
