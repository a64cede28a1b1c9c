import { accumulatorName, type Expr, operators } from './ast.ts'
import type { Builder, Span } from './builder.ts'
import { CelSyntaxError } from './issue.ts'

/** What a macro is written as: `target.name(args…)`, or `name(args…)` where there is no target. */
export interface MacroCall {
  readonly name: string
  readonly target: Expr | null
  readonly args: readonly Expr[]
  /** Of the whole call; `at` is its opening bracket. */
  readonly span: Span
}

/** Families of macros; servers older than their release know fewer. */
export type MacroFamily = 'standard' | 'optional' | 'twoVariables' | 'lists'

type Expand = (call: MacroCall & { readonly target: Expr }, build: Builder) => Expr

interface Macro {
  readonly family: MacroFamily
  readonly expand: Expand
}

const key = (name: string, args: number): string => `${name}/${args}`

const receiverMacros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  [key('all', 2), { family: 'standard', expand: all }],
  [key('exists', 2), { family: 'standard', expand: exists }],
  [key('exists_one', 2), { family: 'standard', expand: existsOne }],
  [key('map', 2), { family: 'standard', expand: map }],
  [key('map', 3), { family: 'standard', expand: map }],
  [key('filter', 2), { family: 'standard', expand: filter }],
  [key('optMap', 2), { family: 'optional', expand: optMap }],
  [key('optFlatMap', 2), { family: 'optional', expand: optFlatMap }],
  [key('all', 3), { family: 'twoVariables', expand: all }],
  [key('exists', 3), { family: 'twoVariables', expand: exists }],
  [key('existsOne', 3), { family: 'twoVariables', expand: existsOne }],
  [key('exists_one', 3), { family: 'twoVariables', expand: existsOne }],
  [key('transformList', 3), { family: 'twoVariables', expand: transformList }],
  [key('transformList', 4), { family: 'twoVariables', expand: transformList }],
  [key('transformMap', 3), { family: 'twoVariables', expand: transformMap }],
  [key('transformMap', 4), { family: 'twoVariables', expand: transformMap }],
  [key('transformMapEntry', 3), { family: 'twoVariables', expand: transformMapEntry }],
  [key('transformMapEntry', 4), { family: 'twoVariables', expand: transformMapEntry }],
  [key('sortBy', 2), { family: 'lists', expand: sortBy }],
])

/**
 * Expands a call that is a macro.
 * @returns null for a call that is none
 * @throws CelSyntaxError for a macro whose arguments are not of its form
 */
export function expandMacro(
  call: MacroCall,
  build: Builder,
  families: ReadonlySet<MacroFamily>,
): Expr | null {
  if (call.target === null) return call.name === 'has' && call.args.length === 1 ? has(call, build) : null
  const macro = receiverMacros.get(key(call.name, call.args.length))
  if (macro === undefined || !families.has(macro.family)) return null
  return macro.expand({ ...call, target: call.target }, build)
}

function has({ args: [argument], span }: MacroCall, build: Builder): Expr {
  if (argument?.kind !== 'select') throw misuse(argument, 'invalid argument to has() macro')
  return build.select(span, argument.operand, argument.field, true)
}

/** What a comprehension of a macro needs besides its range and variables. */
interface Fold {
  readonly initial: Expr
  readonly condition: Expr
  readonly step: Expr
  readonly result: Expr
}

type MakeFold = (parts: Parts, build: Builder, added: Span) => Fold

interface Parts {
  readonly variables: readonly string[]
  /** Arguments after the variables. */
  readonly rest: readonly Expr[]
}

function fold(
  call: MacroCall & { readonly target: Expr },
  build: Builder,
  variableCount: number,
  make: MakeFold,
  misnamed: string,
): Expr {
  const named = call.args.slice(0, variableCount)
  const variables = named.map(argument => variableName(argument, misnamed))
  const [first = '', second = null] = variables
  if (first === second) throw misuse(named[1], `duplicate variable name: ${first}`)
  const parts = { variables, rest: call.args.slice(variableCount) }
  return build.comprehension(call.span, {
    range: call.target,
    variable: first,
    second,
    accumulator: accumulatorName,
    ...make(parts, build, addedBy(call.span)),
    macro: call.name,
  })
}

function variableName(argument: Expr, misnamed: string): string {
  if (argument.kind !== 'ident') throw misuse(argument, misnamed)
  if (argument.name === accumulatorName || argument.name === '__result__')
    throw misuse(argument, 'iteration variable overwrites accumulator variable')
  return argument.name
}

/** What a macro adds has no text; errors of it point at the macro. */
const addedBy = ({ at }: Span): Span => ({ at, start: -1, end: -1 })

const simpleName = 'argument must be a simple name'
const noIdentifier = 'argument is not an identifier'

/** How many variables a quantifier names: its last argument is what it asks. */
const variablesOf = ({ args }: MacroCall): number => args.length - 1

function all(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ rest: [predicate] }, make, span) => ({
    initial: make.literal(span, { type: 'bool', value: true }),
    condition: make.call(span, operators.notStrictlyFalse, [make.accumulator(span)]),
    step: make.call(span, operators.and, [make.accumulator(span), given(predicate)]),
    result: make.accumulator(span),
  })
  return fold(call, build, variablesOf(call), make, simpleName)
}

function exists(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ rest: [predicate] }, make, span) => ({
    initial: make.literal(span, { type: 'bool', value: false }),
    condition: make.call(span, operators.notStrictlyFalse, [
      make.call(span, operators.not, [make.accumulator(span)]),
    ]),
    step: make.call(span, operators.or, [make.accumulator(span), given(predicate)]),
    result: make.accumulator(span),
  })
  return fold(call, build, variablesOf(call), make, simpleName)
}

