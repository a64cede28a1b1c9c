import type { TypeProvider } from '../check/declarations.ts'
import { type Type, types } from '../check/types.ts'
import { type Compiled, Environment } from '../environment.ts'
import { authorizerType, kubernetesLibraries, patchLibrary, resourceCheckType } from '../libraries/index.ts'
import { CelError } from '../values/value.ts'
import { constructPatch, jsonPatchType, objectType, patchTypes } from './patchTypes.ts'
import { admissionStructs, firstOf, namespaceType, providerOf, requestType } from './structs.ts'
import { DeclaredVariables, variablesType } from './variables.ts'

/** Where an expression stands, which decides what it may use and what it must be. */
export type ExpressionPlace =
  | 'webhookMatchCondition'
  | 'policyMatchCondition'
  /** The same when it is written: variables are not known to it yet. */
  | 'newPolicyMatchCondition'
  | 'validation'
  | 'messageExpression'
  | 'auditAnnotation'
  | 'variable'
  | 'applyConfiguration'
  | 'jsonPatch'

interface PlaceRules {
  readonly returns: readonly Type[]
  readonly hasAuthorizer: boolean
  readonly hasVariables: boolean
  /** Where the policy has any. */
  readonly hasParams: boolean
  readonly hasPatchTypes: boolean
}

const common = { hasAuthorizer: true, hasVariables: true, hasParams: true, hasPatchTypes: false } as const

const places: Readonly<Record<ExpressionPlace, PlaceRules>> = {
  webhookMatchCondition: { ...common, returns: [types.bool], hasVariables: false, hasParams: false },
  policyMatchCondition: { ...common, returns: [types.bool] },
  newPolicyMatchCondition: { ...common, returns: [types.bool], hasVariables: false },
  validation: { ...common, returns: [types.bool] },
  messageExpression: { ...common, returns: [types.string], hasAuthorizer: false },
  auditAnnotation: { ...common, returns: [types.string, types.null] },
  variable: { ...common, returns: [] },
  applyConfiguration: { ...common, returns: [objectType], hasPatchTypes: true },
  jsonPatch: { ...common, returns: [types.list(jsonPatchType)], hasPatchTypes: true },
}

export interface PolicyOptions {
  /** Minor of the release whose language may be used; see `usableMinor`. */
  readonly minor: number
  /** Whether the policy names a kind of parameters: `params` is unknown otherwise. */
  readonly hasParams: boolean
  /** False while a policy is written that declares none: the server does not know the word then. */
  readonly hasVariables?: boolean
  /** Types of `object`, `oldObject` and `params` where they are to be checked against a schema. */
  readonly typed?: TypedVariables
}

export interface TypedVariables {
  /** Types that the others name. */
  readonly provider: TypeProvider
  /** Of `object` and `oldObject`; anything where it is not known. */
  readonly object?: Type
  readonly params?: Type
}

/**
 * Minor of the release whose language an expression may use. What is written anew may use what the
 * server’s least compatible version knows, which is one minor behind unless it was set otherwise; what
 * is stored is read with everything the server has.
 */
export const usableMinor = (serverMinor: number, mode: 'stored' | 'new'): number =>
  mode === 'stored' ? serverMinor : serverMinor - 1

/** Compiles the expressions of one policy or webhook. Variables have to be added in their order. */
export class PolicyCompiler {
  readonly #options: PolicyOptions
  readonly #variables = new DeclaredVariables()
  readonly #environments = new Map<string, Environment>()

  constructor(options: PolicyOptions) {
    this.#options = options
  }

  /** Compiles a variable; what is compiled from now on may use it. */
  addVariable(name: string, expression: string): Compiled {
    const compiled = this.compile('variable', expression)
    this.#variables.add(name, compiled)
    return compiled
  }

  compile(place: ExpressionPlace, expression: string): Compiled {
    const { returns, ...rules } = places[place]
    return this.#environment(rules).compile(expression, { returns })
  }

  /** All variables that were added. */
  get variables(): DeclaredVariables {
    return this.#variables
  }

  /** Environments are the same for all places with the same rules, and variables appear in them as they are added. */
  #environment(rules: Omit<PlaceRules, 'returns'>): Environment {
    const key = JSON.stringify(rules)
    const known = this.#environments.get(key)
    if (known !== undefined) return known
    const { minor, hasParams, hasVariables = true, typed } = this.#options
    const object = typed?.object ?? types.dyn
    const variables = new Map<string, Type>([
      ['object', object],
      ['oldObject', object],
      ['request', requestType],
      ['namespaceObject', namespaceType],
    ])
    if (hasParams && rules.hasParams) variables.set('params', typed?.params ?? types.dyn)
    if (rules.hasVariables && hasVariables) variables.set('variables', variablesType)
    if (rules.hasAuthorizer) {
      variables.set('authorizer', authorizerType)
      // Where types are checked the server declares the authorizer alone.
      if (typed === undefined) variables.set('authorizer.requestResource', resourceCheckType)
    }
    const environment = new Environment({
      minor,
      variables,
      libraries: rules.hasPatchTypes ? patchLibraries : kubernetesLibraries,
      provider: firstOf(
        ...(rules.hasPatchTypes ? [patchTypes] : []),
        this.#variables,
        admission,
        ...(typed === undefined ? [] : [typed.provider]),
      ),
      construct: (type, fields) =>
        rules.hasPatchTypes
          ? constructPatch(type, fields)
          : new CelError(`unknown type '${type.kind === 'struct' ? type.name : ''}'`),
    })
    this.#environments.set(key, environment)
    return environment
  }
}

const admission = providerOf(admissionStructs)
const patchLibraries = [...kubernetesLibraries, patchLibrary]
