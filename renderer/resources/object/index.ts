/**
 * The page of one object of any kind: what matters of it, its YAML, its tree, its history, who
 * owns its fields, and its events. Read only; follows the cluster while it is shown.
 */
export { ObjectView, type ObjectViewProps } from './ObjectView.tsx'
