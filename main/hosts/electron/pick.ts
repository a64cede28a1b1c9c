import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

type What = 'files' | 'folder' | 'filesOrFolders'

/** The system's own open dialog. Null when it was cancelled. */
export async function pickPaths(
  window: BrowserWindow | null,
  title: string,
  what: What,
): Promise<readonly string[] | null> {
  const chosen =
    what === 'filesOrFolders' && process.platform !== 'darwin' ? await askWhat(window, title) : what
  if (chosen === null) return null
  const options: OpenDialogOptions = { title, message: title, properties: properties[chosen] }
  const { canceled, filePaths } =
    window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options)
  return canceled || filePaths.length === 0 ? null : filePaths
}

// Kubeconfigs live in `.kube`: hidden files are shown.
const properties: Readonly<Record<What, NonNullable<OpenDialogOptions['properties']>>> = {
  files: ['openFile', 'multiSelections', 'showHiddenFiles'],
  folder: ['openDirectory', 'multiSelections', 'showHiddenFiles'],
  filesOrFolders: ['openFile', 'openDirectory', 'multiSelections', 'showHiddenFiles'],
}

/** Only macOS has a dialog for both at once. */
async function askWhat(window: BrowserWindow | null, title: string): Promise<'files' | 'folder' | null> {
  const options = {
    type: 'question' as const,
    title: 'Gatehouse',
    message: title,
    detail: 'The dialog of this system shows either files or folders.',
    buttons: ['Files…', 'Folder…', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  }
  const { response } =
    window === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(window, options)
  return response === 0 ? 'files' : response === 1 ? 'folder' : null
}
