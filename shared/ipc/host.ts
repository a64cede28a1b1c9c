import { method, stateStream } from './define.ts'
import { nothing, z } from './schemas.ts'

/** What the native menu can ask of the page, and the page offers while it can do it. */
export const hostCommands = [
  'palette',
  'settings',
  'contexts',
  'openKubeconfig',
  'openDump',
  'closeTab',
  'nextTab',
  'previousTab',
  'back',
  'forward',
  'themeSystem',
  'themeLight',
  'themeDark',
  'shortcuts',
  'copyLink',
] as const
export type HostCommand = (typeof hostCommands)[number]

/** Something from outside that the page is asked to show: a link or a file handed to the program. */
export type HostRequest =
  /** A deep link `gatehouse://…`; `address` is the page's own address, e.g. `#/c/…`. Never opened unasked. */
  | { readonly id: number; readonly type: 'link'; readonly address: string }
  /** Files or folders opened with Gatehouse together; `paths` are absolute. Never added unasked. */
  | {
      readonly id: number
      readonly type: 'files'
      readonly paths: readonly string[]
      readonly as: 'kubeconfig' | 'objects'
    }
  /** A command of the native menu. */
  | { readonly id: number; readonly type: 'command'; readonly command: HostCommand }

export const host = {
  /** Requests not yet answered, oldest first. */
  'host.requests': stateStream<readonly HostRequest[]>()(nothing, nothing),
  /** The page has dealt with a request. */
  'host.answered': method<null>()(z.strictObject({ id: z.int() })),
  /** The commands that the page can carry out where it is now; the menu shows the others as disabled. */
  'host.offer': method<null>()(z.strictObject({ commands: z.array(z.enum(hostCommands)).max(50) })),
  /** The page's browser says that there is a network again. */
  'host.online': method<null>()(nothing),
  /** The system's own open dialog; null when cancelled. Only where `AppInfo.host` is `electron`. */
  'host.pickPaths': method<readonly string[] | null>()(
    z.strictObject({ title: z.string().max(200), what: z.enum(['files', 'folder', 'filesOrFolders']) }),
  ),
}
