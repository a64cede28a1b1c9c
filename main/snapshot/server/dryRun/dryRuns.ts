import { authorizationStep } from '../../../../shared/admission/gates/index.ts'
import {
  createsOnUpdate,
  scaleOf,
  type Trace,
  type TraceRequest,
  type World,
} from '../../../../shared/admission/index.ts'
import { CompiledPolicies, traceRequest } from '../../../../shared/admission/trace/index.ts'
import type { JsonObject } from '../../../../shared/admission/values/index.ts'
import type { GroupVersionKind } from '../../../../shared/cel/kubernetes/index.ts'
import type { Clock } from '../../../../shared/flow/index.ts'
import type { KubeObject } from '../../../../shared/kube/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { SnapshotStore } from '../../store/index.ts'
import { mapping, text } from '../../tables/index.ts'
import { parseJson, unsupportedMediaType } from '../body.ts'
import { listed } from '../form.ts'
import { atVersion } from '../list.ts'
import { objectNotFound } from '../status.ts'
import { statusError } from './answer.ts'
import { alreadyThere, conflictOf, timedOut } from './conflicts.ts'
import { checkPatchType, patched } from './patches.ts'
import { deletionAnswer, storedAgain, storedNew } from './stored.ts'
import { simulatedWebhooks, type WebhookScript } from './webhooks.ts'
import { StoreFacts } from './world.ts'
import { frameOf, placed, sentKind, sentObject, verbOf, type Write, type WriteVerb } from './write.ts'

export interface DryRunSetup {
  readonly store: SnapshotStore
  readonly catalog: Catalog
  readonly clock: Clock
  /** Minor of the release that the server is of. */
  readonly minor: number
  /** What webhooks answer that have more to say than yes, by name. */
  readonly webhooks: ReadonlyMap<string, WebhookScript>
}

/** What became of a dry run that is allowed. */
export interface DryRunAnswer {
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
 * Writes that are tried and not done: each goes the way through admission that the real server would lead
 * it, and nothing of the store changes. Webhooks are simulated.
 */
export class DryRuns {
  readonly #setup: DryRunSetup
  readonly #facts: StoreFacts
  readonly #compiled = new CompiledPolicies()

  constructor(setup: DryRunSetup) {
    this.#setup = setup
    this.#facts = new StoreFacts(setup.store, setup.catalog, setup.minor)
  }

  /** The cluster as it is now. */
  world(): World {
    const { store, clock, webhooks } = this.#setup
    const now = clock.now()
    return this.#facts.world(now, simulatedWebhooks(store, webhooks, now))
  }

  /** @throws StatusError for every answer that is none of success */
  async answer(write: Write): Promise<DryRunAnswer> {
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

  #create(known: Known, object: JsonObject): DryRunAnswer {
    const { write, frame, kind, now } = known
    const { resource, route } = write
    const { subresource } = route
    if (subresource !== '') this.#present(known)
    const name = route.name || text(mapping(object.metadata).name)
    const isNamespace = resource.group === '' && resource.resource === 'namespaces'
    const place = { name, namespace: isNamespace ? name : frame.namespace }
    const trace = this.#traced(known, { ...frame, ...place, operation: 'CREATE', object })
    const made = trace.objects.at(-1) ?? object
    // An eviction is no object that is kept: what is answered is that it went well.
    if (subresource === 'eviction') return { ...success(trace, 201, evicted), isObject: false }
    if (subresource !== '') return { ...success(trace, 201, made), isObject: false }
    const existing = this.#setup.store.get(resource.stored ?? resource, route.namespace, nameOf(made))
    if (existing !== null) throw alreadyThere(resource, nameOf(made), trace.warnings)
    return success(trace, 201, storedNew(made, { resource, kind, subresource, now }))
  }

