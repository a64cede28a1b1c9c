/**
 * The dialogs of operations: each asks what has to be chosen and hands the plan that main makes of it
 * to the review, from where alone it is sent.
 */
export { OperationDialog } from './OperationDialog.tsx'
