import { type Fields, fieldsOf, listOf, stringOf, stringsOf } from '../fields.ts'
import { duplicate, type FieldProblem, invalid, required, subdomainFaults } from '../schema/index.ts'
import { sameJson } from '../values/index.ts'
import { conditionProblems } from './expressions.ts'
import { identifierFaults } from './identifiers.ts'
import { oneOf, ruleProblems } from './rules.ts'
import { selectorProblems } from './selectors.ts'

/** What stored objects may keep and new ones may not have. */
interface Leniency {
  readonly minor: number
  readonly checksConditions: boolean
  readonly stored: ReadonlySet<string>
  readonly needsNoSideEffects: boolean
  readonly needsKnownReview: boolean
  readonly needsUniqueNames: boolean
}

const withoutEffects: readonly string[] = ['None', 'NoneOnDryRun']
const allEffects: readonly string[] = ['None', 'NoneOnDryRun', 'Some', 'Unknown']
const knownReviews: readonly string[] = ['v1', 'v1beta1']

/** Faults of the webhooks of a configuration that is written, as the server words them. */
export function configurationProblems(
  object: Fields,
  old: Fields | null,
  minor: number,
): readonly FieldProblem[] {
  const hooks = listOf(object.webhooks).map(fieldsOf)
  const lenient = leniencyOf(hooks, old === null ? null : listOf(old.webhooks).map(fieldsOf), minor)
  const names = new Set<string>()
  return hooks.flatMap((hook, at) => {
    const field = `webhooks[${at}]`
    const name = stringOf(hook.name)
    const isTwice = lenient.needsUniqueNames && name !== '' && names.has(name)
    names.add(name)
    return [
      ...webhookProblems(hook, field, lenient),
      ...reviewProblems(stringsOf(hook.admissionReviewVersions), `${field}.admissionReviewVersions`, lenient),
      ...(isTwice ? [duplicate(`${field}.name`, name)] : []),
    ]
  })
}

function leniencyOf(hooks: readonly Fields[], old: readonly Fields[] | null, minor: number): Leniency {
  if (old === null)
    return {
      ...{ minor, checksConditions: true, stored: new Set(), needsNoSideEffects: true },
      ...{ needsKnownReview: true, needsUniqueNames: true },
    }
  const names = old.map(({ name }) => stringOf(name))
  const conditions = (of: readonly Fields[]) => of.map(({ matchConditions }) => listOf(matchConditions))
  return {
    minor,
    checksConditions: !sameJson(conditions(hooks), conditions(old)),
    stored: new Set(conditions(old).flatMap(each => each.map(one => stringOf(fieldsOf(one).expression)))),
    needsNoSideEffects: old.every(({ sideEffects }) => withoutEffects.includes(stringOf(sideEffects))),
    needsKnownReview: old.every(({ admissionReviewVersions }) => {
      const versions = stringsOf(admissionReviewVersions)
      return versions.length === 0 || versions.some(version => knownReviews.includes(version))
    }),
    needsUniqueNames: new Set(names).size === names.length,
  }
}

function webhookProblems(hook: Fields, field: string, lenient: Leniency): readonly FieldProblem[] {
  const allowedEffects = lenient.needsNoSideEffects ? withoutEffects : allEffects
  const { timeoutSeconds: timeout, sideEffects } = hook
  const isTimeoutOff = typeof timeout === 'number' && (timeout > 30 || timeout < 1)
  const writing = { minor: lenient.minor, hasParams: false, stored: lenient.stored }
  return [
    ...nameProblems(stringOf(hook.name), `${field}.name`),
    ...listOf(hook.rules).flatMap((rule, at) => ruleProblems(fieldsOf(rule), `${field}.rules[${at}]`)),
    ...oneOf(hook.failurePolicy, ['Fail', 'Ignore'], `${field}.failurePolicy`),
    ...oneOf(hook.matchPolicy, ['Equivalent', 'Exact'], `${field}.matchPolicy`),
    ...(sideEffects === undefined || sideEffects === null
      ? [required(`${field}.sideEffects`, `must specify one of ${allowedEffects.join(', ')}`)]
      : oneOf(sideEffects, allowedEffects, `${field}.sideEffects`)),
    ...(isTimeoutOff
      ? [invalid(`${field}.timeoutSeconds`, timeout, 'the timeout value must be between 1 and 30 seconds')]
      : []),
    ...selectorProblems(hook.namespaceSelector, `${field}.namespaceSelector`),
    ...selectorProblems(hook.objectSelector, `${field}.objectSelector`),
    ...oneOf(hook.reinvocationPolicy, ['IfNeeded', 'Never'], `${field}.reinvocationPolicy`),
    ...clientProblems(fieldsOf(hook.clientConfig), `${field}.clientConfig`),
    ...(lenient.checksConditions
      ? conditionProblems(hook.matchConditions, writing, `${field}.matchConditions`)
      : []),
  ]
}

