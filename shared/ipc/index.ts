/**
 * The contract between renderer and main: every method and stream declared once, the messages
 * that carry them, and one codec for Electron IPC and WebSocket alike.
 */

export type * from './admission.ts'
export { type HistoryRange, historyRanges, type LogLevelName, logLevels } from './choices.ts'
export { encode, FrameDecoder, framesOf } from './codec.ts'
export type { Drift, DriftRow, KindComparison, KindDifference } from './compare.ts'
export type {
  ContextEntry,
  ContextList,
  EntryChange,
  EntryPart,
  KubeconfigFile,
  SessionPhase,
  SessionState,
  SessionTrouble,
  SignIn,
} from './contexts.ts'
export { type Contract, contract } from './contract.ts'
export { defaultSettings } from './defaultSettings.ts'
export type { Method, ParamsOf, ResultOf, Stream, StreamMode, UpdateOf, ValueOf } from './define.ts'
export type {
  AppInfo,
  BundleFile,
  BundlePreview,
  ConnectionFigures,
  ContextTimings,
  ContextTotals,
  LogFrame,
  LogLevel,
  LogLine,
  OperationSummary,
  ProcessFigures,
  RequestTiming,
  Timings,
} from './diagnostics.ts'
export {
  type EventFacet,
  type EventFilter,
  type EventGroup,
  type EventGroups,
  type EventRecord,
  mostEventGroups,
  type ObjectEvents,
} from './events.ts'
export type {
  ApiAction,
  ApiAnswer,
  ApiCall,
  ApiCatalog,
  ApiMethod,
  ApiOperation,
  ApiOperationSummary,
  ApiParameter,
  CallRoute,
  ChannelFrame,
  FieldVersion,
  FollowEntry,
  FollowFrame,
  RequestPreview,
  SchemaField,
  SchemaPlace,
  VersionDifference,
} from './explorer.ts'
export type { Forward, ForwardChoices, ForwardedPort, ForwardList } from './forwards.ts'
export type { Meaning, Tree, TreeFrame, TreeNode } from './graph.ts'
export type {
  EngineHandlers,
  Handlers,
  HandlersOf,
  MethodHandler,
  MethodName,
  OpenState,
  StreamHandler,
  StreamName,
} from './handlers.ts'
export { type HostCommand, type HostRequest, hostCommands } from './host.ts'
export type {
  LogEntry,
  LogFilter,
  LogMark,
  LogOptions,
  LogSearch,
  LogSource,
  LogSpan,
  LogTarget,
  LogView,
  PodLogFrame,
  PodLogLine,
} from './logs.ts'
export type { Reply, Request } from './message.ts'
export type { ObjectPhase, ObjectState, Revision } from './objects.ts'
export type {
  DeletionPreview,
  KeyValue,
  Operation,
  OperationType,
  StuckDeletion,
} from './operations.ts'
export type {
  CertificatePlace,
  HealthCheck,
  HealthReport,
  KindTallies,
  NodeFacts,
  NodePressure,
  Overview,
  OverviewSource,
  ServerFacts,
  Tally,
  TerminatingNamespace,
  TlsSecretCertificates,
  UnavailableService,
  WarningGroup,
} from './overview.ts'
export type { Discovery, DiscoveryFailure, KindSchema, NamespaceList } from './resources.ts'
export {
  type EditorSettings,
  mostUsedNamespaces,
  type Settings,
  type StoredItem,
  type StoredWhat,
  settingsSchema,
} from './settings.ts'
export type { Snapshot, SnapshotPhase, SnapshotProblem } from './snapshots.ts'
export {
  type Cell,
  type Column,
  type LabelTerms,
  mostYamlObjects,
  type Row,
  type SearchHit,
  type SourcePhase,
  type SourceStatus,
  type TableFrame,
  type YamlCopy,
} from './tables.ts'
export type {
  DebugPlan,
  DebugTarget,
  LeftPod,
  Terminal,
  TerminalList,
  TerminalOutput,
  TerminalPhase,
  TerminalTarget,
} from './terminals.ts'
export type { ContainerFile, ContainerFolder, Transfer } from './transfers.ts'
export type {
  Allocatable,
  ClusterUsage,
  Figure,
  Figures,
  History,
  Line,
  MetricsState,
  NamespaceUsage,
  NodeUsage,
  ObjectUsage,
  PartUsage,
  PodUsage,
  PrometheusService,
  PrometheusState,
  QuotaLine,
  RowsUsage,
  RowUsage,
} from './usage.ts'
export type {
  AttributedChange,
  ChangeCause,
  Consequence,
  Draft,
  DraftSummary,
  FieldConflict,
  JournalEntry,
  Plan,
  PlanStep,
  Rebase,
  Run,
  RunStep,
  RunSummary,
  StepPhase,
  WriteMethod,
} from './writes.ts'
