/**
 * The Electron host: one window that is remembered, the menu, a single instance that takes links
 * and files, the `app://` protocol that serves the page with its policy, the lock on navigation,
 * permissions and remote content, power events, and the transport over Electron IPC. What can be
 * decided without Electron stands in files of its own that do not import it.
 */
export { runDesktop } from './desktop.ts'
