import { admission } from './admission.ts'
import { compare } from './compare.ts'
import { contexts } from './contexts.ts'
import { diagnostics } from './diagnostics.ts'
import { events } from './events.ts'
import { explorer } from './explorer.ts'
import { forwards } from './forwards.ts'
import { graph } from './graph.ts'
import { host } from './host.ts'
import { logs } from './logs.ts'
import { objects } from './objects.ts'
import { operations } from './operations.ts'
import { overview } from './overview.ts'
import { resources } from './resources.ts'
import { settings } from './settings.ts'
import { snapshots } from './snapshots.ts'
import { tables } from './tables.ts'
import { terminals } from './terminals.ts'
import { transfers } from './transfers.ts'
import { usage } from './usage.ts'
import { writes } from './writes.ts'

/** Every method and stream between renderer and main. */
export const contract = {
  ...admission,
  ...compare,
  ...contexts,
  ...diagnostics,
  ...events,
  ...explorer,
  ...forwards,
  ...graph,
  ...host,
  ...logs,
  ...objects,
  ...operations,
  ...overview,
  ...resources,
  ...settings,
  ...snapshots,
  ...tables,
  ...terminals,
  ...transfers,
  ...usage,
  ...writes,
} as const
export type Contract = typeof contract
