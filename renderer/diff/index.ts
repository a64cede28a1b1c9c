/**
 * Two versions of an object as YAML side by side, what did not change folded away; and the table of lines
 * beneath, of which those in sight are drawn.
 */
export { DiffView } from './DiffView.tsx'
export { hanging, LineTable } from './LineTable.tsx'
export { mergePatch, unifiedPatch } from './patch.ts'
export { UnifiedDiff } from './UnifiedDiff.tsx'
