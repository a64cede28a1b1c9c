import { readText } from './parse.ts'
import { type ManifestProblem, ProblemList } from './problems.ts'
import { type KindSchemaLike, schemaRoot } from './schema.ts'
import { SchemaCheck } from './schemaCheck.ts'

/**
 * What a document has that the schema of its kind does not take, at its place in the text: types,
 * unknown and missing fields, choices, patterns and bounds. The server has the last word.
 * @param isPartial what is missing is no problem: the text is applied to, or is a patch of, what has it
 */
export function schemaProblems(
  text: string,
  document: number,
  schema: KindSchemaLike,
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): readonly ManifestProblem[] {
  const { trees, lines } = readText(text)
  const tree = trees[document]
  const place = schemaRoot(schema)
  if (tree === undefined || tree.root === null || tree.isBroken || place === null) return []
  const problems = new ProblemList(lines)
  problems.document = document
  new SchemaCheck(problems, isPartial).check(tree.root, place, '')
  return problems.all()
}
