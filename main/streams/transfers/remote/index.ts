/**
 * What is asked of a container: commands, run by `exec`. Paths and names are arguments of a fixed script, never
 * part of its text, and what comes back is read by marks that no name can hold.
 */
export { begin, type Container, errorsOf, isMissing, run } from './command.ts'
export { readFolder } from './folder.ts'
export { type Looked, look } from './look.ts'
export { noShell, noTar } from './missing.ts'
export { followSize } from './size.ts'
export { type TarError, tarErrors } from './tarErrors.ts'
