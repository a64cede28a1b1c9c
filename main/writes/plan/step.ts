import { applyChanges, compare, changesOf as objectChanges, type Shape } from '../../../shared/diff/index.ts'
import { type AppErrorBody, isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { FieldConflict, PlanStep } from '../../../shared/ipc/index.ts'
import { formatPath, isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'
import type { AdmissionChange, PlannedRequest, WritesSources } from '../types.ts'
import { isLargeValue, shapeFor, type Work } from '../work/index.ts'
import { type Asked, askDryRun, readLive } from './ask.ts'
import { conflictsOf } from './conflicts.ts'
import { immutableChanges, refusedChanges } from './immutable.ts'
import { bodyOf, placeOfRequest } from './place.ts'
import type { SchemaOf } from './schemas.ts'
import { isOfSecret, shownBody, shownObject } from './shown.ts'

/** A step with what must not leave main. */
export interface PlannedStep {
  readonly step: PlanStep
  readonly request: PlannedRequest
  /** In clear, as it was when the server was asked. */
  readonly live: KubeObject | null
  readonly result: KubeObject | null
}

export interface StepSources {
  readonly api: ApiClient
  readonly sources: WritesSources
  readonly schemaOf: SchemaOf
  readonly work: Work
  readonly signal: AbortSignal
  /** Traces that may still be computed for the plan: each reads and evaluates what admission is made of. */
  readonly traces: { left: number }
}

/** Asked again while another writer comes between reading and asking, so often. */
const readings = 3

/** Reads what is live, asks the server, and says what would change and through whom. @throws AppError `cancelled` */
export async function planStep(
  request: PlannedRequest,
  index: number,
  asking: StepSources,
): Promise<PlannedStep> {
  const { api, sources } = asking
  const seen = await look(request, asking)
  const live = shownObject(seen.live, request, sources)
  const result = shownObject(seen.result, request, sources)
  const intent = shownIntent(request, sources)
  const changes =
    result === null ? deletionChanges() : await changesOf(request, { live, result, intent, seen }, asking)
  const { problem } = seen
  const conflicts = [
    ...(problem === undefined ? [] : conflictsOf(problem, intent, live)),
    ...(seen.conflicts ?? []),
  ]
  const refused = problem === undefined ? [] : refusedChanges(problem, live, intent)
  const known = request.method === 'PUT' || request.method === 'PATCH' ? immutableChanges(live, intent) : []
  const immutable = [...known, ...refused.filter(({ field }) => !known.some(each => each.field === field))]
  const at = await placeInText(request, problem)
  return {
    request: seen.takes === undefined ? request : forced(request, seen.takes),
    live: seen.live,
    result: seen.result,
    step: {
      ...{ index, context: api.context, ref: request.ref, kind: request.kind, title: request.title },
      method: methodOf(request),
      path: pathWithQuery(seen.takes === undefined ? request : forced(request, seen.takes)),
      body: await shownBody(request, sources, value => asking.work.run({ type: 'print', value })),
      ...{ live, result, changes, immutable },
      conflicts,
      warnings: [...(request.warnings ?? []), ...seen.warnings],
      ...(problem === undefined ? {} : { problem: worded(problem, conflicts, immutable) }),
      ...(at === undefined ? {} : { at }),
      isPreviewed: seen.isPreviewed,
      isUnchanged: isUnchanged(request, seen, changes.length),
      after: request.after ?? [],
    },
  }
}

interface Seen extends Asked {
  readonly live: KubeObject | null
  readonly isPreviewed: boolean
  readonly problem?: AppErrorBody
  /** What a forced apply would take. */
  readonly conflicts?: readonly FieldConflict[]
  readonly takes?: readonly string[]
}

const overtakenTries = 5

function isForLive({ preview, renewed }: PlannedRequest): boolean {
  return preview !== undefined || renewed !== undefined
}

/** The request as it is asked about, for the object as it is. */
function asShown(request: PlannedRequest, live: KubeObject | null): PlannedRequest {
  if (live === null) return request
  const body = request.renewed?.(live)
  return { ...request, ...(body === undefined || body === null ? {} : { body }), ...request.preview?.(live) }
}

function isOvertakenError(error: unknown): boolean {
  return (
    isAppError(error) &&
    error.body.status === 409 &&
    error.body.reason === 'Conflict' &&
    error.body.causes === undefined
  )
}

/** The same request that takes these fields from their managers. */
function forced(request: PlannedRequest, takes: readonly string[]): PlannedRequest {
  return { ...request, takes, query: { ...request.query, force: true } }
}

async function look(request: PlannedRequest, asking: StepSources): Promise<Seen> {
  const { api, sources, signal } = asking
  const none = { result: null, warnings: [], isPreviewed: false }
  // What may be written need not be readable.
  let live = await readLive(api, request, signal).catch(nullIfDenied)
  if (request.problem !== undefined) return { ...none, live, problem: request.problem }
  if (request.dryRun === 'none') return { ...none, live }
  const askFor = async (seen: KubeObject | null): Promise<Asked> => {
    for (let left = overtakenTries; ; left--) {
      try {
        return await askDryRun(api, asShown(request, seen), sources, signal)
      } catch (error) {
        // Another writer came in between: it is worked out for what is there now.
        if (left <= 0 || !isOvertakenError(error) || !isForLive(request)) throw error
        seen = await readLive(api, request, signal).catch(nullIfDenied)
        live = seen
      }
    }
  }
  if (request.conflicts !== undefined)
    return { ...none, live, problem: conflictError, conflicts: request.conflicts }
  try {
    // What it is shown by is another request, which meets no managers.
    if (request.preview !== undefined && request.force !== undefined)
      await askDryRun(api, request, sources, signal)
    let asked = await askFor(live)
    for (let reading = 1; reading < readings && isOvertaken(live, asked.result); reading++) {
      live = await readLive(api, request, signal).catch(nullIfDenied)
      if (!isOvertaken(live, asked.result)) break
      asked = await askFor(live)
    }
    return { ...asked, live, isPreviewed: true }
  } catch (error) {
    if (!isAppError(error) || isCancelled(error)) throw error
    const { body } = error
    const conflicts = conflictsOf(body, shownIntent(request, sources), shownObject(live, request, sources))
    if (request.takes === undefined && mayTake(request, conflicts)) {
      const takes = conflicts.map(({ field }) => field)
      const taken = await look(forced(request, takes), asking)
      return {
        ...taken,
        takes,
        conflicts: conflicts.filter(({ managers }) => !isOnlyOurs(request, managers)),
      }
    }
    if (body.reason === 'NoDryRun') return { ...none, live, warnings: [body.message] }
    // What it needs is written by an earlier step.
    if (body.kind === 'gone' && (request.after ?? []).length > 0)
      return { ...none, live, warnings: ['The server is asked about it once the steps before it are done.'] }
    return { ...none, live, warnings: body.warnings ?? [], isPreviewed: true, problem: body }
  }
}

/** What Gatehouse itself wrote in another way is its own: nobody has to be asked. */
function isOnlyOurs({ query }: PlannedRequest, managers: readonly string[]): boolean {
  return managers.every(manager => manager === query?.fieldManager)
}

function mayTake(request: PlannedRequest, conflicts: readonly FieldConflict[]): boolean {
  if (conflicts.length === 0 || request.force === undefined) return false
  return request.force || conflicts.every(({ managers }) => isOnlyOurs(request, managers))
}

const conflictError: AppErrorBody = {
  kind: 'conflict',
  status: 409,
  reason: 'Conflict',
  message: 'Fields that are to go are managed by others.',
}

function nullIfDenied(error: unknown): null {
  if (isAppError(error) && error.body.kind === 'denied') return null
  throw error
}

/** A patch is made of the object as it is when it arrives, which another writer may have changed. */
function isOvertaken(live: KubeObject | null, result: KubeObject | null): boolean {
  if (live === null || result === null) return false
  return live.metadata.resourceVersion !== result.metadata.resourceVersion
}

async function changesOf(
  request: PlannedRequest,
  {
    live,
    result,
    intent,
    seen,
  }: { live: KubeObject | null; result: KubeObject; intent: unknown; seen: Seen },
  asking: StepSources,
): Promise<PlanStep['changes']> {
  // What a subresource answers may be of another kind than the object that it belongs to.
  if (live !== null && live.kind !== result.kind) return []
  const attribution = {
    intent,
    isWhole: request.method === 'PUT' || request.method === 'POST',
    dropped: request.dropped ?? [],
    manager: String(request.query?.fieldManager ?? ''),
    admission: [],
  }
  const schema = await asking.schemaOf(result)
  const told = (admission: readonly AdmissionChange[]) =>
    asking.work.run({ type: 'changes', live, result, attribution: { ...attribution, admission }, schema })
  const changes = await told([])
  const isOpen = changes.some(({ cause, path }) => cause.by !== 'mine' && path[0] !== 'status')
  // Who did it matters less than that nobody has to wait for it.
  if (!isOpen || isLargeValue(result)) return changes
  const admission = await admissionOf(request, seen, changes, shapeFor(schema), asking)
  return admission.length === 0 ? changes : told(admission)
}

/** What policies and webhooks make of the object as it was asked for. */
async function admissionOf(
  request: PlannedRequest,
  { live, result }: Seen,
  changes: PlanStep['changes'],
  shape: Shape,
  { api, sources, signal, traces }: StepSources,
): Promise<readonly AdmissionChange[]> {
  const { ref } = request
  const isSubresource = (placeOfRequest(request)?.subresource ?? '') !== ''
  if (ref === null || result === null || isSubresource || isOfSecret(request, sources) || traces.left <= 0)
    return []
  traces.left--
  try {
    const object = live === null ? bodyOf(request) : askedFor(live, result, changes, shape)
    if (object === null) return []
    return await sources.admissionOf(api, { object: object as KubeObject, old: live, ref }, signal)
  } catch (error) {
    // Who did it is good to know; that it is done stands already.
    if (isAppError(error) && !signal.aborted) return []
    throw error
  }
}

/** What is live with what was asked for, as admission gets to see it. */
function askedFor(live: KubeObject, result: KubeObject, changes: PlanStep['changes'], shape: Shape): unknown {
  const mine = new Set(changes.filter(({ cause }) => cause.by === 'mine').map(({ field }) => field))
  const all = objectChanges(compare(live, result, { shape }))
  return applyChanges(
    live,
    all.filter(({ path }) => mine.has(formatPath(path))),
    shape,
  )
}

const deletionChanges = (): PlanStep['changes'] => []

function shownIntent(request: PlannedRequest, sources: WritesSources): unknown {
  const intent = request.intent ?? bodyOf(request)
  if (!isMapping(intent)) return null
  return isOfSecret(request, sources)
    ? shownSecret(sources.maskSecret(intent as unknown as KubeObject))
    : intent
}

/** Servers keep what is given as `stringData` in `data`. */
function shownSecret({ stringData, ...secret }: KubeObject): unknown {
  if (!isMapping(stringData)) return secret
  return { ...secret, data: { ...(isMapping(secret.data) ? secret.data : {}), ...stringData } }
}

/** Nothing would be stored: neither values nor who manages them. */
function isUnchanged(request: PlannedRequest, { live, result, problem }: Seen, changes: number): boolean {
  if (request.isAlwaysSent === true || problem !== undefined || live === null || result === null) return false
  if (changes > 0 || live.kind !== result.kind) return false
  return live.metadata.resourceVersion === result.metadata.resourceVersion && hasSameOwners(live, result)
}

/** Whether the same managers have the same fields, whenever they wrote them. */
function hasSameOwners(live: KubeObject, result: KubeObject): boolean {
  // Where nobody is written down a dry run names a manager that is never stored.
  const isNew = (live.metadata.managedFields ?? []).length === 0
  const textOf = ({ metadata }: KubeObject): string =>
    (metadata.managedFields ?? [])
      .filter(({ manager }) => !isNew || manager !== 'before-first-apply')
      .map(({ time: _time, ...entry }) => JSON.stringify(entry))
      .toSorted()
      .join('\n')
  return textOf(live) === textOf(result)
}

function methodOf({ method }: PlannedRequest): PlanStep['method'] {
  return method === 'HEAD' || method === 'OPTIONS' ? 'GET' : method
}

function pathWithQuery({ path, query = {} }: PlannedRequest): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) parameters.append(name, String(value))
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

async function placeInText(
  { at, locate }: PlannedRequest,
  problem: AppErrorBody | undefined,
): Promise<PlanStep['at']> {
  const [cause = ''] = problem?.causes ?? []
  const [field = ''] = /^[\w.[\]"=/-]+(?=:)/.exec(cause) ?? []
  return (field === '' ? null : await locate?.(field)) ?? at
}

/** Long lists of the server's in one sentence, with what to do. */
function worded(
  problem: AppErrorBody,
  conflicts: readonly FieldConflict[],
  immutable: PlanStep['immutable'],
): AppErrorBody {
  if (conflicts.length > 0) {
    const managers = [...new Set(conflicts.flatMap(each => each.managers))].join(', ')
    const fields = conflicts.length === 1 ? `${conflicts[0]?.field} is` : `${conflicts.length} fields are`
    return {
      ...problem,
      message: `${fields} managed by ${managers}. Take them, leave them, or stop managing them.`,
    }
  }
  if (immutable.length > 0) {
    const fields = immutable.map(({ field }) => field).join(', ')
    return {
      ...problem,
      message: `${fields} cannot be changed on an object that is there. Delete it and create it anew, or leave it as it is. The server says: ${problem.message}`,
    }
  }
  return problem
}
