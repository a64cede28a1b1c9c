/** One step of a path. A filter keeps the elements whose field at `path` compares as stated. */
type Step =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'all' }
  | {
      readonly type: 'filter'
      readonly path: readonly Step[]
      readonly comparison: { readonly equal: boolean; readonly value: string } | null
    }

export type JsonPath = readonly Step[]

/**
 * Reads the part of kubectl's JSONPath that printer columns use: `.field`, `['field']`, `[0]`,
 * `[-1]`, `[*]`, `.*`, `[?(@.type=="Ready")]` and `\.` for a dot within a name.
 * @returns null for text outside this part
 */
export function parseJsonPath(text: string): JsonPath | null {
  const inner = text.trim().replace(/^\{(.*)\}$/, '$1')
  const steps: Step[] = []
  const pattern =
    /\.\*|\.?((?:\\.|[^.[\]\\?()@])+)|\[([^\]"']*(?:(?:"[^"]*"|'[^']*')[^\]"']*)*)\]|\.(?=\[|$)/gy
  let at = inner.startsWith('$') ? 1 : 0
  while (at < inner.length) {
    pattern.lastIndex = at
    const match = pattern.exec(inner)
    if (match === null) return null
    at = pattern.lastIndex
    const [whole, name, bracket] = match
    if (whole === '.*') steps.push({ type: 'all' })
    else if (name !== undefined) steps.push({ type: 'field', name: name.replace(/\\(.)/g, '$1') })
    else if (bracket !== undefined) {
      const step = bracketStep(bracket.trim())
      if (step === null) return null
      steps.push(step)
    }
  }
  return steps
}

function bracketStep(text: string): Step | null {
  if (text === '*') return { type: 'all' }
  if (/^-?\d+$/.test(text)) return { type: 'index', index: Number(text) }
  const quoted = /^(?:'([^']*)'|"([^"]*)")$/.exec(text)
  if (quoted !== null) return { type: 'field', name: quoted[1] ?? quoted[2] ?? '' }
  const filter = /^\?\(\s*@(.*?)\s*(?:(==|!=)\s*(.*?))?\s*\)$/.exec(text)
  if (filter === null) return null
  const path = parseJsonPath(filter[1] ?? '')
  if (path === null) return null
  const [, , operator, value = ''] = filter
  const comparison =
    operator === undefined ? null : { equal: operator === '==', value: value.replace(/^(["'])(.*)\1$/, '$2') }
  return { type: 'filter', path, comparison }
}

/** The first value at a path, or undefined. */
export function findFirst(path: JsonPath, root: unknown): unknown {
  for (const value of walk(path, 0, root)) return value
  return undefined
}

function* walk(path: JsonPath, depth: number, value: unknown): Generator<unknown> {
  const step = path[depth]
  if (step === undefined) {
    if (value !== undefined) yield value
    return
  }
  for (const child of childrenOf(step, value)) yield* walk(path, depth + 1, child)
}

function childrenOf(step: Step, value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  switch (step.type) {
    case 'field':
      return Object.hasOwn(value, step.name) ? [(value as Readonly<Record<string, unknown>>)[step.name]] : []
    case 'index':
      return Array.isArray(value) ? [value.at(step.index)] : []
    case 'all':
      return Object.values(value)
    case 'filter':
      return Object.values(value).filter(element => passes(step, element))
  }
}

function passes({ path, comparison }: Step & { readonly type: 'filter' }, element: unknown): boolean {
  const found = findFirst(path, element)
  if (comparison === null) return found !== undefined
  return (found !== undefined && String(found) === comparison.value) === comparison.equal
}
