import { type Engine, enginesOf } from '../../../shared/admission/engines/index.ts'
import {
  type FindingSources,
  type FindingsView,
  findings,
  type Scene,
} from '../../../shared/admission/findings/index.ts'
import { eventsOf, webhookHealth } from '../../../shared/admission/health/index.ts'
import { type CertificateBundle, itemsOf, type Known, noteOf } from '../../../shared/admission/index.ts'
import type { ResourceInfo } from '../../../shared/kube/index.ts'
import type { Sources } from '../live-view.ts'
import { policySnapshot } from '../policies.ts'
import { webhookSnapshot } from '../webhooks.ts'
import type { Surroundings } from './surroundings.ts'
import type { ThreadExpressions } from './threadExpressions.ts'

export interface FindingsSetup {
  readonly decode: (caBundle: string) => CertificateBundle
  readonly expressions: ThreadExpressions
  readonly minor: number
}

/** The findings of what the sources and the surroundings hold now. */
export function readFindings(told: Sources, around: Surroundings, setup: FindingsSetup): FindingsView {
  const { sources, loading } = counted(told)
  const isWhole = around.depth === 'whole'
  const definitions = isWhole
    ? sources.readKind('apiextensions.k8s.io', 'CustomResourceDefinition')
    : notAskedFor
  const apiServices = isWhole ? sources.readKind('apiregistration.k8s.io', 'APIService') : notAskedFor
  const policies = policySnapshot(sources)
  const input: FindingSources = {
    ...policies,
    parameters: lookup =>
      isSecret(lookup.resource) && !around.mayReadSecrets ? secretsNotRead : policies.parameters(lookup),
    ...webhookSnapshot(sources, setup.decode),
    minor: setup.minor,
    definitions,
    apiServices,
    expressions: setup.expressions,
    trials: around.tried,
    serving: id => around.servingOf(id),
    measures: (phase, name) => around.metrics?.webhook(phase, name) ?? null,
  }
  const { findings: list, omitted, notes, scene } = findings(input)
  around.look(scene)
  const engines = isWhole ? enginesIn(sources, input) : []
  return {
    depth: around.depth,
    readsSecrets: around.mayReadSecrets,
    asksServers: around.mayAskServers,
    findings: list,
    omitted,
    sources: [
      ...new Map(
        [
          ...scene.webhooks.sources,
          ...scene.policies.sources,
          ...(isWhole
            ? [noteOf('CustomResourceDefinition', definitions), noteOf('APIService', apiServices)]
            : []),
        ].map(note => [note.kind, note]),
      ).values(),
    ],
    notes: [...around.notes, ...notes].slice(0, mostNotes),
    trials: around.progress,
    loading: loading() + around.loading + setup.expressions.pending,
    engines,
    webhooks: scene.webhooks.webhooks.map(entry =>
      webhookHealth(
        entry,
        around.serving(entry),
        input.measures(entry.webhook.phase, entry.webhook.name),
        eventsOf(entry, around.events),
        sources.now,
      ),
    ),
    policies: healthOfPolicies(scene, around),
    measures: around.measuresNote,
  }
}

/** What is not looked at is not known, and yields no finding. */
const notAskedFor: Known = { state: 'loading' }

/** Not even the names of Secrets are read by themselves: that alone alarms whoever watches for it. */
const secretsNotRead: Known = {
  state: 'unreadable',
  error: { kind: 'denied', message: 'Secrets are read only when you ask for it.' },
}

function isSecret({ group, resource }: ResourceInfo): boolean {
  return group === '' && resource === 'secrets'
}

/** The sources, with how many of their answers are still to come. */
function counted(sources: Sources): { readonly sources: Sources; readonly loading: () => number } {
  let loading = 0
  const count = (known: Known): Known => {
    if (known.state === 'loading') loading += 1
    return known
  }
  return {
    sources: {
      ...sources,
      read: wanted => count(sources.read(wanted)),
      readKind: (group, kind, options) => count(sources.readKind(group, kind, options)),
    },
    loading: () => loading,
  }
}

/** What cannot be told fills no more than a screen or two. */
const mostNotes = 100

function healthOfPolicies(scene: Scene, around: Surroundings): FindingsView['policies'] {
  return scene.policies.policies.map(({ id, policy }) => ({
    id,
    measures: around.metrics?.policy(policy.flavour, policy.name) ?? null,
  }))
}

function enginesIn(sources: Sources, input: FindingSources): readonly Engine[] {
  const kinds = [input.configurations, input.policies, input.bindings].flatMap(each => Object.values(each))
  return enginesOf({
    objects: kinds.flatMap(itemsOf),
    served: sources.served,
    read: info => sources.read({ info, form: 'metadata' }),
  })
}
