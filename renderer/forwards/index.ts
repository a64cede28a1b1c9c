/**
 * Port-forwards: the dialog that starts one, and the panel of all that run or are remembered. Both show
 * what main holds; closing them ends nothing.
 */
export { ForwardDialog, type ForwardDialogProps } from './ForwardDialog.tsx'
export { ForwardsPanel } from './ForwardsPanel.tsx'
