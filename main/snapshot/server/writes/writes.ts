import { withDefaults } from '../../../../shared/admission/defaults/index.ts'
import { authorizationStep } from '../../../../shared/admission/gates/index.ts'
import {
  createsOnUpdate,
  scaleOf,
  type Trace,
  type TraceRequest,
  type World,
} from '../../../../shared/admission/index.ts'
import { prepareWrite } from '../../../../shared/admission/schema/index.ts'
import { CompiledPolicies, traceRequest } from '../../../../shared/admission/trace/index.ts'
import { isObject, type JsonObject } from '../../../../shared/admission/values/index.ts'
import type { GroupVersionKind } from '../../../../shared/cel/kubernetes/index.ts'
import type { Clock } from '../../../../shared/flow/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import type { Catalog, ServedResource } from '../../catalog/index.ts'
import { type Deletion, deletionAnswer, deletionOf } from '../../lifecycle/index.ts'
import type { SnapshotStore, StoredResource } from '../../store/index.ts'
import { mapping, text } from '../../tables/index.ts'
import { parseJson, unsupportedMediaType } from '../body.ts'
import { listed } from '../form.ts'
import { atVersion } from '../list.ts'
import { objectNotFound, StatusError } from '../status.ts'
import { bound, shownScale, simulatedToken } from './actions.ts'
import { statusError } from './answer.ts'
import { Commit, type WriteListener } from './commit.ts'
import { alreadyThere, checkVersionSaid, conflictOf, preconditionConflict, timedOut } from './conflicts.ts'
import { budgetOf, usedUp } from './eviction.ts'
import { appliedTo, checkApply, ownersAfterUpdate, shapeOf, type Writing } from './managers.ts'
import { invalidOptions, isDryRun } from './options.ts'
import { appliedBody, checkPatchType, isApply, patched } from './patches.ts'
import { partWritten, storedAgain, storedNew } from './stored.ts'
import { simulatedWebhooks, type WebhookScript } from './webhooks.ts'
import { StoreFacts } from './world.ts'
import { frameOf, placed, sentKind, sentObject, verbOf, type Write, type WriteVerb } from './write.ts'

export interface WritesSetup {
  readonly store: SnapshotStore
  readonly catalog: Catalog
  readonly clock: Clock
  /** Minor of the release that the server is of. */
  readonly minor: number
  /** What webhooks answer that have more to say than yes, by name. */
  readonly webhooks: ReadonlyMap<string, WebhookScript>
  /** Told of what clients wrote, and of no dry run. */
  readonly written?: WriteListener
}

/** What became of a write that is allowed. */
export interface WriteAnswer {
  readonly code: number
  readonly body: object
  /** True where `body` is an object of the resource, which has other forms too. */
  readonly isObject: boolean
  readonly warnings: readonly string[]
}

/** Milliseconds that one request may take in all: what the real server gives it. */
const limit = 34_000

/** A write with all that is known once its verb is. */
interface Known {
  readonly write: Write
  readonly verb: WriteVerb
  readonly kind: GroupVersionKind
  readonly frame: TraceRequest
  readonly world: World
  /** When it has to be done, by the clock's `elapsed`. */
  readonly deadline: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Writes: each goes the way through admission that the real server would lead it, with webhooks that are
 * simulated. Of a dry run nothing is stored.
 */
export class Writes {
  readonly #setup: WritesSetup
  readonly #facts: StoreFacts
  readonly #compiled = new CompiledPolicies()
  readonly #commit: Commit

  constructor(setup: WritesSetup) {
    this.#setup = setup
    this.#facts = new StoreFacts(setup.store, setup.catalog, setup.minor)
    this.#commit = new Commit(setup.store, setup.written ?? (() => undefined))
  }

  /** The cluster as it is now. */
  world(): World {
    const { store, clock, webhooks } = this.#setup
    const now = clock.now()
    return this.#facts.world(now, simulatedWebhooks(store, webhooks, now))
  }

