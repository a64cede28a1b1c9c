import type { JsonObject, Subject } from '../../cel/kubernetes/index.ts'
import { changesOf, compare } from '../../diff/index.ts'
import { formatPath, type KubeObject, type ResourceInfo } from '../../kube/index.ts'
import { itemsOf } from '../known.ts'
import { matchWebhook } from '../matching/index.ts'
import { type Policy, type PolicyFlavour, readPolicy } from '../policies.ts'
import type { CompiledPolicies } from '../trace/compiled.ts'
import { decideValidations } from '../trace/decisions.ts'
import {
  configurationText,
  type Invocation,
  type Item,
  matchPolicies,
  wordsOf,
} from '../trace/invocations.ts'
import { runMutatingPolicies } from '../trace/mutatingPolicies.ts'
import { newPasses } from '../trace/reinvocation.ts'
import { Run } from '../trace/run.ts'
import { requestNamespace, surroundingsOf, withNamespace } from '../trace/surroundings.ts'
import type { TraceRequest, TraceStep, World } from '../trace/types.ts'
import { redecoded } from '../trace/versions.ts'
import { admissionGroup, withPolicies } from './overlay.ts'
import type { AuditEffect, AuditFinding } from './types.ts'

export interface AuditorOptions {
  readonly compiled: CompiledPolicies
  /** Who is taken to send the objects again. */
  readonly user: Subject
  /** Configurations by name of which it is told whether their webhooks would be called. */
  readonly webhooks: ReadonlySet<string>
  /** True once nobody waits for the answer any more: expressions end early then. */
  readonly isCancelled?: () => boolean
}

export interface AuditedAnswer {
  readonly findings: readonly AuditFinding[]
  /** Pairs of object and policy that were evaluated. */
  readonly evaluations: number
}

type Operation = 'CREATE' | 'UPDATE'

const mostFields = 6

/**
 * Evaluates policies against objects that exist, each as if it were created anew, or sent again unchanged to
 * policies that only take updates.
 */
export class Auditor {
  readonly #worlds: readonly (readonly [Operation, World])[]
  readonly #options: AuditorOptions

