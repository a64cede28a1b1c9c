import { admission } from './admission.ts'
import { contexts } from './contexts.ts'
import { diagnostics } from './diagnostics.ts'
import { graph } from './graph.ts'
import { host } from './host.ts'
import { objects } from './objects.ts'
import { overview } from './overview.ts'
import { resources } from './resources.ts'
import { settings } from './settings.ts'
import { snapshots } from './snapshots.ts'
import { tables } from './tables.ts'

/** Every method and stream between renderer and main. */
export const contract = {
  ...admission,
  ...contexts,
  ...diagnostics,
  ...graph,
  ...host,
  ...objects,
  ...overview,
  ...resources,
  ...settings,
  ...snapshots,
  ...tables,
} as const
export type Contract = typeof contract
