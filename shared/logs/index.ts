/**
 * Lines of logs as text that may come from anybody: what of terminal codes may be shown, how grave a
 * line says it is, the members of JSON lines, and what a filter or a search meets. Pure.
 */
export { type PlainLine, plainLine } from './ansi.ts'
export { ContextLines } from './contextLines.ts'
export { jsonFields } from './fields.ts'
export { type CompiledFilter, compileFilter, compileSearch, type TextTest } from './filter.ts'
export { levelOf } from './levels.ts'
export { nearestColor } from './palette.ts'
