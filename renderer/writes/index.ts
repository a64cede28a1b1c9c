/**
 * Writing to a cluster: where manifests are edited, the review of every plan before it is sent, runs
 * with a result for each request, drafts, and the journal of what was written. Large: import it when
 * it is shown.
 */
export { DraftsView } from './DraftsView.tsx'
export { EditView } from './EditView.tsx'
export { JournalView } from './JournalView.tsx'
export { PlanReview } from './PlanReview.tsx'
export { RunsPanel } from './RunsPanel.tsx'
