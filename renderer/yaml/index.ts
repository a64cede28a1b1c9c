/**
 * YAML in the editor: the language, the page's tokens and the marks for hidden characters that every
 * editor shares, and `YamlEditor`, in which an object is written. Large: import it when it is shown.
 */
export { lookOf } from './look.ts'
export { replacementOf } from './replacement.ts'
export { YamlEditor, type YamlEditorProps } from './YamlEditor.tsx'
export { yamlLook } from './yamlLook.ts'
