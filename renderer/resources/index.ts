/**
 * Resources of any kind: the live list, the grouping of kinds for the navigation, and what an
 * open list tells the frame (counts, rate of change, liveness). The object page has its own
 * folder beside, which the frame loads when it is opened.
 */
export { type ListFacts, listKey, useListFacts } from './facts.ts'
export { groupKinds, type KindGroup, kindKey, kindMatches, pluralTitle, preferredKinds } from './kinds.ts'
export { type ListAction, listActions } from './list/listActions.ts'
export { ResourceListView } from './list/ResourceListView.tsx'