  constructor(world: World, options: AuditorOptions) {
    this.#options = options
    const takes = (operation: string) => (object: KubeObject) => takesOperation(policyOf(object), operation)
    this.#worlds = [
      ['CREATE', withPolicies(world, takes('CREATE'))],
      ['UPDATE', withPolicies(world, object => !takes('CREATE')(object) && takes('UPDATE')(object))],
    ]
  }

  audit(object: KubeObject, info: ResourceInfo): AuditedAnswer {
    const findings: AuditFinding[] = []
    let evaluations = 0
    for (const [operation, world] of this.#worlds) {
      const request = requestOf(object, info, operation, this.#options.user)
      evaluations += this.#validate(request, world, object, findings)
      evaluations += this.#mutate(request, world, object, findings)
    }
    const [first] = this.#worlds
    if (this.#options.webhooks.size > 0 && first !== undefined) {
      const request = requestOf(object, info, 'CREATE', this.#options.user)
      evaluations += this.#call(request, first[1], object, findings)
    }
    return { findings, evaluations }
  }

  #validate(request: TraceRequest, world: World, object: KubeObject, into: AuditFinding[]): number {
    const run = new Run(request, world, this.#options)
    let count = 0
    for (const item of matchPolicies('validating', run)) {
      if (item.type === 'invocation') {
        count++
        into.push(...validated(item.invocation, run, object))
      } else into.push(...unevaluated(item, 'validating', object))
    }
    return count
  }

  #mutate(request: TraceRequest, world: World, object: KubeObject, into: AuditFinding[]): number {
    if (itemsOf(world.objects(allOf('MutatingAdmissionPolicy'))).length === 0) return 0
    // What is stored by an older server lacks the newest defaults, which no policy is to be blamed for.
    const decoded = request.object === null ? null : redecoded(request.object, request, world)
    const sent = decoded?.type === 'decoded' ? { ...request, object: decoded.object } : request
    const run = new Run(sent, world, this.#options)
    runMutatingPolicies(run, newPasses(), 0)
    const { steps, objects } = run.finish()
    const acting = steps.filter(({ outcome }) => outcome !== 'notMatched')
    for (const step of acting) into.push(...mutated(step, objects, object))
    return acting.length
  }

  #call(request: TraceRequest, world: World, object: KubeObject, into: AuditFinding[]): number {
    let count = 0
    for (const kind of ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']) {
      for (const configuration of itemsOf(world.objects(allOf(kind)))) {
        if (!this.#options.webhooks.has(configuration.metadata.name)) continue
        for (const { webhook } of this.#options.compiled.webhooks(configuration, world.minor)) {
          count++
          const match = matchWebhook(webhook, request, world)
          if (match.type === 'notMatched') continue
          const isCalled = match.type === 'matched'
          into.push({
            kind,
            policy: configuration.metadata.name,
            webhook: webhook.name,
            effect: isCalled ? 'called' : 'unknown',
            message: isCalled ? 'It would be called.' : match.reason,
            field: match.field,
            object: named(object),
          })
        }
      }
    }
    return count
  }
}

/** All objects of an admission kind. */
export function allOf(kind: string) {
  return { group: admissionGroup, version: '', kind, namespace: '', name: '' } as const
}

const policies = new WeakMap<KubeObject, Policy>()

/** A policy as it was read; each object is read once. */
export function policyOf(object: KubeObject): Policy {
  const known = policies.get(object)
  if (known !== undefined) return known
  const policy = readPolicy(object)
  policies.set(object, policy)
  return policy
}

function takesOperation({ match }: Policy, operation: string): boolean {
  return match.rules.some(({ operations }) => operations.includes('*') || operations.includes(operation))
}

function requestOf(
  object: KubeObject,
  info: ResourceInfo,
  operation: Operation,
  user: Subject,
): TraceRequest {
  const { group, version, resource, kind, namespaced } = info
  const { name, namespace = '' } = object.metadata
  const isNamespace = group === '' && resource === 'namespaces'
  const json = object as unknown as JsonObject
  return {
    operation,
    verb: operation === 'CREATE' ? 'create' : 'update',
    resource: { group, version, resource },
    kind: { group, version, kind },
    subresource: '',
    namespace: isNamespace ? name : namespaced ? namespace : '',
    name,
    object: json,
    oldObject: operation === 'CREATE' ? null : json,
    options: { kind: `${operation === 'CREATE' ? 'Create' : 'Update'}Options`, apiVersion: 'meta.k8s.io/v1' },
    user,
    dryRun: false,
    isObjectKnown: true,
  }
}

function named({ apiVersion, kind, metadata }: KubeObject): AuditFinding['object'] {
  return { apiVersion, kind, namespace: metadata.namespace ?? '', name: metadata.name }
}

/** What matching came to that is no evaluation. */
function unevaluated(
  item: Exclude<Item, { type: 'invocation' }>,
  flavour: PolicyFlavour,
  object: KubeObject,
): readonly AuditFinding[] {
  const { kind } = wordsOf[flavour]
  if (item.type === 'step') {
    const { outcome, name, binding, reason, field } = item.step
    if (outcome !== 'unknown') return []
    return [
      {
        kind,
        policy: name,
        ...(binding === undefined ? {} : { binding }),
        effect: 'unknown',
        message: reason,
        ...(field === undefined ? {} : { field }),
        object: named(object),
      },
    ]
  }
  const { policy, binding } = item.error
  return [
    {
      kind,
      policy: policy.name,
      ...(binding === null ? {} : { binding: binding.name }),
      effect: policy.failurePolicy.value === 'Ignore' ? 'error' : 'denied',
      message: configurationText(item.error),
      field: binding === null ? 'spec.paramKind' : 'spec.paramRef',
      object: named(object),
    },
  ]
}

function validated(invocation: Invocation, run: Run, object: KubeObject): readonly AuditFinding[] {
  const { policy: compiled, binding, param } = invocation
  const about = {
    kind: wordsOf.validating.kind,
    policy: compiled.policy.name,
    binding: binding.name,
    ...(param.name === '' ? {} : { param: param.name }),
    object: named(object),
  }
  const found = requestNamespace(run.request, run.world)
  if (found.type === 'missing')
    return [{ ...about, effect: 'unknown', message: 'The namespace of the object is not there.' }]
  const { variables } = compiled.expressions()
  const known = withNamespace(surroundingsOf(run, invocation, variables, param.object), found)
  const surroundings = { ...known, isBrief: true }
  const { refusals, ignored, unknown, conditions } = decideValidations(compiled, surroundings)
  const effect = effectOf(binding.validationActions)
  const why = conditions.type === 'unknown' ? conditions.why : unknown
  return [
    ...refusals.map(({ message, field }) => ({ ...about, effect, message, field })),
    ...ignored.map(({ message, field }) => ({ ...about, effect: 'error' as const, message, field })),
    ...(why === null ? [] : [{ ...about, effect: 'unknown' as const, message: `It is not known: ${why}.` }]),
  ]
}

function effectOf(actions: readonly string[]): AuditEffect {
  if (actions.includes('Deny') || actions.length === 0) return 'denied'
  return actions.includes('Warn') ? 'warned' : 'audited'
}

function mutated(
  step: TraceStep,
  objects: readonly (JsonObject | null)[],
  object: KubeObject,
): readonly AuditFinding[] {
  const { outcome, name, binding, param, reason, field, status, change } = step
  const about = {
    kind: step.kind,
    policy: name,
    ...(binding === undefined ? {} : { binding }),
    ...(param === undefined ? {} : { param }),
    ...(field === undefined ? {} : { field }),
    object: named(object),
  }
  switch (outcome) {
    case 'mutated': {
      const fields =
        change === undefined
          ? []
          : fieldsBetween(objects[change.before] ?? null, objects[change.after] ?? null)
      return fields.length === 0
        ? []
        : [{ ...about, effect: 'mutated', message: `It changes ${listed(fields)}.` }]
    }
    case 'denied':
      return [{ ...about, effect: 'denied', message: afterColon(status?.message ?? reason) }]
    case 'error':
    case 'unknown':
      return [{ ...about, effect: outcome, message: reason }]
    default:
      return []
  }
}

function fieldsBetween(before: JsonObject | null, after: JsonObject | null): readonly string[] {
  return changesOf(compare(before, after)).map(({ path }) => formatPath(path))
}

function listed(fields: readonly string[]): string {
  const more = fields.length - mostFields
  const shown = fields.slice(0, mostFields).join(', ')
  return more > 0 ? `${shown} and ${more} more fields` : shown
}

/** The message of a refusal without whom it names, so that those of many objects are one. */
function afterColon(message: string): string {
  return message.replace(/^.*? denied request: /s, '')
}
