import { typeText } from '../check/types.ts'
import { standardFunctions } from '../environment.ts'
import { comprehensionLibrary } from '../libraries/comprehensions.ts'
import { kubernetesLibraries } from '../libraries/index.ts'
import { optionalLibrary } from '../libraries/optionals.ts'

/** A function or macro by which an expression may be written. */
export interface KnownFunction {
  readonly name: string
  /** Called on a value, as in `text.startsWith('a')`. */
  readonly isMember: boolean
  /** Types of the receivers that it has, e.g. `string`, `list(dyn)`; empty where it is no member. */
  readonly receivers: readonly string[]
  /** The first of its signatures, e.g. `(string) -> bool`. */
  readonly signature: string
}

interface Macro extends KnownFunction {
  readonly since: number
}

const macro = (name: string, signature: string, since: number, receivers: readonly string[]): Macro => ({
  name,
  isMember: receivers.length > 0,
  receivers,
  signature,
  since,
})

const collections = ['list', 'map']
const macros: readonly Macro[] = [
  macro('has', '(field) -> bool', 0, []),
  macro('all', '(item, condition) -> bool', 0, collections),
  macro('exists', '(item, condition) -> bool', 0, collections),
  macro('exists_one', '(item, condition) -> bool', 0, collections),
  macro('filter', '(item, condition) -> list', 0, collections),
  macro('map', '(item, value) -> list', 0, collections),
  macro('optMap', '(value, result) -> optional', 28, ['optional_type']),
  macro('optFlatMap', '(value, optional) -> optional', 29, ['optional_type']),
  macro('transformList', '(index, item, value) -> list', 32, collections),
  macro('transformMap', '(key, item, value) -> map', 32, collections),
]

/** Functions and macros that a server of a release has, by name; operators left out. */
export function functionsOf(minor: number): readonly KnownFunction[] {
  const libraries = [optionalLibrary, comprehensionLibrary, ...kubernetesLibraries].filter(
    ({ since, until = Number.POSITIVE_INFINITY }) => since <= minor && minor < until,
  )
  const definitions = [...standardFunctions, ...libraries.flatMap(({ functions = [] }) => functions)]
  const named = definitions.filter(({ name }) => /^[a-z][\w.]*$/i.test(name))
  const groups = Map.groupBy(named, ({ name, member }) => `${name} ${member}`)
  const known = [...groups.values()].flatMap((group): readonly KnownFunction[] => {
    const [first] = group
    if (first === undefined) return []
    const { name, member, args, result } = first
    const shown = (member ? args.slice(1) : args).map(typeText).join(', ')
    const receivers = member
      ? [
          ...new Set(
            group.flatMap(({ args: [receiver] }) => (receiver === undefined ? [] : [typeText(receiver)])),
          ),
        ]
      : []
    return [{ name, isMember: member, receivers, signature: `(${shown}) -> ${typeText(result)}` }]
  })
  const own = macros.filter(({ since }) => since <= minor)
  const isMacro = new Set(own.map(({ name }) => name))
  return [...own, ...known.filter(({ name }) => !isMacro.has(name))].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )
}
