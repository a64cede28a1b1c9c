/**
 * The Electron host: the window, the `app://` protocol that serves the page with its policy,
 * the lock on navigation and permissions, and the transport over Electron IPC.
 */
export { followPower } from './power.ts'
export { registerScheme, servePage } from './protocol.ts'
export { connectWindow } from './transport.ts'
export { lockDown, openWindow } from './window.ts'