  #update(known: Known): DryRunAnswer {
    const { resource, route } = known.write
    const object = this.#body(known)
    const stored = this.#stored(known)
    if (stored === null) {
      const isNew = route.subresource === '' && createsOnUpdate(resource)
      if (!isNew) throw objectNotFound(resource.group, resource.resource, route.name)
      return this.#create(known, {
        ...object,
        metadata: { ...mapping(object.metadata), name: route.name } as JsonObject,
      })
    }
    return this.#replace(known, stored, object)
  }

  #patch(known: Known): DryRunAnswer {
    const { write, kind } = known
    const schema = write.resource.isCustom ? null : this.#facts.schema(kind)
    const type = schema?.state === 'known' ? schema : null
    checkPatchType(write.mediaType, type)
    const stored = this.#present(known)
    const before = this.#shown(known, stored)
    const after = patched(before, write.body, write.mediaType, type)
    return this.#replace(known, stored, placed(sentObject(after, kind, write), write.route, write.resource))
  }

  /** The object as the path of the write shows it. */
  #shown({ write }: Known, stored: KubeObject): JsonObject {
    return (write.route.subresource === 'scale' ? scaleOf(stored) : stored) as unknown as JsonObject
  }

  #replace(known: Known, stored: KubeObject, object: JsonObject): DryRunAnswer {
    const { write, frame, kind, now } = known
    const { resource, route } = write
    const { subresource } = route
    const oldObject = this.#shown(known, stored)
    const conflict = conflictOf(resource, stored, mapping(object.metadata))
    const trace = this.#trace(known, { ...frame, object, oldObject })
    if (conflict !== null && !endsBeforeStorage(trace)) throw conflict
    this.#refuse(trace, { ...frame, object })
    const left = trace.objects.at(-1) ?? object
    // Of a scale the wish alone is written.
    const made = subresource === 'scale' ? { ...oldObject, spec: left.spec ?? {} } : left
    const again = storedAgain(made, oldObject, { resource, kind, subresource, now })
    return { ...success(trace, 200, again), isObject: subresource === '' || subresource === 'status' }
  }

  #delete(known: Known): DryRunAnswer {
    const { write, frame, kind, now } = known
    const { resource, route } = write
    if (route.subresource !== '') throw objectNotFound(resource.group, resource.resource, route.name)
    const stored = this.#present(known)
    const conflict = conflictOf(resource, stored, mapping(write.options.preconditions))
    if (conflict !== null) throw conflict
    const oldObject = stored as unknown as JsonObject
    const trace = this.#traced(known, { ...frame, oldObject })
    const body = deletionAnswer(oldObject, { resource, kind, subresource: '', now })
    return {
      code: 200,
      body,
      isObject: !('status' in body && body.status === 'Success'),
      warnings: trace.warnings,
    }
  }

  /** One after the other, as many requests may wait for their turn. */
  async #deleteMany(known: Known): Promise<DryRunAnswer> {
    const { write, frame } = known
    const { resource, route, matches } = write
    const items: object[] = []
    const warnings = new Set<string>()
    const all = this.#setup.store.collection(resource.stored ?? resource).list(route.namespace)
    for (const object of all) {
      if (matches !== null && !matches(object)) continue
      const oldObject = atVersion(object, resource) as unknown as JsonObject
      const namespace = object.metadata.namespace ?? ''
      const trace = this.#traced(known, { ...frame, namespace, oldObject })
      for (const warning of trace.warnings) warnings.add(warning)
      // As in any list, built-in kinds leave out what the list already says.
      items.push(listed({ kind: 'object' }, resource, atVersion(object, resource), known.now))
      await new Promise(setImmediate)
    }
    const { group, version, kind } = resource
    const body = {
      kind: `${kind}List`,
      apiVersion: group === '' ? version : `${group}/${version}`,
      metadata: { resourceVersion: String(this.#setup.store.version) },
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

function success(trace: Trace, code: number, body: object): DryRunAnswer {
  return { code, body, isObject: true, warnings: trace.warnings }
}

const nameOf = (object: JsonObject): string => text(mapping(object.metadata).name)

/** Whether a request is refused before the storage is asked, which finds conflicts before validation does. */
function endsBeforeStorage({ status, steps }: Trace): boolean {
  const by = steps.find(step => step.outcome === 'denied' && step.isNotReached !== true)
  return status !== null && by !== undefined && ['mutatingPolicy', 'mutatingWebhook'].includes(by.phase)
}

const evicted = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
