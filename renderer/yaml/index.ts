/**
 * YAML in the editor: the language, the page's tokens and the marks for hidden characters that every
 * editor shares; `YamlEditor`, in which an object is written; and `ManifestEditor`, in which manifests
 * are, with problems, completion and documentation. Large: import it when it is shown.
 */
export { lookOf } from './look.ts'
export { ManifestEditor, type ManifestEditorHandle, type ManifestEditorProps } from './ManifestEditor.tsx'
export type { EditorProblem } from './manifestView.ts'
export type { SchemaOf } from './reader.ts'
export { replacementOf } from './replacement.ts'
export { YamlEditor, type YamlEditorProps } from './YamlEditor.tsx'
export { yamlLook } from './yamlLook.ts'
