import type { AppErrorBody } from '../errors/index.ts'
import { method, stateStream } from './define.ts'
import { contextId, nothing, z } from './schemas.ts'
import type { Plan } from './writes.ts'

/**
 * Every operation that a server offers, as its own OpenAPI documents and its discovery say: what it takes,
 * what it answers; and the schema of every kind, field by field.
 */

export type ApiMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type ApiAction =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'replace'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  /** Leads through the server to what stands behind it: a pod, a service, a node. */
  | 'connect'
  /** Of no resource: health, metrics, versions, discovery. */
  | 'read'

export interface ApiOperationSummary {
  /** Method and path template: `GET /api/v1/namespaces/{namespace}/pods/{name}`. */
  readonly id: string
  readonly method: ApiMethod
  readonly path: string
  readonly action: ApiAction
  /** Empty: the core group, or no resource at all. */
  readonly group: string
  /** Empty where the operation is of no group-version. */
  readonly version: string
  /** Empty where the operation is of no resource. */
  readonly resource: string
  /** Without what follows a proxy: `proxy` for `proxy/{path}`. */
  readonly subresource: string
  /** Kind of what is sent or answered, as far as it is told. */
  readonly kind: string
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'string' | 'integer' | 'boolean'
  readonly documentation: string
  readonly isRequired: boolean
  /** May be given more than once. */
  readonly isRepeated: boolean
  /** The values that the server knows; empty: any. */
  readonly choices: readonly string[]
}

export interface ApiOperation extends ApiOperationSummary {
  readonly documentation: string
  readonly parameters: readonly ApiParameter[]
  readonly body: {
    /** Content types, best first. */
    readonly contentTypes: readonly string[]
    readonly isRequired: boolean
    /** Kind of the object that is sent; empty where it is not told. */
    readonly group: string
    readonly version: string
    readonly kind: string
  } | null
  /** Forms of the answer, best first, as an Accept header takes them. */
  readonly accepts: readonly string[]
  readonly isDeprecated: boolean
}

export interface ApiCatalog {
  readonly operations: readonly ApiOperationSummary[]
  /** Documents that could not be read; their resources are here as discovery has them. */
  readonly failures: readonly { readonly document: string; readonly error: AppErrorBody }[]
  /** Documents still to be read. */
  readonly pending: number
}

const operationId = z.string().min(1).max(2000)
const callFields = {
  context: contextId,
  operation: operationId,
  /** Values of parameters by name; a name may come more than once where the parameter is repeated. */
  values: z.array(z.tuple([z.string().max(200), z.string().max(20_000)])).max(200),
  /** Empty: the operation's first. */
  accept: z.string().max(300),
  contentType: z.string().max(200),
  /** Text; base64 for protobuf and CBOR; empty: none. */
  body: z.string().max(16_000_000),
}
const apiCall = z.strictObject(callFields)
export type ApiCall = z.infer<typeof apiCall>

/** How a call is made. `plan`: it could change something, so it is previewed and confirmed first. */
export type CallRoute = 'read' | 'stream' | 'channel' | 'plan'

export interface RequestPreview {
  readonly method: ApiMethod
  /** With its query, as it is sent. Placeholders stand for what is missing. */
  readonly path: string
  readonly route: CallRoute
  /** A command line for a POSIX shell; `$SERVER`, `$TOKEN` and `$CA_FILE` stand for what is secret or local. */
  readonly curl: string
  /** Empty where kubectl has no way to say it. */
  readonly kubectl: string
  /** What keeps it from being sent, by parameter; `body` for the body. */
  readonly problems: readonly { readonly parameter: string; readonly message: string }[]
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly warnings: readonly string[]
  /** The name under which the server's audit log has the request; empty where it gave none. */
  readonly auditId: string
  /** Until the head of the answer came, and until its end. */
  readonly headMillis: number
  readonly millis: number
  /** Of the body, as far as it was read. */
  readonly bytes: number
  readonly contentType: string
  readonly body: string
  /** `binary`: `body` is a dump in hexadecimal of its beginning. */
  readonly form: 'json' | 'text' | 'binary'
  /** The body goes on, and the rest was not read. */
  readonly isCut: boolean
  /** Values of Secrets are replaced, or the whole body is left out, because nobody asked for them. */
  readonly isMasked: boolean
  /** Why the server refused it. */
  readonly error?: AppErrorBody
}

/** One event of a watch, or one line of a log. */
export interface FollowEntry {
  /** Counted from 0. */
  readonly seq: number
  /** Milliseconds since the epoch of its arrival. */
  readonly at: number
  /** `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK`, `ERROR`; `LINE` for text. */
  readonly type: string
  /** `Pod shop/web-1`; empty for text. */
  readonly title: string
  readonly resourceVersion: string
  /** The object as JSON, masked in Secrets; the line itself for text. */
  readonly text: string
}

