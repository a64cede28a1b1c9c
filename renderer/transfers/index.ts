/**
 * Files of containers: the dialog that browses a container's folders and starts copies, and the panel of all
 * copies. Both show what main holds; closing them ends nothing.
 */
export { FilesDialog, type FilesDialogProps } from './FilesDialog.tsx'
export { TransfersPanel } from './TransfersPanel.tsx'
