import type { AppErrorBody } from '../errors/index.ts'
import { method, stateStream } from './define.ts'
import { nothing, z } from './schemas.ts'

/** Preferences on disk. All have defaults; unknown keys of the file are kept. */
export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['compact', 'comfortable']),
  /** Files and folders of kubeconfigs besides KUBECONFIG. */
  kubeconfigPaths: z.array(z.string()),
  /** Namespaces to show, by context id. */
  namespaces: z.record(z.string(), z.array(z.string())),
  /** Patterns (`*` and `?`) of context names that are protected. */
  protectedContexts: z.array(z.string()),
  /** Colour index 0–11 by context id. */
  colours: z.record(z.string(), z.int().min(0).max(11)),
  /** Contexts for which the use of another file's credentials was agreed to. */
  consents: z.array(z.string()),
  /** Milliseconds since the epoch of the last opening, by context id. */
  lastOpened: z.record(z.string(), z.number()),
  /** Open tabs by context id, as addresses, restored after a restart. */
  tabs: z.record(z.string(), z.strictObject({ addresses: z.array(z.string()), active: z.int() })),
  /** Pinned kinds as `group/version/resource` keys without version: `apps/deployments`. */
  pinned: z.array(z.string()),
})
export type Settings = import('zod').infer<typeof settingsSchema>

export const settings = {
  'settings.get': stateStream<Settings>()(nothing, nothing),
  /** Why the file could not be used or written as it is; null when all is well. */
  'settings.problem': stateStream<AppErrorBody | null>()(nothing, nothing),
  'settings.change': method<null>()(settingsSchema.partial()),
}
