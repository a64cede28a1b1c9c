import { isNotInDump } from '../errors/index.ts'
import { type ObjectRef, parseApiVersion } from '../kube/index.ts'
import { type CallPath, callPathOf, type ServiceSources } from './call-path.ts'
import {
  type BundleState,
  bundleEnd,
  bundleState,
  type CertificateBundle,
  spanInWords,
} from './certificates.ts'
import { slowChains } from './chains.ts'
import { itemsOf, type Known, noteOf, type SourceNote } from './known.ts'
import { coversOf } from './policy-inventory.ts'
import { bySeverity, type Problem } from './problem.ts'
import { type Reach, reachOf, type Surroundings, surroundingsOf } from './reach.ts'
import type { Labels } from './selectors.ts'
import { notServedProblem, type Served } from './served.ts'
import {
  problemsOfBundle,
  problemsOfDeclaration,
  problemsOfPath,
  selfBlocking,
  slowChainProblem,
} from './webhook-problems.ts'
import { inCallingOrder, readWebhooks, type Webhook, type WebhookPhase } from './webhooks.ts'
import { rulesInWords, scopeInWords } from './words.ts'

/** A value with its meaning, as a chip shows it. */
interface Verdict {
  readonly meaning: 'good' | 'warning' | 'bad' | 'unknown'
  readonly label: string
}

export interface WebhookEntry {
  readonly id: string
  /** The configuration that holds it. */
  readonly ref: ObjectRef
  readonly webhook: Webhook
  /** Position in the calling order of its phase, from 1. */
  readonly position: number
  readonly actsOn: string
  readonly where: string
  /** Served resources that wildcards of its rules stand for; empty without wildcards. */
  readonly covers: readonly string[]
  readonly reach: Reach
  readonly bundle: CertificateBundle | null
  readonly bundleState: BundleState
  readonly certificate: Verdict
  readonly path: CallPath
  readonly endpoint: Verdict
  readonly problems: readonly Problem[]
}

export interface WebhookInventory {
  readonly sources: readonly SourceNote[]
  /** In calling order, mutating first. */
  readonly webhooks: readonly WebhookEntry[]
  readonly configurations: number
  /** Namespaces of today, sorted; `null` when they may not be read. */
  readonly namespaces: readonly string[] | null
}

