/**
 * Contexts: the start page with all of them, and what is shown while one is not connected.
 */
export { ConnectionBanner, ConnectionView } from './ConnectionView.tsx'
export { ContextsView } from './ContextsView.tsx'
export { OpenDialog, useOpenContext } from './opening.tsx'
