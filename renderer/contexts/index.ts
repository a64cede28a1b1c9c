/**
 * Contexts: the start page with all of them and the doors to more, what is shown while one is not
 * connected, and the lines above its views that say what holds for the whole of it.
 */
export { ConnectionBanner, ConnectionView } from './ConnectionView.tsx'
export { ContextsView } from './ContextsView.tsx'
export { Doors } from './Doors.tsx'
export { openDump } from './DumpDialog.tsx'
export { type Door, showDoor } from './doors.ts'
export { OpenDialog, useOpenContext } from './opening.tsx'