export interface WebhookSnapshot extends ServiceSources {
  readonly configurations: Readonly<Record<WebhookPhase, Known>>
  readonly namespaces: Known
  readonly served: Served
  /** Decodes a caBundle (base64). */
  readonly decode: (caBundle: string) => CertificateBundle
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Every webhook in calling order, with where its calls go and what is wrong. Pure; never throws. */
export function webhookInventory(snapshot: WebhookSnapshot): WebhookInventory {
  const { mutating, validating } = snapshot.configurations
  const configurations = [...itemsOf(mutating), ...itemsOf(validating)]
  const ordered = inCallingOrder(configurations.flatMap(readWebhooks))
  const cluster = surroundingsOf(snapshot.namespaces, snapshot.served)
  const labels = new Map<string, Labels>(cluster.namespaces?.map(each => [each.name, each.labels]))
  const chains = slowChains(ordered, [...labels.values()])
  const firstValidating = ordered.filter(each => each.phase === 'mutating').length
  // Webhooks of one chain share what is said of it.
  const slow = new Map([...new Set(chains.values())].map(chain => [chain, slowChainProblem(chain)]))
  const webhooks = ordered.map((webhook, at) => {
    const chain = chains.get(webhook)
    const position = webhook.phase === 'mutating' ? at + 1 : at + 1 - firstValidating
    return webhookEntry(
      webhook,
      position,
      snapshot,
      cluster,
      labels,
      chain === undefined ? null : (slow.get(chain) ?? null),
    )
  })
  return {
    sources: [
      noteOf('MutatingWebhookConfiguration', mutating),
      noteOf('ValidatingWebhookConfiguration', validating),
      noteOf('Namespace', snapshot.namespaces),
    ],
    webhooks,
    configurations: configurations.length,
    namespaces: cluster.namespaces?.map(each => each.name).sort() ?? null,
  }
}

function webhookEntry(
  webhook: Webhook,
  position: number,
  snapshot: WebhookSnapshot,
  cluster: Surroundings,
  labels: ReadonlyMap<string, Labels>,
  slow: Problem | null,
): WebhookEntry {
  const reach = reachOf([webhook], cluster)
  const canBeFilled = snapshot.served.isPartial === true && webhook.isManifest
  const bundle = webhook.caBundle === '' ? null : snapshot.decode(webhook.caBundle)
  const path = callPathOf(webhook, snapshot)
  const blocking = selfBlocking(webhook, path, namespace => labels.get(namespace) ?? null)
  const unserved = notServedProblem(webhook.rules, webhook.matchPolicy.value, snapshot.served)
  const problems = [
    ...(blocking === null ? [] : [blocking]),
    ...problemsOfPath(webhook, path),
    ...problemsOfBundle(webhook, bundle, snapshot.now, canBeFilled),
    ...problemsOfDeclaration(webhook),
    ...(unserved === null ? [] : [unserved]),
    ...(slow === null ? [] : [slow]),
  ]
  const actsOnNothing = webhook.rules.length === 0 || unserved?.label === 'acts on nothing'
  const found = actsOnNothing ? problems.map(harmless) : problems
  return {
    id: `${webhook.phase}/${webhook.configuration}/${webhook.index}`,
    ref: refOf(webhook),
    webhook,
    position,
    actsOn: rulesInWords(webhook.rules) || 'nothing (no rules)',
    where: whereInWords(webhook, reach, blocking),
    covers: coversOf(webhook.rules, snapshot.served),
    reach,
    bundle,
    bundleState: bundleState(bundle, snapshot.now),
    certificate: asGrave(certificateVerdict(webhook, bundle, snapshot.now, canBeFilled), found),
    path,
    endpoint: asGrave(endpointVerdict(path), found),
    problems: bySeverity(found),
  }
}

// A call that fails and is ignored, or never made, refuses nothing: its chip says no more than its problem.
function asGrave(verdict: Verdict, problems: readonly Problem[]): Verdict {
  const isGrave = verdict.meaning !== 'bad' || problems.some(({ severity }) => severity === 'bad')
  return isGrave ? verdict : { ...verdict, meaning: 'warning' }
}

// What no request reaches breaks nothing today.
function harmless(problem: Problem): Problem {
  return problem.severity === 'bad' ? { ...problem, severity: 'warning' } : problem
}

function refOf(webhook: Webhook): ObjectRef {
  const { group, version } = parseApiVersion(webhook.apiVersion)
  const resource = `${webhook.phase}webhookconfigurations`
  return { resource: { group, version, resource }, namespace: '', name: webhook.configuration }
}

function whereInWords(webhook: Webhook, reach: Reach, blocking: Problem | null): string {
  const scope = scopeInWords(webhook.rules)
  const own = blocking !== null && reach.where === 'every namespace' ? ', its own too' : ''
  return scope === 'namespaced only' ? `${reach.where}${own}; ${scope}` : `${reach.where}${own}`
}

function certificateVerdict(
  webhook: Webhook,
  bundle: CertificateBundle | null,
  now: number,
  canBeFilled: boolean,
): Verdict {
  const end = bundleEnd(bundle)
  switch (bundleState(bundle, now)) {
    case 'missing':
      if (webhook.client.type === 'url') return { meaning: 'unknown', label: 'system roots' }
      if (canBeFilled) return { meaning: 'unknown', label: 'not in the dump' }
      return webhook.caInjector === ''
        ? { meaning: 'bad', label: 'no CA' }
        : { meaning: 'warning', label: `awaits ${webhook.caInjector}` }
    case 'undecodable':
      return { meaning: 'bad', label: 'unreadable' }
    case 'expired':
      return { meaning: 'bad', label: `expired ${spanInWords(now, end)}` }
    case 'notYetValid':
      return { meaning: 'bad', label: 'not yet valid' }
    case 'notAuthority':
      return { meaning: 'warning', label: `not a CA · ${spanInWords(end, now)}` }
    case 'expiresWithinWeek':
      return { meaning: 'bad', label: spanInWords(end, now) }
    case 'expiresWithinMonth':
      return { meaning: 'warning', label: spanInWords(end, now) }
    case 'valid':
      return { meaning: 'good', label: spanInWords(end, now) }
  }
}

function endpointVerdict(path: CallPath): Verdict {
  const { service } = path
  if (service === null) {
    return path.address === ''
      ? { meaning: 'bad', label: 'no target' }
      : { meaning: 'unknown', label: path.serverName }
  }
  const { name } = service.ref
  if (service.state === 'loading') return { meaning: 'unknown', label: `${name} …` }
  if (service.state === 'unreadable')
    return { meaning: 'unknown', label: isNotInDump(service.error) ? 'not in the dump' : 'not readable' }
  if (service.state === 'missing') return { meaning: 'bad', label: 'no service' }
  if (service.servicePort === null) return { meaning: 'bad', label: `no port ${service.port}` }
  if (service.externalName !== '') return { meaning: 'unknown', label: service.externalName }
  if (service.slicesState === 'unreadable') return { meaning: 'unknown', label: `${name} ?` }
  if (service.slicesState === 'loading') return { meaning: 'unknown', label: `${name} …` }
  if (service.ready === 0) return { meaning: 'bad', label: `0/${service.total} ${name}` }
  const meaning = service.ready < service.total ? 'warning' : 'good'
  return { meaning, label: `${service.ready}/${service.total} ${name}` }
}
