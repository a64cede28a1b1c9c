/**
 * The contract between renderer and main: every method and stream declared once, the messages
 * that carry them, and one codec for Electron IPC and WebSocket alike.
 */

export type * from './admission.ts'
export { encode, FrameDecoder } from './codec.ts'
export type {
  ContextEntry,
  ContextList,
  KubeconfigFile,
  SessionPhase,
  SessionState,
  SignIn,
} from './contexts.ts'
export { type Contract, contract } from './contract.ts'
export type { Method, ParamsOf, ResultOf, Stream, StreamMode, UpdateOf, ValueOf } from './define.ts'
export type { AppInfo, ConnectionFigures } from './diagnostics.ts'
export type { Meaning, Tree, TreeFrame, TreeNode } from './graph.ts'
export type {
  Handlers,
  HandlersOf,
  MethodHandler,
  MethodName,
  OpenState,
  StreamHandler,
  StreamName,
} from './handlers.ts'
export type { Reply, Request } from './message.ts'
export type { ObjectPhase, ObjectState, Revision } from './objects.ts'
export type { Discovery, DiscoveryFailure, KindSchema, NamespaceList } from './resources.ts'
export { type Settings, settingsSchema } from './settings.ts'
export type { Cell, Column, Row, SearchHit, SourcePhase, SourceStatus, TableFrame } from './tables.ts'