/** A name of at least three parts. */
function nameProblems(name: string, field: string): readonly FieldProblem[] {
  if (name === '') return [required(field)]
  const faults = subdomainFaults(name)
  if (faults.length > 0) return [invalid(field, name, faults.join(','))]
  return name.split('.').length < 3
    ? [invalid(field, name, 'should be a domain with at least three segments separated by dots')]
    : []
}

function reviewProblems(
  versions: readonly string[],
  field: string,
  { needsKnownReview }: Leniency,
): readonly FieldProblem[] {
  if (versions.length === 0) return [required(field, `must specify one of ${knownReviews.join(', ')}`)]
  const found = versions.flatMap((version, at) =>
    versions.indexOf(version) < at
      ? [invalid(`${field}[${at}]`, version, 'duplicate version')]
      : identifierFaults(version).map(fault => invalid(`${field}[${at}]`, version, fault)),
  )
  const isKnown = versions.some(version => knownReviews.includes(version))
  return needsKnownReview && !isKnown
    ? [...found, invalid(field, versions, `must include at least one of ${knownReviews.join(', ')}`)]
    : found
}

function clientProblems({ url, service }: Fields, field: string): readonly FieldProblem[] {
  const hasUrl = url !== undefined && url !== null
  const hasService = service !== undefined && service !== null
  if (hasUrl === hasService) return [required(field, 'exactly one of url or service is required')]
  return hasUrl
    ? urlProblems(stringOf(url), `${field}.url`)
    : serviceProblems(fieldsOf(service), `${field}.service`)
}

const desired = '; desired format: https://host[/path]'

/** Scheme, authority with user and host, query and fragment of a URL, split as RFC 3986 does in its appendix. */
const partsOfUrl =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s

function urlProblems(url: string, field: string): readonly FieldProblem[] {
  const [, scheme = '', user, host = '', query = '', fragment = ''] = partsOfUrl.exec(url) ?? []
  return [
    ...(scheme.toLowerCase() === 'https'
      ? []
      : [invalid(field, scheme, `'https' is the only allowed URL scheme${desired}`)]),
    ...(host === '' ? [invalid(field, host, `host must be specified${desired}`)] : []),
    ...(user === undefined ? [] : [invalid(field, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalid(field, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalid(field, query, 'query parameters are not permitted in the URL')]),
  ]
}

function serviceProblems({ name, namespace, path, port }: Fields, field: string): readonly FieldProblem[] {
  const isPortOff = typeof port === 'number' && (port < 1 || port > 65_535)
  // The server names the two the wrong way round.
  return [
    ...(stringOf(namespace) === '' ? [required(`${field}.name`)] : []),
    ...(stringOf(name) === '' ? [required(`${field}.namespace`)] : []),
    ...(isPortOff
      ? [invalid(`${field}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]
      : []),
    ...pathProblems(stringOf(path), `${field}.path`),
  ]
}

function pathProblems(path: string, field: string): readonly FieldProblem[] {
  if (path === '' || path === '/') return []
  if (path === '//') return [invalid(field, path, 'segment[0] may not be empty')]
  const found = path.startsWith('/') ? [] : [invalid(field, path, "must start with a '/'")]
  const steps = path.slice(1).replace(/\/$/, '').split('/')
  return [
    ...found,
    ...steps.flatMap((step, at) =>
      step === ''
        ? [invalid(field, path, `segment[${at}] may not be empty`)]
        : subdomainFaults(step).map(fault => invalid(field, path, `segment[${at}]: ${fault}`)),
    ),
  ]
}
