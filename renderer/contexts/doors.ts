import { create } from 'zustand'
import { engine } from '../bridge/index.ts'
import { announce, errorBody } from '../live/index.ts'

/** A way to more contexts: a kubeconfig by path, one that is pasted, a dump. */
export type Door = 'path' | 'paste' | 'dump'

interface OpenDoor {
  readonly door: Door | null
  /** Paths that the dialog of dumps begins with. */
  readonly paths: readonly string[]
}

const openDoor = create<OpenDoor>()(() => ({ door: null, paths: [] }))

export function useDoor(): OpenDoor {
  return openDoor()
}

export function closeDoor(): void {
  openDoor.setState({ door: null, paths: [] })
}

/**
 * Shows the dialog of a door, from wherever one is. In the desktop host a dump is chosen in the
 * system's own dialog.
 */
export function showDoor(door: Door, paths: readonly string[] = []): void {
  if (door === 'dump' && paths.length === 0) void chooseDump()
  else openDoor.setState({ door, paths })
}

async function chooseDump(): Promise<void> {
  try {
    const { host } = await engine.call('diagnostics.info', {})
    if (host === 'serve') {
      openDoor.setState({ door: 'dump', paths: [] })
      return
    }
    const title = 'Open YAML or a dump'
    const paths = await engine.call('host.pickPaths', { title, what: 'filesOrFolders' })
    // What was chosen is shown once more, where further paths can be added to it.
    if (paths !== null && paths.length > 0) openDoor.setState({ door: 'dump', paths })
  } catch (error) {
    announce(errorBody(error).message)
  }
}
