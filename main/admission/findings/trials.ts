import {
  type ExpressionTexts,
  type FindingObject,
  objectOfPolicy,
  objectOfWebhook,
  type Scene,
  type Trial,
  type TrialSubject,
  textsOfPolicy,
  textsOfWebhook,
} from '../../../shared/admission/findings/index.ts'
import { type BindingEntry, type PolicyEntry, resourceMatches } from '../../../shared/admission/index.ts'
import { isAppError, isCancelled } from '../../../shared/errors/index.ts'
import type { Clock } from '../../../shared/flow/index.ts'
import type { KubeObject, ObjectRef, ResourceInfo } from '../../../shared/kube/index.ts'
import { counted } from '../../../shared/words/index.ts'
import type { ApiClient } from '../../api/index.ts'
import { type ComputingThread, type Fact, newWorld, wantedKey } from '../trace/index.ts'
import { allOfKind, objectsOfKind, type Tried } from './messages.ts'

/** Namespaces that are read; what is in others is not tried where expressions read its namespace. */
const mostNamespaces = 1000
/** Kinds of one policy or webhook whose objects are listed. */
const kindsOfSubject = 4
/** Kinds that are listed at all. */
const mostKinds = 40
/** Bindings of one policy that are tried, each with one parameter. */
const bindingsOfPolicy = 3
/** Milliseconds after which the thread is ended in the middle of an expression; it gives up far earlier itself. */
const longest = 10_000
/** Milliseconds after which everything is tried anew, on the objects of then. */
const againAfter = 600_000

interface Outcome extends Tried {
  readonly at: number
  readonly isGivenUp: boolean
}

const none: Tried = { trials: [], leftAside: 0 }

interface Work {
  readonly key: string
  readonly texts: ExpressionTexts
  readonly minor: number
  readonly owner: FindingObject
  readonly matchers: TrialSubject['matchers']
  readonly param: ObjectRef | null
  readonly isParamSecret: boolean
  readonly infos: readonly ResourceInfo[]
}

/**
 * Tries the expressions of policies that are in force, and the match conditions of webhooks, on a few
 * existing objects, in a thread: each once, and again after a while.
 */
export class Trials {
  readonly #api: ApiClient
  readonly #thread: ComputingThread
  readonly #world: string
  readonly #clock: Clock
  readonly #changed: () => void
  readonly #ended = new AbortController()
  readonly #results = new Map<string, Outcome>()
  #lists = new Map<string, Promise<readonly KubeObject[]>>()
  #listedAt = 0
  #told = new Map<string, readonly KubeObject[]>()
  #toldGeneration = 0
  #wanted: readonly Work[] = []
  #isRunning = false

  constructor(api: ApiClient, thread: ComputingThread, clock: Clock, changed: () => void) {
    this.#api = api
    this.#thread = thread
    this.#world = newWorld(api.context)
    this.#clock = clock
    this.#changed = changed
  }

