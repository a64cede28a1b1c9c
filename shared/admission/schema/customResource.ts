import type { GroupVersionKind } from '../../cel/kubernetes/index.ts'
import { isObject, type Json, type JsonObject, own } from '../values/index.ts'
import { check } from './check.ts'
import { coerceEmbedded } from './coerce.ts'
import { Correlation } from './correlation.ts'
import type { Conversion, CustomKind, Stored } from './customKind.ts'
import { withoutNulls, withSchemaDefaults } from './defaults.ts'
import { embeddedProblems } from './embedded.ts'
import { listProblems } from './listTypes.ts'
import { finalizerWarnings, metadataProblems, metadataUpdateProblems } from './metadata.ts'
import { decodeMetadata, readMetadata, wellFormed } from './objectMeta.ts'
import { type FieldProblem, invalid, unknownField } from './problem.ts'
import { prune } from './prune.ts'
import { evaluateRules, type RuleOutcome } from './rules.ts'
import { hasRules, RuleTree } from './ruleTree.ts'
import { type ScalePaths, scaleProblems } from './scale.ts'
import { prepareWrite } from './strategy.ts'
import type { Structural } from './structural.ts'

export interface CustomResourceOptions {
  readonly kind: GroupVersionKind
  readonly isNamespaced: boolean
  readonly hasStatus: boolean
  readonly scale: ScalePaths | null
  readonly conversion: Conversion
  readonly versions: readonly string[]
  readonly deprecation: string | null
  readonly schema: Structural
  /** Of the version that is stored, where that is another one and its schema decides; null where not. */
  readonly storage: Structural | null
  /** Of definitions that were once written in a version that knew no pruning. */
  readonly preservesUnknown: boolean
  readonly minor: number
}

/** What keeps the server from asking the rules. */
const blocking: ReadonlySet<FieldProblem['reason']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

const notAsked =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

/** Reads, prepares and checks objects of a custom kind as the server’s strategies do (`registry/customresource`). */
export class CustomResource implements CustomKind {
  readonly #options: CustomResourceOptions
  readonly #rules: RuleTree | null

  constructor(options: CustomResourceOptions) {
    this.#options = options
    const { schema, minor } = options
    const tree = { minor, resolve: () => undefined }
    this.#rules = hasRules(schema) ? new RuleTree(schema, schema, true, tree) : null
  }

  get kind(): GroupVersionKind {
    return this.#options.kind
  }

  get isNamespaced(): boolean {
    return this.#options.isNamespaced
  }

  get hasStatus(): boolean {
    return this.#options.hasStatus
  }

  get conversion(): Conversion {
    return this.#options.conversion
  }

  get versions(): readonly string[] {
    return this.#options.versions
  }

  get deprecation(): string | null {
    return this.#options.deprecation
  }

  pruneAndDefault(object: JsonObject): {
    readonly object: JsonObject
    readonly problems: readonly FieldProblem[]
  } {
    const metadata = own(object, 'metadata') as Json | undefined
    const { value, problems } = this.#read(object, this.#options.schema)
    const filled = this.withDefaults(fieldsOf(value))
    if (metadata === undefined) return { object: filled, problems }
    return {
      object: { ...filled, metadata: readMetadata(metadata) },
      problems: [...decodeMetadata(metadata), ...problems],
    }
  }

