/**
 * Structural, schema-aware comparison of two objects. `compare` pairs fields by name and list
 * items by key into one tree; `changesOf` reads it as path-addressed changes that `applyChanges`
 * can replay; `diffLines` reads it as two columns of YAML. `printYaml` prints an object as
 * kubectl does, safe for readers of YAML 1.1 and 1.2 alike.
 */
export { alignSequences } from './align.ts'
export {
  /** @public the way back of `changesOf`; merges of edits build on it */
  applyChanges,
} from './apply.ts'
export { type Change, changesOf } from './changes.ts'
export { type CompareOptions, compare, type DiffItem, type DiffNode } from './compare.ts'
export { compareObjects, type Overlooked } from './comparison.ts'
export { type DefaultRule, defaultsOfKind } from './defaults.ts'
export { parseIgnored } from './ignore.ts'
export { type DiffRow, type DiffSegment, type DiffSide, diffLines, foldUnchanged } from './lines.ts'
export { type MergeConflict, type Merged, mergeThreeWay } from './merge.ts'
export { withoutServerFields } from './normal.ts'
export { type ListPairing, type SchemaSet, type Shape, shapeOfSchema, unknownShape } from './shape.ts'
export { type LinePath, printYaml, type YamlLine, yamlLines } from './yaml.ts'
export { doubleQuoted, quotedString, yamlKey, yamlScalar } from './yamlScalar.ts'
