import type { BindingEntry, PolicyEntry } from '../../policy-inventory.ts'
import type { Rule } from '../../rules.ts'
import type { WebhookEntry } from '../../webhook-inventory.ts'
import {
  type Draft,
  objectOfBinding,
  objectOfPolicy,
  objectOfWebhook,
  type Scene,
  webhookKind,
} from '../scene.ts'
import type { FindingObject } from '../types.ts'

/** Checks of declarations: names that are there twice, and what the server refuses to take. */
export function declarations(scene: Scene): readonly Draft[] {
  const named = new Map<string, number>()
  for (const { webhook } of scene.webhooks.webhooks) {
    const key = `${webhook.phase}/${webhook.configuration}/${webhook.name}`
    named.set(key, (named.get(key) ?? 0) + 1)
  }
  return [
    ...duplicates(scene.webhooks.webhooks),
    ...scene.webhooks.webhooks.flatMap(entry =>
      refused(faultsOfWebhook(entry, named), objectOfWebhook(entry)),
    ),
    ...scene.policies.policies.flatMap(entry => refused(faultsOfPolicy(entry), objectOfPolicy(entry))),
    ...scene.policies.bindings.flatMap(entry => refused(faultsOfBinding(entry), objectOfBinding(entry))),
  ]
}

function duplicates(webhooks: readonly WebhookEntry[]): readonly Draft[] {
  const named = Map.groupBy(webhooks, ({ webhook }) => `${webhook.phase}/${webhook.name}`)
  return [...named.values()].flatMap(entries => {
    const configurations = new Set(entries.map(({ webhook }) => webhook.configuration))
    const [first] = entries
    if (configurations.size < 2 || first === undefined || first.webhook.name === '') return []
    const evidence = [
      `${webhookKind(first.webhook.phase)}s ${[...configurations].slice(0, 8).join(', ')} each have a webhook ${first.webhook.name}.`,
    ]
    return [
      {
        id: 'duplicate-webhook-name',
        objects: entries.slice(0, 20).map(each => objectOfWebhook(each)),
        evidence,
      } as const,
    ]
  })
}

function refused(faults: readonly string[], object: FindingObject): readonly Draft[] {
  return faults.length === 0 ? [] : [{ id: 'declaration-refused', objects: [object], evidence: faults }]
}

// Source of the rules: kubernetes, apis/admissionregistration/validation.
function faultsOfWebhook({ webhook }: WebhookEntry, named: ReadonlyMap<string, number>): readonly string[] {
  const faults: string[] = []
  if (webhook.name.split('.').length < 3 || !/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(webhook.name))
    faults.push(`The name “${webhook.name}” is no domain name of three or more parts.`)
  const timeout = webhook.timeoutSeconds.value
  if (timeout < 1 || timeout > 30) faults.push(`timeoutSeconds is ${timeout}; it must be from 1 to 30.`)
  const twins = named.get(`${webhook.phase}/${webhook.configuration}/${webhook.name}`) ?? 0
  if (twins > 1 && webhook.name !== '') faults.push(`${twins} webhooks of it are called ${webhook.name}.`)
  if (webhook.matchConditions.length > 64)
    faults.push(`It has ${webhook.matchConditions.length} match conditions; 64 are the most.`)
  return [...faults, ...faultsOfConditions(webhook.matchConditions), ...faultsOfRules(webhook.rules)]
}

function faultsOfConditions(conditions: readonly { readonly name: string }[]): readonly string[] {
  const names = conditions.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? [] : [`Two match conditions are called “${twice}”.`]
}

function faultsOfRules(rules: readonly Rule[]): readonly string[] {
  return rules.flatMap((rule, at) => {
    const parts = [
      ['operations', rule.operations],
      ['apiGroups', rule.apiGroups],
      ['apiVersions', rule.apiVersions],
    ] as const
    const wild = parts.filter(([, values]) => values.includes('*') && values.length > 1)
    const empty = [...parts, ['resources', rule.resources] as const].filter(
      ([, values]) => values.length === 0,
    )
    return [
      ...wild.map(([name]) => `Rule ${at + 1}: * must stand alone in ${name}.`),
      ...empty.map(([name]) => `Rule ${at + 1}: ${name} is empty.`),
    ]
  })
}

function faultsOfPolicy({ policy }: PolicyEntry): readonly string[] {
  const faults = [...faultsOfConditions(policy.matchConditions), ...faultsOfRules(policy.match.rules)]
  if (policy.flavour === 'validating' && policy.validations.length + policy.auditAnnotations.length === 0)
    faults.push('It has neither validations nor auditAnnotations.')
  if (policy.flavour === 'mutating' && policy.mutations.length === 0) faults.push('It has no mutations.')
  for (const [at, { message, reason }] of policy.validations.entries()) {
    if (message.trim().includes('\n')) faults.push(`The message of validation ${at + 1} has a line break.`)
    if (!['Invalid', 'Forbidden', 'RequestEntityTooLarge'].includes(reason.value))
      faults.push(`The reason of validation ${at + 1} is ${reason.value}.`)
  }
  return faults
}

function faultsOfBinding({ binding }: BindingEntry): readonly string[] {
  if (binding.flavour === 'mutating') return []
  const actions = binding.validationActions
  if (actions.length === 0) return ['It has no validationActions.']
  const faults =
    actions.includes('Deny') && actions.includes('Warn') ? ['Deny and Warn exclude each other.'] : []
  const other = actions.find(each => !['Deny', 'Warn', 'Audit'].includes(each))
  return other === undefined ? faults : [...faults, `“${other}” is no action.`]
}
