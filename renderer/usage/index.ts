/**
 * What the nodes and namespaces of a context ask for, may use and use; and its events, those alike in
 * groups.
 */
export { EventsView } from './events/EventsView.tsx'
export { UsageView } from './UsageView.tsx'
