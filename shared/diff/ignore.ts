import { isMapping } from '../kube/index.ts'

/** One step of a path that is left out: a field, an item by a field of its own, or any item or field. */
type Step =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'item'; readonly key: string; readonly value: string }
  | { readonly type: 'any' }

const longest = 1000
const stepForm =
  /^(?:\.?(?<name>[A-Za-z_][\w-]*)|\[(?<quoted>"(?:[^"\\]|\\.)*")\]|\[(?<any>\*)\]|\.(?<anyField>\*)|\[(?<key>[A-Za-z_]\w*)=(?<value>"(?:[^"\\]|\\.)*"|[^\]"]*)\])/

/**
 * Reads a path that comparisons leave out, in the form in which paths are shown: `metadata.annotations["a/b"]`,
 * `spec.containers[name=web].image`; `[*]` stands for every item or field. Null where it is none.
 */
export function parseIgnored(text: string): readonly Step[] | null {
  if (text.length > longest) return null
  const steps: Step[] = []
  for (let rest = text.trim(); rest !== ''; ) {
    const found = stepForm.exec(rest)
    if (found?.groups === undefined) return null
    const { name, quoted, any, anyField, key, value } = found.groups
    if (name !== undefined) steps.push({ type: 'field', name })
    else if (quoted !== undefined) steps.push({ type: 'field', name: unquoted(quoted) })
    else if (any !== undefined || anyField !== undefined) steps.push({ type: 'any' })
    else if (key !== undefined) steps.push({ type: 'item', key, value: unquoted(value ?? '') })
    rest = rest.slice(found[0].length)
  }
  return steps.length === 0 ? null : steps
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** The value without what stands at the paths; the value itself where nothing does. Paths that are none count for nothing. */
export function withoutIgnored<T>(value: T, paths: readonly string[]): T {
  return paths.reduce<unknown>((rest, path) => {
    const steps = parseIgnored(path)
    return steps === null ? rest : without(rest, steps)
  }, value) as T
}

function without(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return withoutItems(value, step, rest)
  if (!isMapping(value) || step.type === 'item') return value
  const names = step.type === 'any' ? Object.keys(value) : Object.hasOwn(value, step.name) ? [step.name] : []
  if (names.length === 0) return value
  const fields = new Map(Object.entries(value))
  for (const name of names) {
    if (rest.length === 0) fields.delete(name)
    else fields.set(name, without(value[name], rest))
  }
  return Object.fromEntries(fields)
}

function withoutItems(items: readonly unknown[], step: Step, rest: readonly Step[]): unknown {
  const isMeant = (item: unknown): boolean =>
    step.type === 'any' ||
    (step.type === 'item' &&
      isMapping(item) &&
      Object.hasOwn(item, step.key) &&
      String(item[step.key]) === step.value)
  return rest.length === 0
    ? items.filter(item => !isMeant(item))
    : items.map(item => (isMeant(item) ? without(item, rest) : item))
}