  /** Takes over what is to be tried now, and goes on in the background. */
  look(scene: Scene): void {
    this.#wanted = workOf(scene)
    const keys = new Set(this.#wanted.map(({ key }) => key))
    for (const key of this.#results.keys()) if (!keys.has(key)) this.#results.delete(key)
    if (!this.#isRunning && this.#next() !== undefined) void this.#run()
  }

  get results(): readonly Trial[] {
    return [...this.#results.values()].flatMap(({ trials }) => trials)
  }

  get progress(): { readonly done: number; readonly wanted: number } {
    return {
      done: this.#wanted.filter(({ key }) => this.#results.has(key)).length,
      wanted: this.#wanted.length,
    }
  }

  /** What was not tried, in sentences. */
  get notes(): readonly string[] {
    const all = [...this.#results.values()]
    const leftAside = all.reduce((sum, each) => sum + each.leftAside, 0)
    const givenUp = all.filter(each => each.isGivenUp).length
    return [
      ...(leftAside > 0
        ? [
            `Expressions that read a namespace were not tried on ${counted(leftAside, 'object', 'objects')}, whose namespaces could not be read.`,
          ]
        : []),
      ...(givenUp > 0
        ? [
            `Of ${counted(givenUp, 'policy or webhook', 'policies and webhooks')} no expression was tried: it takes too long.`,
          ]
        : []),
    ]
  }

  close(): void {
    this.#ended.abort()
    this.#thread.forget(this.#world)
  }

  #next(): Work | undefined {
    const now = this.#clock.now()
    return (
      this.#wanted.find(({ key }) => !this.#results.has(key)) ??
      this.#wanted.find(({ key }) => now - (this.#results.get(key)?.at ?? now) > againAfter)
    )
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (let work = this.#next(); work !== undefined && !this.#ended.signal.aborted; work = this.#next()) {
      const outcome = await this.#try(work)
      this.#results.set(work.key, {
        at: this.#clock.now(),
        isGivenUp: outcome === null,
        ...(outcome ?? none),
      })
      this.#changed()
    }
    this.#isRunning = false
  }

  /** Null where it was given up. */
  async #try(work: Work): Promise<Tried | null> {
    const params = await this.#parameter(work)
    if (params === undefined) return none
    const namespaces = this.#api.findKind('', 'Namespace')
    const lists = new Map<string, readonly KubeObject[]>()
    if (namespaces !== null) lists.set(wantedKey(allOfKind(namespaces)), await this.#namespaces())
    for (const info of work.infos) lists.set(wantedKey(allOfKind(info)), await this.#list(info))
    const { texts, minor, owner, matchers, infos } = work
    const job = { type: 'try', texts, minor, owner, matchers, params, infos } as const
    try {
      return await this.#thread.run(
        { job, world: this.#world, facts: generation => this.#news(lists, generation) },
        { signal: this.#ended.signal, limit: longest },
      )
    } catch (error) {
      if (!isAppError(error)) throw error
      return isCancelled(error) ? none : null
    }
  }

  /** Undefined where the parameter is not known, so that nothing can be tried. */
  async #parameter({ param, isParamSecret }: Work): Promise<KubeObject | null | undefined> {
    if (param === null) return null
    // Values of Secrets are not read for this.
    if (isParamSecret) return undefined
    try {
      return await this.#api.get(param, this.#ended.signal)
    } catch (error) {
      if (!isAppError(error)) throw error
      return undefined
    }
  }

  #namespaces(): Promise<readonly KubeObject[]> {
    const info = this.#api.findKind('', 'Namespace')
    return info === null ? Promise.resolve([]) : this.#list(info, mostNamespaces)
  }

  /** Objects of a kind; none where they may not be listed. */
  #list(info: ResourceInfo, limit = objectsOfKind): Promise<readonly KubeObject[]> {
    const now = this.#clock.now()
    if (now - this.#listedAt > againAfter) {
      this.#lists = new Map()
      this.#listedAt = now
    }
    const key = `${info.group}/${info.version}/${info.resource}`
    const known = this.#lists.get(key)
    if (known !== undefined) return known
    if (this.#lists.size >= mostKinds) return Promise.resolve([])
    const asked = this.#ask(info, limit)
    this.#lists.set(key, asked)
    return asked
  }

  async #ask(info: ResourceInfo, limit: number): Promise<readonly KubeObject[]> {
    try {
      return (await this.#api.list(info, { limit, signal: this.#ended.signal })).items
    } catch (error) {
      if (!isAppError(error)) throw error
      return []
    }
  }

  /** What of the lists the thread does not know yet. */
  #news(lists: ReadonlyMap<string, readonly KubeObject[]>, generation: number): readonly Fact[] {
    if (generation !== this.#toldGeneration) this.#told = new Map()
    this.#toldGeneration = generation
    return [...lists].flatMap(([key, objects]) => {
      const before = this.#told.get(key)
      if (before === objects) return []
      this.#told.set(key, objects)
      return [
        {
          type: 'objects' as const,
          key,
          state: { state: 'known' as const, staleSince: null },
          put: objects.map(object => [nameOf(object), object] as const),
          removed: (before ?? []).map(nameOf).filter(name => !objects.some(each => nameOf(each) === name)),
        },
      ]
    })
  }
}

function nameOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}

function workOf(scene: Scene): readonly Work[] {
  const { minor, served } = scene.sources
  const policies = scene.policies.policies.flatMap(entry => {
    if (entry.policy.flavour === 'mutating' && entry.policy.matchConditions.length === 0) return []
    const texts = textsOfPolicy(entry.policy)
    return scene
      .bindingsOf(entry)
      .slice(0, bindingsOfPolicy)
      .flatMap(binding => {
        const param = paramOf(entry, binding)
        if (param === undefined) return []
        const matchers = [
          entry.policy.match,
          ...(binding.binding.match === null ? [] : [binding.binding.match]),
        ]
        const key = JSON.stringify(['policy', entry.id, binding.id, entry.policy, binding.binding, param])
        const owner = objectOfPolicy(entry)
        const isParamSecret = param?.resource.resource === 'secrets' && param.resource.group === ''
        const infos = kindsOf(entry.policy.match.rules, served.resources)
        return [{ key, texts, minor, owner, matchers, param, isParamSecret, infos }]
      })
  })
  const webhooks = scene.webhooks.webhooks.flatMap(entry => {
    const { webhook } = entry
    if (webhook.matchConditions.length === 0) return []
    const whole = objectOfWebhook(entry)
    const owner = { ...whole, field: `${whole.field}.` }
    const { namespaceSelector, objectSelector, rules } = webhook
    const matchers = [{ namespaceSelector, objectSelector, rules }]
    const texts = textsOfWebhook(webhook)
    const key = JSON.stringify(['webhook', entry.id, webhook.matchConditions, webhook.rules])
    const infos = kindsOf(rules, served.resources)
    return [{ key, texts, minor, owner, matchers, param: null, isParamSecret: false, infos }]
  })
  return [...policies, ...webhooks]
}

/** The first parameter; null where expressions have none, undefined where it is not there. */
function paramOf({ policy }: PolicyEntry, { params }: BindingEntry): ObjectRef | null | undefined {
  if (policy.paramKind === null || params.type === 'null') return null
  return params.type === 'resolved' ? params.found[0] : undefined
}

type Rules = PolicyEntry['policy']['match']['rules']

// Wildcards would list everything; Secrets are not read for this.
function kindsOf(rules: Rules, resources: readonly ResourceInfo[]): readonly ResourceInfo[] {
  const found = new Set<ResourceInfo>()
  for (const rule of rules) {
    for (const info of resources) {
      const isNamed =
        holds(rule.apiGroups, info.group) &&
        holds(rule.apiVersions, info.version) &&
        rule.resources.some(pattern => resourceMatches(pattern, info.resource, ''))
      if (isNamed && info.verbs.includes('list') && info.resource !== 'secrets') found.add(info)
      if (found.size >= kindsOfSubject) return [...found]
    }
  }
  return [...found]
}

function holds(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value)
}
