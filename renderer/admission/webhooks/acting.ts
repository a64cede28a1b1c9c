import { actsOn, requestLimitSeconds, secondsOf, type WebhookEntry } from '../../../shared/admission/index.ts'
import { counted } from '../../../shared/words/index.ts'

/** What the list of webhooks is narrowed to. */
export interface WebhookFilter {
  readonly text: string
  /** Empty: any. */
  readonly operation: string
  /** `resource` or `resource.group`, with `/subresource`; empty: any. */
  readonly resource: string
  /** Empty: any. */
  readonly namespace: string
  readonly only: 'all' | 'broken' | 'atRisk'
}

export const noFilter: WebhookFilter = { text: '', operation: '', resource: '', namespace: '', only: 'all' }

/** Resources that people ask for whether or not a rule names them. */
const always = ['pods', 'services', 'configmaps', 'secrets', 'namespaces', 'deployments.apps']

/** Every resource that a rule names, and the usual ones, sorted. */
export function resourceChoices(webhooks: readonly WebhookEntry[]): readonly string[] {
  const choices = new Set(always)
  for (const { webhook } of webhooks) {
    for (const rule of webhook.rules) {
      for (const group of rule.apiGroups.filter(each => each !== '*')) {
        for (const resource of rule.resources.filter(each => !each.includes('*'))) {
          choices.add(choiceOf(group, resource))
        }
      }
    }
  }
  return [...choices].sort()
}

function choiceOf(group: string, resource: string): string {
  if (group === '') return resource
  const [main = '', sub] = resource.split('/')
  return `${main}.${group}${sub === undefined ? '' : `/${sub}`}`
}

function partsOf(choice: string): {
  readonly group: string
  readonly resource: string
  readonly subresource: string
} {
  const [whole = '', subresource = ''] = choice.split('/')
  const dot = whole.indexOf('.')
  if (dot < 0) return { group: '', resource: whole, subresource }
  return { group: whole.slice(dot + 1), resource: whole.slice(0, dot), subresource }
}

export function shownWebhooks(
  webhooks: readonly WebhookEntry[],
  filter: WebhookFilter,
): readonly WebhookEntry[] {
  const words = wordsOf(filter.text)
  return webhooks.filter(entry => {
    const text = `${writtenText(entry)} ${wildcardText(entry, webhooks)}`
    return (
      words.every(word => text.includes(word)) &&
      takesRequest(entry, filter) &&
      reaches(entry, filter.namespace) &&
      (filter.only === 'all' || severityOf(entry) === filter.only)
    )
  })
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** What stands in the row of a webhook, its problems among it. */
function writtenText(entry: WebhookEntry): string {
  const { webhook, path, certificate, endpoint, problems } = entry
  const labels = [certificate.label, endpoint.label, ...problems.map(problem => problem.label)].join(' ')
  const names = `${webhook.configuration} ${webhook.name} ${entry.actsOn} ${entry.where} ${path.address}`
  return `${names} ${webhook.failurePolicy.value} ${labels}`.toLowerCase()
}

// Who looks for a resource also means the webhooks whose wildcards take it in. A rule for
// everything covers what the list of resources offers, for there the server's kinds are not named.
function wildcardText({ webhook, covers }: WebhookEntry, webhooks: readonly WebhookEntry[]): string {
  const all = webhook.rules.some(
    rule => rule.resources.some(each => each === '*' || each === '*/*') && rule.apiGroups.includes('*'),
  )
  return [...covers, ...(all ? resourceChoices(webhooks) : [])].join(' ').toLowerCase()
}

/** How many of those shown have the typed words only by a wildcard; empty when none. */
export function wildcardsInWords(shown: readonly WebhookEntry[], filter: WebhookFilter): string {
  const words = wordsOf(filter.text)
  const count = shown.filter(entry => !words.every(word => writtenText(entry).includes(word))).length
  return count === 0 ? '' : `${count} of them by a wildcard in ${count === 1 ? 'its' : 'their'} rules`
}

/** `10 webhooks`, or `3 of 10 webhooks` where a filter hides some. */
export function shownInWords(shown: number, total: number): string {
  const whole = counted(total, 'webhook')
  return shown === total ? whole : `${shown} of ${whole}`
}

function takesRequest({ webhook }: WebhookEntry, { operation, resource }: WebhookFilter): boolean {
  if (resource === '') {
    return (
      operation === '' ||
      webhook.rules.some(rule => rule.operations.includes('*') || rule.operations.includes(operation))
    )
  }
  const operations = operation === '' ? ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] : [operation]
  return operations.some(each =>
    // Whether the kind is namespaced is not known here: either scope will do.
    [true, false].some(namespaced =>
      actsOn(webhook, { operation: each, version: '', ...partsOf(resource), namespaced }),
    ),
  )
}

// Cluster-scoped requests are in no namespace; an unknown reach may well hold it.
function reaches({ reach }: WebhookEntry, namespace: string): boolean {
  if (namespace === '') return true
  return reach.namespacedKinds && (reach.namespaces === null || reach.namespaces.includes(namespace))
}

/** Why no webhook is shown. The typed filter is named where it alone, or it too, is the reason. */
export function nothingInWords(webhooks: readonly WebhookEntry[], filter: WebhookFilter): string {
  const text = filter.text.trim()
  if (text === '') return 'No webhook acts on what is chosen above.'
  const withoutText = shownWebhooks(webhooks, { ...filter, text: '' })
  if (withoutText.length === 0)
    return `No webhook acts on what is chosen above, and “${text}” is asked for too.`
  const choice = withoutText.length === webhooks.length ? '' : ' of those that act on what is chosen above'
  return `No webhook${choice} has “${text}” in its name, its rules, its address or its problems.`
}

export function severityOf(entry: WebhookEntry): 'broken' | 'atRisk' | 'fine' {
  if (entry.problems.some(problem => problem.severity === 'bad')) return 'broken'
  return entry.problems.some(problem => problem.severity === 'warning') ? 'atRisk' : 'fine'
}

/** What the mutating webhooks shown may cost a request, once one is chosen; else empty. */
export function waitingInWords(shown: readonly WebhookEntry[], filter: WebhookFilter): string {
  if (filter.resource === '' || filter.operation === '') return ''
  const mutating = shown.filter(entry => entry.webhook.phase === 'mutating')
  if (mutating.length === 0) return ''
  const seconds = secondsOf(mutating.map(entry => entry.webhook))
  const where = filter.namespace === '' ? '' : ` in ${filter.namespace}`
  const request = `${filter.operation.toLowerCase()} ${filter.resource}${where}`
  return `${request}: calls in a row may take ${seconds} s, ${requestLimitSeconds} s are allowed`
}
