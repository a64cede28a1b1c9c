import { type Checked, check } from './check/checker.ts'
import type { Declarations, TypeProvider } from './check/declarations.ts'
import { isSameType, type Type, types, typeText } from './check/types.ts'
import { validate } from './check/validators.ts'
import { comprehensionLibrary } from './libraries/comprehensions.ts'
import { conversionLibrary } from './libraries/conversions.ts'
import type { Library, Validator } from './libraries/define.ts'
import { crossTypeOverloads, operatorLibrary } from './libraries/operators.ts'
import { optionalLibrary } from './libraries/optionals.ts'
import { textLibrary } from './libraries/texts.ts'
import { timeLibrary } from './libraries/times.ts'
import { type Activation, Cancelled, CostMeter, type Observed, type Step } from './run/frame.ts'
import { type FunctionDefinition, FunctionTable } from './run/functions.ts'
import { plan } from './run/plan.ts'
import { PlanError } from './run/planned.ts'
import type { Expr } from './syntax/ast.ts'
import { CelSyntaxError, formatIssues, type Issue } from './syntax/issue.ts'
import type { MacroFamily } from './syntax/macros.ts'
import { parse } from './syntax/parser.ts'
import { CelError, InvalidElement, type Result, ServerPanic, type Value } from './values/value.ts'

export type { Library }

export interface EnvironmentOptions {
  /** Minor of the server’s release, e.g. 36; an expression may use what servers of it know. */
  readonly minor: number
  readonly variables: ReadonlyMap<string, Type>
  readonly libraries: readonly Library[]
  readonly provider: TypeProvider
  readonly construct?: (type: Type, fields: ReadonlyMap<string, Value>) => Result
}

/** An expression ready to be run, or what is wrong with it. */
export interface Compiled {
  readonly source: string
  readonly issues: readonly Issue[]
  /** The issues as the server words them; empty when there are none. */
  readonly message: string
  readonly type: Type
  /** Absent where the text is no expression. */
  readonly expr?: Expr
  readonly checked?: Checked
  evaluate(options: EvaluateOptions): Evaluation
}

export interface CompileOptions {
  /** Types that the whole expression may have; any where none is named. */
  readonly returns?: readonly Type[]
}

export interface EvaluateOptions {
  readonly activation: Activation
  /** Units of cost that may be spent; the server allows 1,000,000 an expression. */
  readonly costLimit?: number
  /** Writes down the value of every node. */
  readonly trace?: boolean
  readonly isCancelled?: () => boolean
}

export interface Evaluation {
  readonly result: Result
  readonly cost: number
  /** Values by node id; empty unless asked for. */
  readonly trace: ReadonlyMap<number, Observed>
}

/** What one expression may cost on the server. */
export const perExpressionLimit = 1_000_000

const simpleTypes: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['bool', types.bool],
  ['int', types.int],
  ['uint', types.uint],
  ['double', types.double],
  ['string', types.string],
  ['bytes', types.bytes],
  ['null_type', types.null],
  ['list', types.list(types.dyn)],
  ['map', types.map(types.dyn, types.dyn)],
  ['type', types.type(null)],
  ['google.protobuf.Timestamp', types.timestamp],
  ['google.protobuf.Duration', types.duration],
])

/** Functions that the language itself has, in every release. */
export const standardFunctions: readonly FunctionDefinition[] = [
  ...operatorLibrary,
  ...conversionLibrary,
  ...textLibrary,
  ...timeLibrary,
]

/** What libraries and a release decide, whatever the variables are. */
interface Language {
  readonly functions: FunctionTable
  readonly named: ReadonlyMap<string, Type>
  readonly validators: readonly Validator[]
  readonly macros: ReadonlySet<MacroFamily>
}

/** By list of libraries: every policy has an environment, and thousands of them have the same. */
const languages = new WeakMap<readonly Library[], Map<number, Language>>()

function languageOf(given: readonly Library[], minor: number): Language {
  const byMinor = languages.get(given) ?? new Map<number, Language>()
  languages.set(given, byMinor)
  const known = byMinor.get(minor) ?? readLanguage(given, minor)
  byMinor.set(minor, known)
  return known
}

function readLanguage(given: readonly Library[], minor: number): Language {
  const libraries = [optionalLibrary, comprehensionLibrary, ...given].filter(
    ({ since, until = Number.POSITIVE_INFINITY }) => since <= minor && minor < until,
  )
  const named = new Map(simpleTypes)
  for (const library of libraries) for (const [name, type] of library.types ?? []) named.set(name, type)
  const functions = [...standardFunctions, ...libraries.flatMap(library => library.functions ?? [])]
  return {
    functions: new FunctionTable(
      minor < 28 ? functions.filter(({ id }) => !crossTypeOverloads.has(id)) : functions,
    ),
    named,
    validators: libraries.flatMap(({ validate }) => validate ?? []),
    macros: new Set<MacroFamily>([
      'standard',
      ...(minor >= 28 ? (['optional'] as const) : []),
      ...(minor >= 32 ? (['twoVariables'] as const) : []),
      ...(minor >= 34 ? (['lists'] as const) : []),
    ]),
  }
}

