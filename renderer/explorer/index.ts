/**
 * The API explorer: every operation that a server offers as a form with its request and its answer, and the
 * schema of every kind as a tree.
 */
export { ExplorerView } from './ExplorerView.tsx'
