import { type Type, types } from '../check/types.ts'
import { type Compiled, Environment, type Evaluation, perExpressionLimit } from '../environment.ts'
import { kubernetesLibraries } from '../libraries/index.ts'
import { CelError, OptionalValue, type Result } from '../values/value.ts'
import { type ResolveReference, readSchema, type Schema, withResourceFields } from './schema.ts'
import { type DeclaredSchema, declareSchema } from './schemaTypes.ts'
import { typedValue } from './schemaValues.ts'
import { providerOf } from './structs.ts'

/** What all rules of one custom resource may cost together. */
export const rulesBudget = 10_000_000

export interface RuleOptions {
  /** Minor of the release whose language may be used. */
  readonly minor: number
  /** Schema of the node that has the rules, as JSON. */
  readonly schema: unknown
  /** Whether it is the schema of the whole resource. */
  readonly isRoot: boolean
  /** Whether `oldSelf` is an optional value, so that rules run without one. */
  readonly hasOptionalOldSelf: boolean
  readonly resolve?: ResolveReference
}

/** A rule, or the expression of its message. */
export interface Rule {
  readonly compiled: Compiled
  /** Why it cannot be used, in the server’s words; null where it can. */
  readonly fault: string | null
  /** A rule that looks at the old value runs only where there is one. */
  readonly usesOldSelf: boolean
}

export interface RuleInput {
  /** Value of the node as JSON; one that is absent or null has no rules to be evaluated. */
  readonly self: unknown
  /** Undefined where there is no old value. */
  readonly oldSelf?: unknown
  readonly costLimit?: number
  readonly trace?: boolean
  readonly isCancelled?: () => boolean
}

/** Compiles and evaluates the validation rules at one node of a schema. */
export class RuleCompiler {
  readonly #schema: Schema
  readonly #hasOptionalOldSelf: boolean
  readonly #environment: Environment | null

  constructor({ minor, schema, isRoot, hasOptionalOldSelf, resolve }: RuleOptions) {
    const read = readSchema(schema, resolve)
    this.#schema = isRoot ? withResourceFields(read) : read
    this.#hasOptionalOldSelf = hasOptionalOldSelf
    const declared = declareSchema(read, 'selfType', isRoot)
    this.#environment = declared === null ? null : ruleEnvironment(minor, declared, hasOptionalOldSelf)
  }

  /** Null where the schema’s values cannot be seen by rules at all. */
  rule(expression: string): Rule | null {
    return this.#compile(expression, types.bool, 'cel expression must evaluate to a bool', '')
  }

  message(expression: string): Rule | null {
    const wrong = 'messageExpression must evaluate to a string'
    return this.#compile(expression, types.string, wrong, 'messageExpression ')
  }

  #compile(expression: string, wanted: Type, wrongType: string, prefix: string): Rule | null {
    if (this.#environment === null) return null
    const compiled = this.#environment.compile(expression)
    const isWrong = compiled.type.kind !== wanted.kind
    const fault = compiled.issues.length > 0 ? prefix + compiled.message : isWrong ? wrongType : null
    const references = [...(compiled.checked?.references.values() ?? [])]
    const usesOldSelf = references.some(
      reference => reference.type === 'variable' && reference.name === 'oldSelf',
    )
    return { compiled, fault, usesOldSelf }
  }

  evaluate({ compiled }: Rule, input: RuleInput): Evaluation {
    const self = once(() => typedValue(input.self, this.#schema))
    const oldSelf = once(() => this.#oldSelf(input.oldSelf))
    return compiled.evaluate({
      activation: {
        resolve: name => (name === 'self' ? self() : name === 'oldSelf' ? oldSelf() : undefined),
      },
      costLimit: input.costLimit ?? perExpressionLimit,
      trace: input.trace === true,
      ...(input.isCancelled === undefined ? {} : { isCancelled: input.isCancelled }),
    })
  }

  #oldSelf(json: unknown): Result {
    if (!this.#hasOptionalOldSelf)
      return json === undefined
        ? new CelError('no such attribute(s): oldSelf')
        : typedValue(json, this.#schema)
    if (json === undefined || json === null) return OptionalValue.none
    const value = typedValue(json, this.#schema)
    return value instanceof CelError ? value : OptionalValue.of(value)
  }
}

function ruleEnvironment(minor: number, declared: DeclaredSchema, hasOptionalOldSelf: boolean): Environment {
  const oldSelf = hasOptionalOldSelf ? types.optional(declared.type) : declared.type
  return new Environment({
    minor,
    variables: new Map([
      ['self', declared.type],
      ['oldSelf', oldSelf],
    ]),
    libraries: kubernetesLibraries,
    // A bare reserved word behind a dot means the field since 1.31.
    provider: providerOf(declared.structs, minor >= 31),
  })
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