  /** Without what a schema does not know. */
  #read(
    object: Json,
    schema: Structural,
  ): { readonly value: Json; readonly problems: readonly FieldProblem[] } {
    if (this.#options.preservesUnknown) return coerceEmbedded(object, schema)
    const pruned = prune(object, schema)
    const coerced = coerceEmbedded(withoutNulls(pruned.value, schema), schema)
    return { value: coerced.value, problems: [...pruned.unknown.map(unknownField), ...coerced.problems] }
  }

  withDefaults(object: JsonObject): JsonObject {
    return fieldsOf(withSchemaDefaults(object, this.#options.schema))
  }

  stored(object: JsonObject): Stored {
    const { schema, storage } = this.#options
    const metadata = own(object, 'metadata') as Json | undefined
    const malformed = metadata === undefined ? undefined : decodeMetadata(metadata).find(isMalformed)
    // Objects that are stored as they are sent are looked at when they are read, and then what is wrong is dropped.
    if (malformed !== undefined && storage !== null) return { object, problem: malformed }
    const kept = withSchemaDefaults(this.#read(object, storage ?? schema).value, storage ?? schema)
    const back = fieldsOf(storage === null ? kept : this.#read(kept, schema).value)
    return {
      object: metadata === undefined ? back : { ...back, metadata: readMetadata(wellFormed(metadata)) },
    }
  }

  prepare(object: JsonObject, old: JsonObject | null, subresource: string): JsonObject {
    return prepareWrite(object, old, { subresource, hasStatus: this.#options.hasStatus })
  }

  validate(object: JsonObject, old: JsonObject | null, subresource = ''): RuleOutcome {
    const { schema, isNamespaced, scale } = this.#options
    const wrongType = this.#typeProblems(object)
    if (wrongType.length > 0) return { errors: wrongType, warnings: [] }
    if (subresource === 'status' && old !== null)
      return { errors: this.#statusProblems(object, old), warnings: [] }
    const rules = { isNamespaced, names: 'subdomain' } as const
    const errors = [
      ...(old === null ? metadataProblems(object, rules) : metadataUpdateProblems(object, old)),
      ...this.#checked(schema, object, old === null ? null : new Correlation(object, old, schema), ''),
      ...(scale === null ? [] : scaleProblems(scale, object, true)),
      ...embeddedProblems(object, schema),
      ...this.#listProblems(object, old),
    ]
    return { errors, warnings: finalizerWarnings(object, old) }
  }

  #statusProblems(object: JsonObject, old: JsonObject): readonly FieldProblem[] {
    const { schema, scale } = this.#options
    const status = schema.properties.get('status')
    const value = own(object, 'status')
    const isChecked = status !== undefined && value !== undefined
    return [
      ...metadataUpdateProblems(object, old),
      ...(isChecked
        ? this.#checked(status, value, new Correlation(value, own(old, 'status'), status), 'status')
        : []),
      ...(scale === null ? [] : scaleProblems(scale, object, false)),
      ...this.#listProblems(object, old),
    ]
  }

  /** Lists that were wrong before may stay it. */
  #listProblems(object: JsonObject, old: JsonObject | null): readonly FieldProblem[] {
    const { schema } = this.#options
    return old !== null && listProblems(old, schema).length > 0 ? [] : listProblems(object, schema)
  }

  #checked(
    schema: Structural,
    value: unknown,
    correlation: Correlation | null,
    root: string,
  ): readonly FieldProblem[] {
    const { failures } = check(schema.json, value, '', { minor: this.#options.minor }, correlation)
    return failures.map(({ problem }) => problem(root))
  }

  #typeProblems(object: JsonObject): readonly FieldProblem[] {
    const { group, version, kind } = this.#options.kind
    const wanted: readonly (readonly [name: string, value: string])[] = [
      ['kind', kind],
      ['apiVersion', `${group}/${version}`],
    ]
    return wanted.flatMap(([name, value]) => {
      const given = own(object, name) ?? ''
      return given === value ? [] : [invalid(name, given, `must be ${value}`)]
    })
  }

  validateRules(object: JsonObject, old: JsonObject | null): RuleOutcome {
    if (this.#rules === null) return { errors: [], warnings: [] }
    const correlation = old === null ? null : new Correlation(object, old, this.#options.schema)
    return evaluateRules(this.#rules, object, old ?? undefined, correlation)
  }

  validateAll(object: JsonObject, old: JsonObject | null, subresource = ''): RuleOutcome {
    const { errors, warnings } = this.validate(object, old, subresource)
    if (this.#rules === null) return { errors, warnings }
    if (errors.some(({ reason }) => blocking.has(reason)))
      return { errors: [...errors, invalid('', null, notAsked)], warnings }
    const rules = this.validateRules(object, old)
    return { errors: [...errors, ...rules.errors], warnings: [...rules.warnings, ...warnings] }
  }
}

const isMalformed = ({ stage }: FieldProblem): boolean => stage === 'decode'

const fieldsOf = (value: Json): JsonObject => (isObject(value) ? (value as JsonObject) : {})
