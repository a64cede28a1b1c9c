import { join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..')