  /** @throws StatusError for every answer that is none of success */
  async answer(write: Write): Promise<WriteAnswer> {
    const { catalog, clock } = this.#setup
    const verb = verbOf(write.method, write.resource, write.route)
    const kind = sentKind(catalog, write, verb)
    const frame = frameOf(write, verb, kind)
    const world = this.world()
    const { status } = authorizationStep(frame, world)
    const known = { write, verb, kind, frame, world, now: world.now, deadline: clock.elapsed() + limit }
    if (status !== undefined) throw statusError(status, frame, { ...untraced, status })
    switch (verb) {
      case 'create':
        return this.#create(known, this.#body(known))
      case 'update':
        return this.#update(known)
      case 'patch':
        return this.#patch(known)
      case 'delete':
        return this.#delete(known)
      case 'deletecollection':
        return this.#deleteMany(known)
    }
  }

  #body({ write, kind }: Known): JsonObject {
    if (write.mediaType !== 'application/json') throw unsupportedMediaType(['application/json'])
    const body = parseJson(write.body, `the object provided is unrecognized (must be of type ${kind.kind})`)
    return sentObject(body, kind, write)
  }

  #stored({ write: { resource, route } }: Known): KubeObject | null {
    const found = this.#setup.store.get(resource.stored ?? resource, route.namespace, route.name)
    return found === null ? null : atVersion(found, resource)
  }

  #present(known: Known): KubeObject {
    const { resource, route } = known.write
    const found = this.#stored(known)
    if (found === null) throw objectNotFound(resource.group, resource.resource, route.name)
    return found
  }

  #create(known: Known, sent: JsonObject): WriteAnswer {
    const { write, frame } = known
    const { resource, route } = write
    const { subresource } = route
    const stored = subresource === '' ? null : this.#present(known)
    const object = stored === null ? this.#owned(known, null, sent) : sent
    const name = route.name || text(mapping(object.metadata).name)
    const isNamespace = resource.group === '' && resource.resource === 'namespaces'
    const place = { name, namespace: isNamespace ? name : frame.namespace }
    const trace = this.#traced(known, { ...frame, ...place, operation: 'CREATE', object })
    const made = trace.objects.at(-1) ?? object
    if (stored !== null) return { ...success(trace, 201, this.#act(known, stored, made)), isObject: false }
    if (resource.resource === 'bindings') {
      const pod = this.#setup.store.get({ group: '', resource: 'pods' }, route.namespace, name)
      if (pod === null) throw objectNotFound('', 'pods', name)
      return { ...success(trace, 201, this.#bind(known, pod, made)), isObject: false }
    }
    return this.#store(known, made, trace)
  }

  #store(known: Known, made: JsonObject, trace: Trace): WriteAnswer {
    const { kind, now, write } = known
    const { resource, route } = write
    const fresh = storedNew(made, { resource, kind, subresource: '', now })
    const existing = this.#setup.store.get(resource.stored ?? resource, route.namespace, nameOf(fresh))
    if (existing !== null) throw alreadyThere(resource, nameOf(fresh), trace.warnings)
    if (isDryRun(write.options)) return success(trace, 201, fresh)
    if (text(mapping(made.metadata).resourceVersion) !== '') throw versionOnCreate()
    return success(
      trace,
      201,
      this.#commit.create(resource.stored ?? resource, fresh as unknown as KubeObject),
    )
  }

  /** What is created at an object: an action. @returns its answer */
  #act(known: Known, stored: KubeObject, made: JsonObject): object {
    const { subresource } = known.write.route
    if (subresource === 'eviction') return this.#evict(known, stored, made)
    if (subresource === 'binding') return this.#bind(known, stored, made)
    return subresource === 'token' ? simulatedToken(stored, made, known.now) : made
  }

  #bind({ write, now }: Known, pod: KubeObject, binding: JsonObject): object {
    const after = bound(pod, binding, now)
    if (!isDryRun(write.options)) this.#commit.update({ group: '', resource: 'pods' }, pod, after)
    return created
  }

  /** @throws StatusError 409, 429 */
  #evict({ write, now }: Known, pod: KubeObject, eviction: JsonObject): object {
    const options = mapping(eviction.deleteOptions) as JsonObject
    const kind = { group: '', kind: 'Pod' }
    const conflict = preconditionConflict(kind, pod, mapping(options.preconditions))
    if (conflict !== null) throw conflict
    const { store } = this.#setup
    const budget = budgetOf(store, pod)
    if (isDryRun(write.options) || isDryRun(options)) return created
    if (budget !== null)
      store.put({ group: 'policy', resource: 'poddisruptionbudgets' }, usedUp(budget, pod.metadata.name, now))
    const pods = { group: '', resource: 'pods' }
    this.#end(pods, pod, deletionOf(pod as unknown as JsonObject, pods, options, now))
    return created
  }

  #update(known: Known): WriteAnswer {
    const { resource, route } = known.write
    const object = this.#body(known)
    const stored = this.#stored(known)
    if (stored !== null) {
      if (resource.isCustom) checkVersionSaid(resource, route.name, mapping(object.metadata))
      return this.#replace(known, stored, object)
    }
    const isNew = route.subresource === '' && createsOnUpdate(resource)
    if (!isNew) throw objectNotFound(resource.group, resource.resource, route.name)
    return this.#create(known, named(object, route.name))
  }

  #patch(known: Known): WriteAnswer {
    const { write, kind } = known
    const schema = write.resource.isCustom ? null : this.#facts.schema(kind)
    const type = schema?.state === 'known' ? schema : null
    checkPatchType(write.mediaType, type)
    if (isApply(write.mediaType)) return this.#apply(known)
    if (write.force)
      throw invalidOptions('PatchOptions', {
        reason: 'FieldValueForbidden',
        message: 'Forbidden: may not be specified for non-apply patch',
        field: 'force',
      })
    const stored = this.#present(known)
    const before = this.#shown(known, stored)
    const after = patched(before, write.body, write.mediaType, type)
    return this.#replace(known, stored, placed(sentObject(after, kind, write), write.route, write.resource))
  }

  #apply(known: Known): WriteAnswer {
    const { write, kind } = known
    const { resource, route } = write
    const body = appliedBody(write.body)
    const applied = named(sentObject(body, kind, write), route.name)
    checkApply(applied as unknown as KubeObject, write.options.fieldManager)
    const stored = this.#stored(known)
    if (stored === null && route.subresource !== '')
      throw objectNotFound(resource.group, resource.resource, route.name)
    const live = stored === null ? null : this.#defaulted(known, this.#shown(known, stored))
    const conflict = stored === null ? null : conflictOf(resource, stored, mapping(applied.metadata))
    if (conflict !== null) throw conflict
    const writing = { ...this.#writing(known), live: live as unknown as KubeObject | null }
    const object = appliedTo(applied as unknown as KubeObject, write.force, writing) as unknown as JsonObject
    return stored === null ? this.#createApplied(known, object) : this.#replaceBy(known, stored, object)
  }

  #createApplied(known: Known, object: JsonObject): WriteAnswer {
    const isNamespace = known.kind.group === '' && known.kind.kind === 'Namespace'
    const namespace = isNamespace ? known.write.route.name : known.frame.namespace
    const trace = this.#traced(known, { ...known.frame, namespace, operation: 'CREATE', object })
    return this.#store(known, trace.objects.at(-1) ?? object, trace)
  }

  #writing({ write, kind, now }: Known): Omit<Writing, 'live'> {
    const anyKind = this.#facts.schema({ group: '', version: 'v1', kind: 'ConfigMap' })
    return { manager: write.manager, shape: shapeOf(this.#facts.schema(kind), anyKind), now }
  }

  #defaulted({ write, kind }: Known, object: JsonObject): JsonObject {
    return write.resource.isCustom ? object : withDefaults(kind, object).object
  }

  /** The object with those who own its fields once it is written. Defaults count as said by the writer. */
  #owned(known: Known, live: JsonObject | null, sent: JsonObject): JsonObject {
    const { resource, route } = known.write
    const { subresource } = route
    const hasStatus = resource.subresources.includes('status')
    const defaulted = this.#defaulted(known, sent)
    const before = live === null ? null : this.#defaulted(known, live)
    const isWhole = subresource === '' || subresource === 'status'
    const updated = isWhole ? prepareWrite(defaulted, before, { subresource, hasStatus }) : defaulted
    const writing = { ...this.#writing(known), live: before as unknown as KubeObject | null }
    const managedFields = ownersAfterUpdate(updated as unknown as KubeObject, subresource, writing)
    if (sent.metadata !== undefined && !isObject(sent.metadata)) return sent
    return { ...sent, metadata: { ...mapping(sent.metadata), managedFields } as unknown as JsonObject }
  }

  /** The object as the path of the write shows it. */
  #shown({ write }: Known, stored: KubeObject): JsonObject {
    return (write.route.subresource === 'scale' ? scaleOf(stored) : stored) as unknown as JsonObject
  }

  #replace(known: Known, stored: KubeObject, object: JsonObject): WriteAnswer {
    const isScale = known.write.route.subresource === 'scale'
    const owned = isScale ? object : this.#owned(known, this.#shown(known, stored), object)
    return this.#replaceBy(known, stored, owned)
  }

  #replaceBy(known: Known, stored: KubeObject, object: JsonObject): WriteAnswer {
    const { write, frame, kind, now } = known
    const { resource, route } = write
    const { subresource } = route
    const oldObject = this.#shown(known, stored)
    const conflict = conflictOf(resource, stored, mapping(object.metadata))
    const trace = this.#trace(known, { ...frame, object, oldObject })
    if (conflict !== null && !endsBeforeStorage(trace)) throw conflict
    this.#refuse(trace, { ...frame, object })
    const left = trace.objects.at(-1) ?? object
    const isScale = subresource === 'scale'
    const made = partWritten(subresource, left, oldObject)
    const again = storedAgain(made, oldObject, { resource, kind, subresource, now })
    const isObject = !isScale && subresource !== 'finalize'
    if (isDryRun(write.options))
      return { ...success(trace, 200, isScale ? shownScale(again) : again), isObject }
    const kept = isScale ? this.#scale(known, stored, again) : this.#keep(known, stored, again)
    return {
      ...success(trace, 200, isScale ? shownScale(scaleOf(kept)) : atVersion(kept, resource)),
      isObject,
    }
  }

  #keep({ write, kind }: Known, stored: KubeObject, again: JsonObject): KubeObject {
    const { resource } = write
    const whole = resource.isCustom
      ? stored
      : (withDefaults(kind, stored as unknown as JsonObject).object as unknown as KubeObject)
    return this.#commit.update(resource.stored ?? resource, whole, again as unknown as KubeObject)
  }

  /** The wish of a Scale, written into the object that it is the scale of. */
  #scale(known: Known, stored: KubeObject, scale: JsonObject): KubeObject {
    const { resource } = known.write
    const { group, version, kind: name } = resource
    const kind = { group, version, kind: name }
    const old = stored as unknown as JsonObject
    const wished = { ...old, spec: { ...mapping(old.spec), replicas: mapping(scale.spec).replicas ?? 0 } }
    const owned = this.#owned({ ...known, kind }, old, wished as unknown as JsonObject)
    const again = storedAgain(owned, old, { resource, kind, subresource: '', now: known.now })
    return this.#keep({ ...known, kind }, stored, again)
  }

  #delete(known: Known): WriteAnswer {
    const { write, frame } = known
    const { resource, route } = write
    if (route.subresource !== '') throw objectNotFound(resource.group, resource.resource, route.name)
    const stored = this.#present(known)
    const conflict = preconditionConflict(resource, stored, mapping(write.options.preconditions))
    if (conflict !== null) throw conflict
    const oldObject = stored as unknown as JsonObject
    const trace = this.#traced(known, { ...frame, oldObject })
    const deletion = deletionOf(oldObject, resource, write.options, known.now)
    const kept = isDryRun(write.options) ? deletion.object : this.#end(resource, stored, deletion)
    const body = deletionAnswer(oldObject, { ...deletion, object: kept as JsonObject }, resource)
    const isObject = !('status' in body && body.status === 'Success')
    return { code: 200, body, isObject, warnings: trace.warnings }
  }

  /** @returns the object as it is from now on, or was at last */
  #end(
    resource: ServedResource | StoredResource,
    stored: KubeObject,
    { object, isRemoved }: Deletion,
  ): object {
    const place = ('stored' in resource ? resource.stored : undefined) ?? resource
    if (!isRemoved) return this.#commit.update(place, stored, object as unknown as KubeObject)
    this.#commit.remove(place, stored)
    return object
  }

  /** One after the other, as many requests may wait for their turn. */
  async #deleteMany(known: Known): Promise<WriteAnswer> {
    const { write, frame } = known
    const { resource, route, matches } = write
    const items: object[] = []
    const warnings = new Set<string>()
    const { store } = this.#setup
    const place = resource.stored ?? resource
    for (const { metadata } of store.collection(place).list(route.namespace)) {
      const namespace = metadata.namespace ?? ''
      const stored = store.get(place, namespace, metadata.name)
      // What went while others were deleted needs no deletion, as with the real server.
      if (stored === null || (matches !== null && !matches(stored))) continue
      const object = atVersion(stored, resource)
      const oldObject = object as unknown as JsonObject
      const trace = this.#traced(known, { ...frame, namespace, name: metadata.name, oldObject })
      for (const warning of trace.warnings) warnings.add(warning)
      if (!isDryRun(write.options))
        this.#end(resource, stored, deletionOf(oldObject, resource, write.options, known.now))
      // As in any list, built-in kinds leave out what the list already says.
      items.push(listed({ kind: 'object' }, resource, object, known.now))
      await new Promise(setImmediate)
    }
    const { group, version, kind } = resource
    const body = {
      kind: `${kind}List`,
      apiVersion: group === '' ? version : `${group}/${version}`,
      metadata: { resourceVersion: String(store.version) },
      items,
    }
    return { code: 200, body, isObject: false, warnings: [...warnings] }
  }

  /** The trace of a request that is allowed. @throws StatusError */
  #traced(known: Known, request: TraceRequest): Trace {
    const trace = this.#trace(known, request)
    this.#refuse(trace, request)
    return trace
  }

  #refuse(trace: Trace, request: TraceRequest): void {
    if (trace.status !== null) throw statusError(trace.status, request, trace)
  }

  #trace({ world, deadline }: Known, request: TraceRequest): Trace {
    const { clock } = this.#setup
    const isLate = (): boolean => clock.elapsed() > deadline
    if (isLate()) throw timedOut()
    const trace = traceRequest(request, world, { compiled: this.#compiled, isCancelled: isLate })
    if (isLate()) throw timedOut()
    const unsure = trace.steps.find(step => step.certainty === 'unknown' && step.isNotReached !== true)
    if (trace.status !== null || unsure === undefined) return trace
    return { ...trace, warnings: [...trace.warnings, `simulated, and not known here: ${unsure.reason}`] }
  }
}

const untraced: Trace = {
  ...{ verdict: 'denied', status: null, steps: [], warnings: [], auditAnnotations: {} },
  ...{ objects: [], assumptions: [], gaps: [], wishes: [] },
}

function success(trace: Trace, code: number, body: object): WriteAnswer {
  return { code, body, isObject: true, warnings: trace.warnings }
}

const nameOf = (object: JsonObject): string => text(mapping(object.metadata).name)

/** Whether a request is refused before the storage is asked, which finds conflicts before validation does. */
function endsBeforeStorage({ status, steps }: Trace): boolean {
  const by = steps.find(step => step.outcome === 'denied' && step.isNotReached !== true)
  return status !== null && by !== undefined && ['mutatingPolicy', 'mutatingWebhook'].includes(by.phase)
}

const named = (object: JsonObject, name: string): JsonObject => ({
  ...object,
  metadata: { ...mapping(object.metadata), name } as JsonObject,
})

/** Of an eviction and a binding no object is kept: what is answered is that it went well. */
const created = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }

/** The storage finds it, and the real server has no better code for that. */
const versionOnCreate = (): StatusError =>
  new StatusError(500, '', 'resourceVersion should not be set on objects to be created')
