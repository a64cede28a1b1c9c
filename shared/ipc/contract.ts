import { admission } from './admission.ts'
import { contexts } from './contexts.ts'
import { diagnostics } from './diagnostics.ts'
import { graph } from './graph.ts'
import { objects } from './objects.ts'
import { resources } from './resources.ts'
import { settings } from './settings.ts'
import { tables } from './tables.ts'

/** Every method and stream between renderer and main. */
export const contract = {
  ...admission,
  ...contexts,
  ...diagnostics,
  ...graph,
  ...objects,
  ...resources,
  ...settings,
  ...tables,
} as const
export type Contract = typeof contract
