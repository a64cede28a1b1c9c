import type { AppErrorBody } from '../errors/index.ts'
import { method, stateStream } from './define.ts'
import { nothing, objectRef, z } from './schemas.ts'

/** How objects are shown as text. Sizes are pixels. */
const editorSchema = z.strictObject({
  wraps: z.boolean(),
  fontSize: z.int().min(9).max(24),
  /** Also managedFields and the last-applied annotation, from the start. */
  showsManagedFields: z.boolean(),
  indentGuides: z.boolean(),
})
export type EditorSettings = import('zod').infer<typeof editorSchema>

/** Preferences on disk. All have defaults; unknown keys of the file are kept. */
export const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['compact', 'comfortable']),
  /** Files and folders of kubeconfigs besides KUBECONFIG. */
  kubeconfigPaths: z.array(z.string()),
  /** Namespaces that the user named, by context id: candidates where they may not be listed. */
  namespaces: z.record(z.string(), z.array(z.string())),
  /**
   * Namespaces of which something was read, by context id, the latest first and no more than
   * `mostUsedNamespaces`: candidates where the namespaces may not be listed.
   */
  usedNamespaces: z.record(z.string(), z.array(z.string())),
  /** Namespaces that lists begin with, by context id; none: all. */
  defaultNamespaces: z.record(z.string(), z.array(z.string())),
  /** Patterns (`*` and `?`) of context names that are protected. */
  protectedContexts: z.array(z.string()),
  /** Ids of contexts that are protected whatever their name. */
  protectedIds: z.array(z.string()),
  /** Patterns (`*` and `?`) of names of contexts whose name has to be typed before anything is written to them. */
  confirmTyping: z.array(z.string()),
  /** Colour index 0–11 by context id. */
  colours: z.record(z.string(), z.int().min(0).max(11)),
  /** Contexts for which the use of another file's credentials was agreed to. */
  consents: z.array(z.string()),
  /** Milliseconds since the epoch of the last opening, by context id. */
  lastOpened: z.record(z.string(), z.number()),
  /** Open tabs by context id, as addresses, restored after a restart. */
  tabs: z.record(z.string(), z.strictObject({ addresses: z.array(z.string()), active: z.int() })),
  /** Contexts of the rail in their order, open or left open when Gatehouse ended. */
  rail: z.array(z.string()),
  /** How lists of a kind stand, by `apps/deployments`: columns that are shown, and widths in pixels. */
  lists: z.record(
    z.string(),
    z.strictObject({
      isWide: z.boolean(),
      hidden: z.array(z.string()),
      widths: z.record(z.string(), z.int().min(24).max(4000)),
    }),
  ),
  /** Pinned kinds as `group/version/resource` keys without version: `apps/deployments`. */
  pinned: z.array(z.string()),
  /** Dumps that are listed as contexts until removed: their context ids and paths. */
  snapshots: z.array(z.strictObject({ id: z.string(), paths: z.array(z.string()) })),
  /** The Service that may be asked for histories through the API server, by context id: `namespace/scheme:name:port`. */
  prometheus: z.record(z.string(), z.string()),
  /** Port-forwards that were started and not forgotten; none of them starts by itself. */
  forwards: z.array(
    z.strictObject({
      id: z.string(),
      context: z.string(),
      ref: objectRef,
      kind: z.string(),
      address: z.enum(['127.0.0.1', '::1', '0.0.0.0']),
      ports: z.array(
        z.strictObject({
          asked: z.string(),
          local: z.int().min(1).max(65_535),
          /** As it was last known; 0: not known. */
          remote: z.int().min(0).max(65_535),
          scheme: z.enum(['http', 'https', '']),
        }),
      ),
    }),
  ),
  editor: editorSchema,
  /** What comparisons overlook; paths by kind as `apps/deployments`, empty for all kinds. */
  compare: z.strictObject({
    serverFields: z.boolean(),
    defaults: z.boolean(),
    paths: z.record(z.string(), z.array(z.string().max(1000)).max(200)),
  }),
  /** The dock below the views: its height in pixels, and the logs in it as addresses, restored after a restart. */
  dock: z.strictObject({
    isOpen: z.boolean(),
    height: z.int().min(80).max(4000),
    logs: z.array(z.strictObject({ address: z.string(), title: z.string() })),
  }),
  /** What debug containers were last made with. */
  debug: z.strictObject({
    image: z.string(),
    profile: z.enum(['general', 'baseline', 'restricted', 'netadmin', 'sysadmin']),
  }),
  /** Keys by action, in place of those it comes with; an empty list takes them all away. */
  shortcuts: z.record(z.string(), z.array(z.string())),
})
export type Settings = import('zod').infer<typeof settingsSchema>

export const mostUsedNamespaces = 20

/** `drafts`: texts that are not written yet. `journal`: the record of what was written, by which writes are undone. */
const storedWhat = z.enum(['settings', 'log', 'pasted', 'drafts', 'journal'])
export type StoredWhat = import('zod').infer<typeof storedWhat>

/** Something that Gatehouse keeps on this machine. */
export interface StoredItem {
  readonly what: StoredWhat
  /** The file, or the folder of the files. */
  readonly path: string
  readonly files: number
  readonly bytes: number
}

export const settings = {
  'settings.get': stateStream<Settings>()(nothing, nothing),
  /** Why the file could not be used or written as it is; null when all is well. */
  'settings.problem': stateStream<AppErrorBody | null>()(nothing, nothing),
  'settings.change': method<null>()(settingsSchema.partial()),
  /** What is kept on this machine, as the disk has it now. */
  'settings.stored': method<readonly StoredItem[]>()(nothing),
  /** Licences of what the program is made of; null where it runs from its sources. */
  'settings.licences': method<string | null>()(nothing),
  /**
   * Empties what is kept: the log, the pasted kubeconfigs with their contexts, drafts but those that are
   * being written, the journal with the way back of its writes. `settings` brings every preference back to
   * how it comes. @throws AppError `badConfig` when the disk refuses
   */
  'settings.clear': method<null>()(z.strictObject({ what: storedWhat })),
}
