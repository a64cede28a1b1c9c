import { type Rule, RuleCompiler } from '../../cel/kubernetes/index.ts'
import type { Resolve, Structural, ValidationRule } from './structural.ts'

/** A rule and the expression of its message, compiled. */
export interface CompiledRule {
  readonly declared: ValidationRule
  readonly compiler: RuleCompiler
  readonly rule: Rule
  /** Null where there is none, or one that does not compile. */
  readonly message: Rule | null
  /** Evaluates messages: they see the old value itself, even where the rule sees an optional one. */
  readonly messageCompiler: RuleCompiler
}

export interface TreeOptions {
  readonly minor: number
  readonly resolve: Resolve
}

/** Rules of a schema in the places of its values, compiled when they are first reached. */
export class RuleTree {
  readonly schema: Structural
  readonly #validation: Structural
  readonly #isResource: boolean
  readonly #options: TreeOptions
  readonly #properties = new Map<string, RuleTree | null>()
  #rules: readonly CompiledRule[] | undefined
  #items: { readonly value: RuleTree | null } | undefined
  #additional: { readonly value: RuleTree | null } | undefined
  #allOf: readonly RuleTree[] | undefined

  /**
   * @param validation what holds the rules: the schema itself, or a branch of its `allOf`
   * @param schema what values are typed by
   * @param isResource whether it is the schema of a whole resource
   */
  constructor(validation: Structural, schema: Structural, isResource: boolean, options: TreeOptions) {
    this.#validation = validation
    this.schema = schema
    this.#isResource = isResource
    this.#options = options
  }

  /** Minor of the server’s release. */
  get minor(): number {
    return this.#options.minor
  }

  get rules(): readonly CompiledRule[] {
    this.#rules ??= this.#compile()
    return this.#rules
  }

  /** Whether one of them looks at the old value. */
  get usesOldSelf(): boolean {
    return this.rules.some(({ rule }) => rule.usesOldSelf)
  }

  get items(): RuleTree | null {
    this.#items ??= { value: this.#below(this.#validation.items, this.schema.items) }
    return this.#items.value
  }

  get additional(): RuleTree | null {
    this.#additional ??= { value: this.#below(this.#validation.additional, this.schema.additional) }
    return this.#additional.value
  }

  property(name: string): RuleTree | null {
    const known = this.#properties.get(name)
    if (known !== undefined) return known
    const below = this.#below(this.#validation.properties.get(name), this.schema.properties.get(name))
    this.#properties.set(name, below)
    return below
  }

  get allOf(): readonly RuleTree[] {
    this.#allOf ??= this.#validation.allOf.map(
      branch => new RuleTree(branch, this.schema, this.#isResource, this.#options),
    )
    return this.#allOf
  }

  #below(validation: Structural | null | undefined, schema: Structural | null | undefined): RuleTree | null {
    if (!validation || !schema) return null
    return new RuleTree(validation, schema, schema.isEmbeddedResource, this.#options)
  }

  #compile(): readonly CompiledRule[] {
    const { minor, resolve } = this.#options
    const compilers = new Map<boolean, RuleCompiler>()
    const compilerOf = (hasOptionalOldSelf: boolean): RuleCompiler => {
      const known =
        compilers.get(hasOptionalOldSelf) ??
        new RuleCompiler({
          minor,
          schema: this.schema.json,
          isRoot: this.#isResource,
          hasOptionalOldSelf,
          resolve,
        })
      compilers.set(hasOptionalOldSelf, known)
      return known
    }
    return this.#validation.rules.flatMap(declared => {
      if (declared.rule.trim() === '') return []
      const compiler = compilerOf(declared.hasOptionalOldSelf)
      const rule = compiler.rule(declared.rule)
      if (rule === null) return []
      const message = declared.messageExpression === '' ? null : compiler.message(declared.messageExpression)
      const usable = message !== null && message.fault === null ? message : null
      return [{ declared, compiler, rule, message: usable, messageCompiler: compilerOf(false) }]
    })
  }
}

/** Whether a schema has rules anywhere but in branches: without such a one the server looks for none. */
export function hasRules(schema: Structural, seen = new Set<unknown>()): boolean {
  if (seen.has(schema.json)) return false
  seen.add(schema.json)
  if (schema.rules.length > 0) return true
  if (schema.items !== null && hasRules(schema.items, seen)) return true
  if (schema.additional && hasRules(schema.additional, seen)) return true
  return schema.properties.names.some(name => {
    const property = schema.properties.get(name)
    return property !== undefined && hasRules(property, seen)
  })
}
