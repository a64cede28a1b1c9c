import {
  type KindSchemaLike,
  type ManifestProblem,
  parseManifest,
  schemaProblems,
} from '../../shared/manifest/index.ts'

export interface Reading {
  readonly problems: readonly ManifestProblem[]
  /** Kinds of the documents: what schemas are wanted of. */
  readonly kinds: readonly { readonly apiVersion: string; readonly kind: string }[]
}

export const schemaKey = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`

/** What is wrong with a text, by itself and against the schemas that are known. */
export function readProblems(
  text: string,
  schemas: ReadonlyMap<string, KindSchemaLike>,
  isPartial: boolean,
): Reading {
  const { documents, problems } = parseManifest(text)
  const found = [...problems]
  const kinds = new Map<string, { readonly apiVersion: string; readonly kind: string }>()
  for (const { index, object } of documents) {
    if (object === null) continue
    const { apiVersion, kind } = object
    const key = schemaKey(apiVersion, kind)
    kinds.set(key, { apiVersion, kind })
    const schema = schemas.get(key)
    if (schema !== undefined) found.push(...schemaProblems(text, index, schema, { isPartial }))
  }
  return { problems: withoutDoubles(found), kinds: [...kinds.values()] }
}

const grade = { error: 0, warning: 1, note: 2 } as const

/** Of what is said of one place, only the gravest: the others are the same in other words. */
function withoutDoubles(problems: readonly ManifestProblem[]): readonly ManifestProblem[] {
  const sorted = problems.toSorted((a, b) => a.from - b.from || grade[a.severity] - grade[b.severity])
  return sorted.filter(({ from }, index) => from !== sorted[index - 1]?.from)
}
