/**
 * Text of manifests: YAML and JSON as the API server reads them, with a place for everything that
 * is said of them. `parseManifest` gives the objects and what is wrong; `rangeOf` and `placeAt`
 * lead from paths to places and back; `editsFor` changes a value and leaves every other line as
 * its author wrote it; `schemaProblems` holds a document against the schema of its kind. Pure and
 * bounded: no text takes more than linear time.
 */
export { applyEdits } from './applyEdits.ts'
export { editsFor } from './edits.ts'
export { decodeText, encodeText, type FileEncoding } from './encoding.ts'
export { jsonOf } from './json.ts'
export { expandLists, type ManifestObject } from './lists.ts'
export { type ManifestDocument, type ParsedManifest, parseManifest } from './parse.ts'
export { type ManifestPath, type ManifestPlace, type PathRange, placeAt, rangeOf } from './place.ts'
export type { ManifestProblem, TextEdit } from './problems.ts'
export { type KindSchemaLike, type SchemaPlace, schemaAt } from './schema.ts'
export { schemaProblems } from './schemaProblems.ts'