/** Compiles expressions as a server of one release does. */
export class Environment {
  readonly #options: EnvironmentOptions
  readonly #functions: FunctionTable
  readonly #declarations: Declarations
  readonly #macros: ReadonlySet<MacroFamily>
  readonly #validators: readonly Validator[]

  constructor(options: EnvironmentOptions) {
    this.#options = options
    const { functions, named, validators, macros } = languageOf(options.libraries, options.minor)
    this.#functions = functions
    this.#validators = validators
    this.#macros = macros
    this.#declarations = {
      variable: name => options.variables.get(name),
      signatures: name => this.#functions.named(name),
      typeNamed: name => named.get(name),
      provider: options.provider,
    }
  }

  /** Never throws: what is wrong with an expression is part of the answer. */
  compile(source: string, options: CompileOptions = {}): Compiled {
    try {
      const expr = parse(source, { macros: this.#macros, optionalSyntax: this.#options.minor >= 28 })
      const checked = check(expr, this.#declarations, { homogeneousLiterals: false })
      if (checked.issues.length > 0) return refused(source, checked.issues, expr)
      const invalid = [
        ...validate(expr, checked.types, { literals: this.#options.minor >= 29 }),
        ...this.#validators.flatMap(validator => validator(expr, checked.types)),
      ]
      if (invalid.length > 0) return refused(source, invalid, expr)
      const mistyped = wrongResult(checked.type, options.returns ?? [])
      if (mistyped !== null) return withoutPlace(source, mistyped, mistyped, expr)
      return this.#planned(source, expr, checked)
    } catch (error) {
      if (error instanceof CelSyntaxError) return refused(source, error.issues)
      if (error instanceof ServerPanic) return withoutPlace(source, error.message, `panic: ${error.fault}`)
      throw error
    }
  }

  #planned(source: string, expr: Expr, checked: Checked): Compiled {
    const construct = this.#options.construct ?? (() => new CelError('no type can be constructed here'))
    const { references, types: typeOf } = checked
    const context = { references, types: typeOf, functions: this.#functions, construct }
    try {
      const step = plan(expr, { ...context, traced: false })
      let traced: Step | null = null
      return {
        source,
        issues: [],
        message: '',
        type: checked.type,
        expr,
        checked,
        evaluate: options => {
          if (options.trace !== true) return run(step, options)
          traced ??= plan(expr, { ...context, traced: true })
          return run(traced, options)
        },
      }
    } catch (error) {
      if (!(error instanceof PlanError)) throw error
      return withoutPlace(source, error.message, `program instantiation failed: ${error.message}`, expr)
    }
  }
}

/** What is wrong with the type of a whole expression, in the server’s words; null when nothing is. */
function wrongResult(type: Type, wanted: readonly Type[]): string | null {
  if (wanted.length === 0 || wanted.some(one => one.kind === 'dyn' || isSameType(one, type))) return null
  const [only] = wanted
  return wanted.length === 1 && only !== undefined
    ? `must evaluate to ${typeText(only)} but got ${typeText(type)}`
    : `must evaluate to one of [${wanted.map(typeText).join(' ')}] but got ${typeText(type)}`
}

function run(step: Step, options: EvaluateOptions): Evaluation {
  const cost = new CostMeter(options.costLimit ?? perExpressionLimit)
  const trace = options.trace === true ? new Map<number, Observed>() : null
  const frame = {
    activation: options.activation,
    cost,
    locals: [],
    trace,
    isCancelled: options.isCancelled ?? (() => false),
    elements: 0,
  }
  const finished = (result: Result): Evaluation => ({ result, cost: cost.spent, trace: trace ?? noTrace })
  try {
    return finished(step(frame))
  } catch (error) {
    if (error instanceof Cancelled) return finished(new CelError(error.message))
    if (error instanceof InvalidElement) return finished(error.error)
    if (error instanceof ServerPanic)
      return { result: new CelError(error.message), cost: 0, trace: trace ?? noTrace }
    throw error
  }
}

const noTrace: ReadonlyMap<number, Observed> = new Map()

function refused(source: string, issues: readonly Issue[], expr?: Expr): Compiled {
  return failed(source, issues, `compilation failed: ${formatIssues(source, issues)}`, expr)
}

const withoutPlace = (source: string, fault: string, message: string, expr?: Expr): Compiled =>
  failed(source, [{ message: fault, at: -1 }], message, expr)

function failed(source: string, issues: readonly Issue[], message: string, expr?: Expr): Compiled {
  return {
    source,
    issues,
    message,
    type: types.error,
    ...(expr === undefined ? {} : { expr }),
    evaluate: () => ({ result: new CelError(message), cost: 0, trace: new Map() }),
  }
}
