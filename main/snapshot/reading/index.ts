/**
 * Reading of dumps, in a thread of its own: files, folders and archives become the objects and
 * kinds that the in-memory server serves. Nothing is held whole but the objects themselves.
 */
export { serveDump } from './serveDump.ts'
