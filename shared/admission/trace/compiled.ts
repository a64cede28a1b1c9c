import type { Compiled } from '../../cel/index.ts'
import { type DeclaredVariables, PolicyCompiler } from '../../cel/kubernetes/index.ts'
import type { KubeObject } from '../../kube/index.ts'
import { fieldsOf, stringOf } from '../fields.ts'
import { type Binding, type Policy, readBinding, readPolicy } from '../policies.ts'
import { byteOrder, readWebhooks, type Webhook } from '../webhooks.ts'

/** The expressions of a policy, ready to be run. */
export interface PolicyExpressions {
  readonly variables: DeclaredVariables
  readonly matchConditions: readonly Compiled[]
  readonly validations: readonly Compiled[]
  /** Null where a validation has none. */
  readonly messages: readonly (Compiled | null)[]
  readonly auditAnnotations: readonly Compiled[]
  readonly mutations: readonly Compiled[]
}

export interface CompiledPolicy {
  readonly policy: Policy
  /** Compiled when they are first asked for. */
  readonly expressions: () => PolicyExpressions
}

export interface CompiledWebhook {
  readonly webhook: Webhook
  readonly matchConditions: () => readonly Compiled[]
}

/** How many objects are kept compiled; the oldest go first. */
const kept = 12_000

/**
 * Policies, bindings and webhooks that were read and compiled, kept from one trace to the next. An object is
 * known by its uid and version, one that has none by itself.
 */
export class CompiledPolicies {
  readonly #policies = new Kept<CompiledPolicy>()
  readonly #sorted = new WeakMap<
    readonly KubeObject[],
    { readonly minor: number; readonly policies: readonly CompiledPolicy[] }
  >()
  readonly #grouped = new WeakMap<readonly KubeObject[], ReadonlyMap<string, readonly Binding[]>>()
  readonly #bindings = new Kept<Binding>()
  readonly #webhooks = new Kept<readonly CompiledWebhook[]>()
  /** By release and text: webhooks leave out the same requests in the same words. */
  readonly #conditions = new Map<string, Compiled>()
  readonly #compilers = new Map<number, PolicyCompiler>()

  policy(object: KubeObject, minor: number): CompiledPolicy {
    return this.#policies.get(object, minor, () => {
      const policy = readPolicy(object)
      return { policy, expressions: once(() => compilePolicy(policy, minor)) }
    })
  }

  /** Policies by name, as they are gone through. */
  policies(objects: readonly KubeObject[], minor: number): readonly CompiledPolicy[] {
    const known = this.#sorted.get(objects)
    if (known !== undefined && known.minor === minor) return known.policies
    const policies = objects
      .map(object => this.policy(object, minor))
      .sort((one, other) => byteOrder(one.policy.name, other.policy.name))
    this.#sorted.set(objects, { minor, policies })
    return policies
  }

  /** Bindings by the policy that they name, each list by name. */
  bindings(objects: readonly KubeObject[]): ReadonlyMap<string, readonly Binding[]> {
    const known = this.#grouped.get(objects)
    if (known !== undefined) return known
    const bindings = objects
      .map(object => this.#bindings.get(object, 0, () => readBinding(object)))
      .sort((one, other) => byteOrder(one.name, other.name))
    const grouped = Map.groupBy(bindings, ({ policyName }) => policyName)
    this.#grouped.set(objects, grouped)
    return grouped
  }

  webhooks(object: KubeObject, minor: number): readonly CompiledWebhook[] {
    return this.#webhooks.get(object, minor, () =>
      readWebhooks(object).map(webhook => ({
        webhook,
        matchConditions: once(() =>
          webhook.matchConditions.map(each => this.#condition(each.expression, minor)),
        ),
      })),
    )
  }

  #condition(expression: string, minor: number): Compiled {
    const compiled = from(this.#conditions, `${minor} ${expression}`, () =>
      from(this.#compilers, minor, () => new PolicyCompiler({ minor, hasParams: false })).compile(
        'webhookMatchCondition',
        expression,
      ),
    )
    dropOldest(this.#conditions)
    return compiled
  }
}

function dropOldest(known: Map<string, unknown>): void {
  const [oldest] = known.size > kept ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
}

class Kept<Made> {
  readonly #byVersion = new Map<string, Made>()
  /** For the release that was asked for last: an audit asks for each policy with each object. */
  readonly #byObject = new WeakMap<KubeObject, { readonly minor: number; readonly made: Made }>()

  get(object: KubeObject, minor: number, make: () => Made): Made {
    const last = this.#byObject.get(object)
    if (last !== undefined && last.minor === minor) return last.made
    const key = versionKey(object)
    const made = key === null ? make() : from(this.#byVersion, `${minor} ${key}`, make)
    dropOldest(this.#byVersion)
    this.#byObject.set(object, { minor, made })
    return made
  }
}

function from<Key, Made>(known: Map<Key, Made>, key: Key, make: () => Made): Made {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  known.set(key, made)
  return made
}

function versionKey(object: KubeObject): string | null {
  const metadata = fieldsOf(object.metadata)
  const [uid, version] = [stringOf(metadata.uid), stringOf(metadata.resourceVersion)]
  return uid === '' || version === '' ? null : `${stringOf(object.kind)} ${uid} ${version}`
}

function compilePolicy(policy: Policy, minor: number): PolicyExpressions {
  const compiler = new PolicyCompiler({ minor, hasParams: policy.paramKind !== null })
  for (const { name, expression } of policy.variables) compiler.addVariable(name, expression)
  return {
    variables: compiler.variables,
    matchConditions: policy.matchConditions.map(each =>
      compiler.compile('policyMatchCondition', each.expression),
    ),
    validations: policy.validations.map(each => compiler.compile('validation', each.expression)),
    messages: policy.validations.map(({ messageExpression }) =>
      messageExpression === '' ? null : compiler.compile('messageExpression', messageExpression),
    ),
    auditAnnotations: policy.auditAnnotations.map(each =>
      compiler.compile('auditAnnotation', each.valueExpression),
    ),
    mutations: policy.mutations.map(({ patchType, expression }) =>
      compiler.compile(patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration', expression),
    ),
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
