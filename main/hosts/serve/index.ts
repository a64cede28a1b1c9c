/**
 * The serve host: the engine behind a loopback web server, shown in the user's own browser.
 * Static files hold nothing secret; everything else goes over one WebSocket that opens only
 * for who holds the one-time token of the printed address, or the session key it was
 * exchanged for.
 */
export { paced, wakePace } from '../pace.ts'
export { browserHostHandlers } from './host-handlers.ts'
export { type ServeHost, type ServeOptions, serve } from './serve.ts'
export { reportUncaught } from './uncaught.ts'
