/**
 * What the API server’s decoding makes of an object of a built-in kind before admission sees it:
 * defaults, canonical quantities and times, unknown fields dropped, structs that are always there
 * (`withDefaults`); and the same object as another version of its resource (`convertBuiltIn`).
 *
 * Not part of the index of shared/admission: the tables behind it are large, and the renderer has no use
 * for them.
 */
export { convertBuiltIn } from './convert.ts'
export { type Defaulted, isBuiltIn, withDefaults } from './decode.ts'
export { builtInKinds, defaultsVersion } from './table.ts'
