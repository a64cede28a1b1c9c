/**
 * The typed client of the contract. `engine.call` asks once, `engine.openStream` follows a
 * state; both survive a lost connection as far as that makes sense: streams are opened again,
 * calls under way fail. Nothing else in the renderer touches the preload script or the socket.
 */
export type { EngineConnection, OpenedStream } from './client.ts'
export { engine, isDesktop, pathOfFile } from './engine.ts'