function existsOne(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ rest: [predicate] }, make, span) => {
    const one = (): Expr => make.literal(span, { type: 'int', value: 1n })
    return {
      initial: make.literal(span, { type: 'int', value: 0n }),
      condition: make.literal(span, { type: 'bool', value: true }),
      step: make.call(span, operators.conditional, [
        given(predicate),
        make.call(span, operators.add, [make.accumulator(span), one()]),
        make.accumulator(span),
      ]),
      result: make.call(span, operators.equals, [make.accumulator(span), one()]),
    }
  }
  return fold(call, build, variablesOf(call), make, simpleName)
}

/** Gathers a list: every element that `predicate` lets through adds `transform`. */
function gather(build: Builder, span: Span, predicate: Expr | null, transform: Expr): Fold {
  const added = build.call(span, operators.add, [build.accumulator(span), build.list(span, [transform])])
  return {
    initial: build.list(span, []),
    condition: build.literal(span, { type: 'bool', value: true }),
    step: onlyIf(build, span, predicate, added),
    result: build.accumulator(span),
  }
}

function onlyIf(build: Builder, span: Span, predicate: Expr | null, step: Expr): Expr {
  if (predicate === null) return step
  return build.call(span, operators.conditional, [predicate, step, build.accumulator(span)])
}

/** Filter and transform of the last arguments: the filter may be left out. */
function filterAndTransform(rest: readonly Expr[]): {
  readonly filter: Expr | null
  readonly transform: Expr
} {
  const [first, second] = rest
  if (second === undefined) return { filter: null, transform: given(first) }
  return { filter: given(first), transform: second }
}

function map(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ rest }, make, span) => {
    const { filter, transform } = filterAndTransform(rest)
    return gather(make, span, filter, transform)
  }
  return fold(call, build, 1, make, noIdentifier)
}

function filter(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ rest: [predicate] }, make, span) =>
    gather(make, span, given(predicate), given(call.args[0]))
  return fold(call, build, 1, make, noIdentifier)
}

function transformList(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ rest }, make, span) => {
    const { filter, transform } = filterAndTransform(rest)
    return gather(make, span, filter, transform)
  }
  return fold(call, build, 2, make, simpleName)
}

function transformMap(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ variables: [key = ''], rest }, make, span) => {
    const { filter, transform } = filterAndTransform(rest)
    const inserted = [make.accumulator(span), make.ident(span, key), transform]
    return gatherMap(make, span, filter, inserted)
  }
  return fold(call, build, 2, make, simpleName)
}

function transformMapEntry(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  const make: MakeFold = ({ rest }, make, span) => {
    const { filter, transform } = filterAndTransform(rest)
    return gatherMap(make, span, filter, [make.accumulator(span), transform])
  }
  return fold(call, build, 2, make, simpleName)
}

function gatherMap(build: Builder, span: Span, predicate: Expr | null, inserted: readonly Expr[]): Fold {
  return {
    initial: build.map(span, []),
    condition: build.literal(span, { type: 'bool', value: true }),
    step: onlyIf(build, span, predicate, build.call(span, operators.mapInsert, inserted)),
    result: build.accumulator(span),
  }
}

function optMap(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  return optional(call, build, 'optMap', value => build.call(addedBy(call.span), 'optional.of', [value]))
}

function optFlatMap(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  return optional(call, build, 'optFlatMap', value => value)
}

/** `target.hasValue() ? wrap(transform of target.value()) : optional.none()`; the value is bound by a fold of nothing. */
function optional(
  call: MacroCall & { readonly target: Expr },
  build: Builder,
  name: string,
  wrap: (value: Expr) => Expr,
): Expr {
  const [variable, transform] = call.args
  if (variable?.kind !== 'ident')
    throw misuse(variable, `${name}() variable name must be a simple identifier`)
  const span = addedBy(call.span)
  const bound = build.comprehension(call.span, {
    range: build.list(span, []),
    variable: '#unused',
    second: null,
    accumulator: variable.name,
    initial: build.call(span, 'value', [], build.copy(call.target)),
    condition: build.literal(span, { type: 'bool', value: false }),
    step: build.ident(span, variable.name),
    result: given(transform),
    macro: name,
  })
  return build.call(call.span, operators.conditional, [
    build.call(span, 'hasValue', [], call.target),
    wrap(bound),
    build.call(span, 'optional.none', []),
  ])
}

const sorted = '@__sortBy_input__'

/** Sorts by keys that a `map` makes; the list is bound by a fold of nothing, so that it is made once. */
function sortBy(call: MacroCall & { readonly target: Expr }, build: Builder): Expr {
  if (call.target.kind === 'literal' || call.target.kind === 'map' || call.target.kind === 'struct')
    throw misuse(
      call.target,
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
    )
  const span = addedBy(call.span)
  const list = (): Expr => build.ident(span, sorted)
  const keys = map({ ...call, target: list() }, build)
  return build.comprehension(call.span, {
    range: build.list(span, []),
    variable: '#unused',
    second: null,
    accumulator: sorted,
    initial: call.target,
    condition: build.literal(span, { type: 'bool', value: false }),
    step: list(),
    result: build.call(call.span, '@sortByAssociatedKeys', [keys], list()),
    macro: 'sortBy',
  })
}

/** The number of arguments was looked at when the macro was found. */
function given(argument: Expr | undefined): Expr {
  if (argument === undefined) throw new CelSyntaxError([{ message: 'an argument is missing', at: -1 }])
  return argument
}

function misuse(argument: Expr | undefined, message: string): CelSyntaxError {
  return new CelSyntaxError([{ message, at: argument?.at ?? -1 }])
}
