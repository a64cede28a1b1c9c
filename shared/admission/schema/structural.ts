import { isObject, type Json, own } from '../values/index.ts'

/** A node of a schema, as far as pruning, defaults, lists and rules go. Nodes below are read when asked for. */
export interface Structural {
  readonly json: Fields
  /** Of the schema that was referred to; empty for one that is written out. */
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isIntOrString: boolean
  readonly preservesUnknown: boolean
  readonly isEmbeddedResource: boolean
  readonly listType: string
  readonly listKeys: readonly string[]
  readonly mapType: string
  /** Undefined where there is none; a null is none. */
  readonly default: Json | undefined
  readonly properties: Members
  /** Undefined where none may be; null where any may be that nothing describes. */
  readonly additional: Structural | null | undefined
  readonly items: Structural | null
  readonly rules: readonly ValidationRule[]
  readonly allOf: readonly Structural[]
}

/** Schemas of named fields. */
export interface Members {
  readonly names: readonly string[]
  get(name: string): Structural | undefined
}

/** A rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string
  readonly message: string
  readonly messageExpression: string
  readonly reason: string
  readonly fieldPath: string
  readonly hasOptionalOldSelf: boolean
}

export type Fields = Readonly<Record<string, unknown>>
export type Resolve = (reference: string) => unknown

/** Reads a schema of a custom resource, or with `resolve` one of OpenAPI, whatever shape it has. */
export function readStructural(json: unknown, resolve: Resolve = () => undefined): Structural {
  const { fields, name } = resolved(isObject(json) ? json : {}, resolve)
  return new Node(fields, name, resolve)
}

/** The last schema of a row of references, and what it is called. */
function resolved(json: Fields, resolve: Resolve): { readonly fields: Fields; readonly name: string } {
  let fields = json
  let name = ''
  for (let steps = 0; steps < 10; steps += 1) {
    const reference = referenceOf(fields)
    if (reference === null) return { fields, name }
    const found = resolve(reference)
    if (!isObject(found)) return { fields: {}, name }
    fields = found
    name = reference.slice(reference.lastIndexOf('/') + 1)
  }
  return { fields, name }
}

function referenceOf(json: Fields): string | null {
  const all = own(json, 'allOf')
  const [only] = Array.isArray(all) && all.length === 1 ? all : []
  const reference = own(json, '$ref') ?? (isObject(only) ? own(only, '$ref') : undefined)
  return typeof reference === 'string' ? reference : null
}

class Node implements Structural {
  readonly json: Fields
  readonly name: string
  readonly #resolve: Resolve
  #properties: Members | undefined
  #additional: { readonly value: Structural | null | undefined } | undefined
  #items: { readonly value: Structural | null } | undefined
  #rules: readonly ValidationRule[] | undefined
  #allOf: readonly Structural[] | undefined

  constructor(json: Fields, name: string, resolve: Resolve) {
    this.json = json
    this.name = name
    this.#resolve = resolve
  }

  #text(name: string): string {
    const value = own(this.json, name)
    return typeof value === 'string' ? value : ''
  }

  #isSet(name: string): boolean {
    return own(this.json, name) === true
  }

  #read(json: unknown): Structural {
    return readStructural(json, this.#resolve)
  }

  get type(): string {
    return this.#text('type')
  }

  get isNullable(): boolean {
    return this.#isSet('nullable')
  }

  get isIntOrString(): boolean {
    return this.#isSet('x-kubernetes-int-or-string')
  }

  get preservesUnknown(): boolean {
    return this.#isSet('x-kubernetes-preserve-unknown-fields')
  }

  get isEmbeddedResource(): boolean {
    return this.#isSet('x-kubernetes-embedded-resource')
  }

  get listType(): string {
    return this.#text('x-kubernetes-list-type')
  }

  get listKeys(): readonly string[] {
    const keys = own(this.json, 'x-kubernetes-list-map-keys')
    return Array.isArray(keys) ? keys.filter(key => typeof key === 'string') : []
  }

  get mapType(): string {
    return this.#text('x-kubernetes-map-type')
  }

  get default(): Json | undefined {
    return (own(this.json, 'default') ?? undefined) as Json | undefined
  }

  get properties(): Members {
    this.#properties ??= this.#members()
    return this.#properties
  }

  #members(): Members {
    const properties = own(this.json, 'properties')
    const declared = isObject(properties) ? properties : {}
    const known = new Map<string, Structural | undefined>()
    const read = (name: string): Structural | undefined => {
      const json = own(declared, name)
      return isObject(json) ? this.#read(json) : undefined
    }
    return {
      names: Object.keys(declared),
      get: name => {
        if (!known.has(name)) known.set(name, read(name))
        return known.get(name)
      },
    }
  }

  get additional(): Structural | null | undefined {
    if (this.#additional === undefined) {
      const json = own(this.json, 'additionalProperties')
      const value = isObject(json) ? this.#read(json) : json === true || json === false ? null : undefined
      this.#additional = { value }
    }
    return this.#additional.value
  }

  get items(): Structural | null {
    if (this.#items === undefined) {
      const json = own(this.json, 'items')
      this.#items = { value: isObject(json) ? this.#read(json) : null }
    }
    return this.#items.value
  }

  get rules(): readonly ValidationRule[] {
    this.#rules ??= rulesOf(own(this.json, 'x-kubernetes-validations'))
    return this.#rules
  }

  get allOf(): readonly Structural[] {
    if (this.#allOf === undefined) {
      const all = own(this.json, 'allOf')
      this.#allOf = Array.isArray(all) ? all.filter(isObject).map(json => this.#read(json)) : []
    }
    return this.#allOf
  }
}

function rulesOf(json: unknown): readonly ValidationRule[] {
  if (!Array.isArray(json)) return []
  return json.filter(isObject).map(fields => {
    const text = (name: string): string => {
      const value = own(fields, name)
      return typeof value === 'string' ? value : ''
    }
    return {
      rule: text('rule'),
      message: text('message'),
      messageExpression: text('messageExpression'),
      reason: text('reason'),
      fieldPath: text('fieldPath'),
      hasOptionalOldSelf: own(fields, 'optionalOldSelf') === true,
    }
  })
}
