/**
 * Reading and writing of tar as GNU has it. Of our own rather than a package's, for two reasons. An archive
 * comes from a container that may lie, so a name that is no UTF-8, an oversized header or a wrong size must
 * cost one entry and not the whole copy. And what is sent must be understood by busybox, which passes over
 * the PAX headers in which packages write long names and names beyond ASCII.
 */
export { CutOff } from './bytes.ts'
export { type TarEntry, type TarItem, TarReader } from './reader.ts'
export { tarEnd, tarHeader, tarPadding } from './writer.ts'
