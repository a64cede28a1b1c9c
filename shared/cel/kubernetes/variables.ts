import type { TypeProvider } from '../check/declarations.ts'
import { type Type, types } from '../check/types.ts'
import type { Compiled, Evaluation } from '../environment.ts'
import { CelError, OpaqueValue, type Result } from '../values/value.ts'

export const variablesType = types.struct('kubernetes.variables')

/** A policy’s variables that stand before an expression, with the types their expressions have. */
export class DeclaredVariables implements TypeProvider {
  readonly #compiled: Map<string, Compiled>

  constructor(compiled: ReadonlyMap<string, Compiled> = new Map()) {
    this.#compiled = new Map(compiled)
  }

  get names(): readonly string[] {
    return [...this.#compiled.keys()]
  }

  add(name: string, compiled: Compiled): void {
    this.#compiled.set(name, compiled)
  }

  find(name: string): Compiled | undefined {
    return this.#compiled.get(name)
  }

  findStruct(name: string): Type | undefined {
    return name === 'kubernetes.variables' ? variablesType : undefined
  }

  findField(struct: string, field: string): Type | undefined {
    const compiled = struct === 'kubernetes.variables' ? this.#compiled.get(field) : undefined
    return compiled === undefined ? undefined : declaredType(compiled)
  }
}

const kept = new Set<Type['kind']>([
  ...(['bool', 'bytes', 'double', 'duration', 'int', 'null'] as const),
  ...(['string', 'timestamp', 'uint'] as const),
])

/** Simple types, and lists and maps of them, are kept; all else may be anything. */
function declaredType({ issues, type }: Compiled): Type {
  return issues.length > 0 ? types.dyn : withoutOthers(type)
}

function withoutOthers(type: Type): Type {
  if (kept.has(type.kind)) return type
  if (type.kind === 'list') return types.list(withoutOthers(type.element))
  if (type.kind === 'map') return types.map(withoutOthers(type.key), withoutOthers(type.value))
  return types.dyn
}

/**
 * The value of `variables`: each is evaluated when it is first asked for, once. What that costs is added
 * up until somebody takes it: the expression that asked first pays.
 */
export class LazyVariables extends OpaqueValue {
  readonly type = variablesType
  readonly #declared: DeclaredVariables
  readonly #evaluate: (compiled: Compiled) => Evaluation
  readonly #known = new Map<string, Result>()
  #cost = 0

  constructor(declared: DeclaredVariables, evaluate: (compiled: Compiled) => Evaluation) {
    super()
    this.#declared = declared
    this.#evaluate = evaluate
  }

  equals(other: OpaqueValue): boolean {
    return other === this
  }

  override get equalityCost(): null {
    return null
  }

  override get size(): number {
    return this.#declared.names.length
  }

  override field(name: string): Result | undefined {
    const compiled = this.#declared.find(name)
    if (compiled === undefined) return undefined
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const value = this.#valueOf(name, compiled)
    this.#known.set(name, value)
    return value
  }

  #valueOf(name: string, compiled: Compiled): Result {
    const faulty = `composited variable "${name}" fails`
    if (compiled.issues.length > 0) return new CelError(`${faulty} to compile: ${compiled.message}`)
    const { result, cost } = this.#evaluate(compiled)
    this.#cost += cost
    return result instanceof CelError ? new CelError(`${faulty} to evaluate: ${result.message}`) : result
  }

  /** What variables cost since this was last asked. */
  takeCost(): number {
    const cost = this.#cost
    this.#cost = 0
    return cost
  }

  override toString(): string {
    return `{${this.#declared.names.join(', ')}}`
  }
}