/** What a stream that stays open brought since the last frame. */
export interface FollowFrame {
  readonly phase: 'connecting' | 'open' | 'ended' | 'failed'
  /** 0 before the head of the answer. */
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly warnings: readonly string[]
  readonly auditId: string
  readonly entries: readonly FollowEntry[]
  readonly total: number
  /** Entries that came faster than they were taken, and are gone. */
  readonly skipped: number
  readonly bytes: number
  readonly isMasked: boolean
  readonly error?: AppErrorBody
}

/** What a connection to a pod brought since the last frame. */
export interface ChannelFrame {
  readonly phase: 'connecting' | 'open' | 'ended' | 'failed'
  readonly protocol: string
  readonly messages: readonly {
    readonly seq: number
    readonly at: number
    /** `stdout`, `stderr`, `status`; `port 8080`. */
    readonly channel: string
    readonly bytes: number
    /** As text; in hexadecimal where it is none. Cut where it is long. */
    readonly text: string
  }[]
  readonly total: number
  readonly skipped: number
  /** Code and reason of the close frame. */
  readonly code?: number
  readonly error?: AppErrorBody
}

/** One field of a kind, or the kind itself. */
export interface SchemaField {
  /** Names of fields from the kind; `[]` is an item of a list, `{}` a value of a map. */
  readonly path: readonly string[]
  readonly name: string
  /** In words: `string`, `list of Container`, `map of string`, `integer (int32)`. */
  readonly type: string
  readonly documentation: string
  readonly isRequired: boolean
  readonly isNullable: boolean
  /** Of a list: how its items are merged, and by which fields. Empty where nothing is said. */
  readonly listType: string
  readonly listKeys: readonly string[]
  /** As JSON; empty: none. */
  readonly defaultValue: string
  readonly choices: readonly string[]
  /** In words: `at least 1`, `matches ^[a-z]+$`. */
  readonly constraints: readonly string[]
  /** Rules in CEL of the schema (x-kubernetes-validations). */
  readonly rules: readonly { readonly rule: string; readonly message: string }[]
  readonly hasFields: boolean
  /** It holds itself, as a schema of a schema does. */
  readonly isRecursive: boolean
}

export interface SchemaPlace {
  readonly field: SchemaField
  /** Fields of it, of its items or of its values; required ones first where `order` says so is for the view. */
  readonly fields: readonly SchemaField[]
}

export interface FieldVersion {
  readonly version: string
  readonly isServed: boolean
  /** Type of the field there; empty where it is not. */
  readonly type: string
}

export interface VersionDifference {
  readonly path: readonly string[]
  readonly change: 'added' | 'removed' | 'changed'
  /** What differs, in words, for `changed`. */
  readonly detail: string
}

const kindFields = {
  context: contextId,
  group: z.string().max(253),
  kind: z.string().min(1).max(253),
}
const fieldPath = z.array(z.string().max(500)).max(200)

export const explorer = {
  /** The first value comes at once with what discovery has; documents of the server are added as they are read. */
  'explorer.catalog': stateStream<ApiCatalog>()(z.strictObject({ context: contextId }), nothing),
  /** @throws AppError `gone` when the server has no such operation */
  'explorer.operation': method<ApiOperation>()(
    z.strictObject({ context: contextId, operation: operationId }),
  ),
  'explorer.preview': method<RequestPreview>()(apiCall),
  /** Makes a call that changes nothing: a read, a review, a dry run. What the server refuses is an answer too. */
  'explorer.call': method<ApiAnswer>()(z.strictObject({ ...callFields, reveal: z.boolean() })),
  /** A watch, or a log that is followed. Ends with the stream. */
  'explorer.follow': stateStream<FollowFrame>()(
    z.strictObject({ ...callFields, reveal: z.boolean() }),
    nothing,
  ),
  /** A WebSocket to a pod: exec, attach, portforward. */
  'explorer.channel': stateStream<ChannelFrame>()(
    apiCall,
    z.strictObject({ input: z.string().max(100_000) }),
  ),
  /** A call that could change something, for review; sent by `writes.send`. */
  'explorer.plan': method<Plan>()(apiCall),
  /** An object to begin with for the body of an operation, as YAML; empty where nothing can be said. */
  'explorer.template': method<string>()(z.strictObject({ context: contextId, operation: operationId })),
  /** A field of a kind, with those inside of it. Empty path: the kind itself. */
  'explorer.fields': method<SchemaPlace>()(
    z.strictObject({ ...kindFields, version: z.string().max(63), path: fieldPath }),
  ),
  /** Fields by name or documentation, nearest to the root first; 300 at most. */
  'explorer.searchFields': method<readonly SchemaField[]>()(
    z.strictObject({ ...kindFields, version: z.string().max(63), text: z.string().min(1).max(200) }),
  ),
  /** Which versions of the group have a field. */
  'explorer.fieldVersions': method<readonly FieldVersion[]>()(
    z.strictObject({ ...kindFields, path: fieldPath }),
  ),
  /** What differs between two versions of a kind; 1,000 differences at most. */
  'explorer.compareVersions': method<readonly VersionDifference[]>()(
    z.strictObject({ ...kindFields, from: z.string().max(63), to: z.string().max(63) }),
  ),
}
