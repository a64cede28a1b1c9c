import { engine } from '../bridge/index.ts'
import { addressOf, announce, errorBody, navigate } from '../live/index.ts'

/** Lists the contexts of kubeconfig files. @throws AppError of the first that cannot be added */
export async function addKubeconfigs(paths: readonly string[]): Promise<void> {
  for (const path of paths) await engine.call('contexts.addPath', { path })
  navigate(addressOf.contexts())
  announce(paths.length === 1 ? `Added ${paths[0]}` : `Added ${paths.length} files`)
}

/** Asks for paths with the system's dialog and does something with them; a failure is said. */
export function pickAnd(
  title: string,
  what: 'files' | 'folder' | 'filesOrFolders',
  run: (paths: readonly string[]) => Promise<void>,
): void {
  engine
    .call('host.pickPaths', { title, what })
    .then(paths => (paths === null ? undefined : run(paths)))
    .catch((error: unknown) => announce(errorBody(error).message))
}
