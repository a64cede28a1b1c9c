/**
 * Unpacking onto this machine. The archive comes from a container, which may be hostile: nothing is ever
 * written, made or linked outside of the new folder it is unpacked into. That holds by construction, not by
 * comparing of paths alone: the folder is ours and empty, entries are named by their parts, no link exists
 * in it before all files are written, and what exists is never opened again. An entry that cannot be taken
 * is refused with the reason, and the rest goes on.
 */
export { writeContent } from './contentFile.ts'
export { alreadyThere, kindAt, placeCopy } from './place.ts'
export { type DiskRules, rulesOf } from './rules.ts'
export { Unpacking } from './unpacking.ts'
