import type { TraceStep } from '../../../shared/admission/index.ts'

/** What a step is called: the webhook, the policy, the plugin, or `authorization`. */
export function titleOf({ phase, webhook, name, kind }: TraceStep): string {
  if (phase === 'authorization') return 'authorization'
  if (webhook !== undefined && webhook !== '') return webhook
  const plain = name === '' || phase === 'builtIn' ? kind : name
  return plain === '' ? 'The server' : plain
}

/** Said of every step where no object is given: that none is stands once beside the steps. */
const withoutObject =
  /It is not known what it decides: it depends on the content of the object, which is not given\.?/

/** Why a step came out as it did, for who reads it as a sentence; the deciding field stands elsewhere. */
export function reasonInWords(step: TraceStep): string {
  if (step.access !== undefined) return accessInWords(step, step.access)
  const { outcome } = step
  const reason = step.reason.replace(withoutObject, 'It depends on the object.')
  if (outcome !== 'notMatched' && outcome !== 'skipped') return reason
  const told = /^(?<field>\w[\w.[\]]*): (?<what>.+)$/s.exec(reason)?.groups
  if (told === undefined) return reason
  const { field = '', what = '' } = told
  return ruleInWords(field, what) ?? what
}

/** The same where the step is not named by who asks: `jane may create deployments in shop …`. */
export function sentenceOf(step: TraceStep): string {
  const words = reasonInWords(step)
  return step.access !== undefined && words.startsWith('may ') ? `${step.access.user} ${words}` : words
}

/** Where an answer of authorization comes from; null for any other step. */
export function sourceInWords({ access, kind, outcome }: TraceStep): string | null {
  if (access === undefined) return null
  if (kind.endsWith('SubjectAccessReview')) return 'a review of the server'
  return outcome === 'unknown' ? 'roles could not be read' : 'roles read here'
}

/** `may create deployments in shop by ClusterRoleBinding sample-visitors`. */
function accessInWords(
  { outcome, reason }: TraceStep,
  { user, action }: NonNullable<TraceStep['access']>,
): string {
  // The group stands in the detail: `create deployments.apps` reads as if it were a name.
  const what = action.replace(/^(\S+ [^\s.]+)\.\S+/, '$1').replace(' in namespace ', ' in ')
  const asked = `${user} ${action}: `
  const why = reason.startsWith(asked) ? reason.slice(asked.length) : reason
  if (outcome === 'denied') return why === reason ? why : `may not ${what}: ${lowerFirst(why)}`
  if (outcome !== 'passed') return why
  const by = /allowed by (\w+) "([^"]+)"/.exec(why)
  if (by !== null) return `may ${what} by ${by[1]} ${by[2]}`
  return why === reason ? why : `may ${what}: ${lowerFirst(why)}`
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

/** Values of a rule that are named; of more their number says enough. */
const mostNamed = 3

/** What a rule takes and what it does not; null for a sentence about something else. */
function ruleInWords(field: string, what: string): string | null {
  const part = /(?:rules|resourceRules)\[\d+\]\.(\w+)$/i.exec(field)?.[1]
  const told = /^(.*) does not include (.*)$/s.exec(what)
  const taken = told?.[1]
  const not = told?.[2]
  if (part === undefined || taken === undefined || not === undefined) return null
  switch (part) {
    case 'apiGroups':
      return `rules take ${groupsInWords(taken)}, not ${groupsInWords(not.replace(/^group /, ''))}`
    case 'resources':
      return `rules take ${listed(taken)}, not ${not}`
    case 'apiVersions':
      return `rules take version ${listed(taken)}, not ${not}`
    case 'operations':
      return `rules take ${listed(taken).toLowerCase()}, not ${not.toLowerCase()}`
    case 'scope':
      return `rules take what is ${taken === 'Cluster' ? 'in no namespace' : 'in a namespace'}, not ${not}`
    case 'resourceNames':
      return `rules take ${listed(taken)} by name, not ${not}`
    default:
      return null
  }
}

function groupsInWords(groups: string): string {
  const named = groups.split(', ').map(group => (group === '""' ? 'the core group' : group))
  return listed(named.join(', '))
}

function listed(values: string): string {
  const all = values.split(', ')
  if (all.length <= mostNamed + 1) return values
  return `${all.slice(0, mostNamed).join(', ')} and ${all.length - mostNamed} more`
}

/**
 * The start of a text that is too long, ending behind a whole word; all of it where it fits.
 * @param most characters, the dots not counted
 */
export function clampedAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most + 1)
  const end = start.search(/\s\S*$/)
  // A text without a space is one word: it has to be cut somewhere.
  return `${text.slice(0, end > 0 ? end : most).replace(/[\s,;:(–-]+$/, '')}…`
}
