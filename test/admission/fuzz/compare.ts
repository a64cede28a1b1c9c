import type { Trace, TraceStep } from '../../../shared/admission/trace/index.ts'
import type { Observed, ObservedCall } from '../expectation.ts'
import { fieldsOf } from '../json.ts'
import { isPassedOver, observedOf, tracesOf, warningsOf } from '../librarySide.ts'
import type { Base, Recorded } from '../recording.ts'

/** What may become of a request, where the server chooses an order that nobody can know. */
interface Possible {
  /** As the library has it first. */
  readonly first: Observed
  /** Other answers that are as good. */
  readonly others: readonly Observed[]
}

/** Where the library does not say what the server did; empty where it does. */
export function disagreement(base: Base, recorded: Recorded): readonly string[] {
  const ways = [recorded, ...otherOrders(recorded)].map(each => possible(base, each))
  const found = ways.map(({ first, others }) =>
    [first, ...others]
      .map(each => unlike(recorded, each))
      .reduce((best, each) => (each.length < best.length ? each : best)),
  )
  return found.some(texts => texts.length === 0) ? [] : (found[0] ?? [])
}

function possible(base: Base, recorded: Recorded): Possible {
  const calls: ObservedCall[] = []
  const traces = tracesOf(base, recorded, calls)
  const counted = traces.filter(trace => !isPassedOver(recorded, trace))
  const warnings = warningsOf(traces)
  const observed = counted.map(trace => ({ ...observedOf(trace), warnings, calls }))
  const [first] = observed
  if (first === undefined) return { first: { ...nothingDone, code: 200, warnings, calls }, others: [] }
  const denied = observed.filter(({ code }) => code >= 400)
  const others = counted.flatMap(otherDenials).map(each => ({ ...each, warnings, calls }))
  return { first: denied[0] ?? first, others: [...denied, ...others] }
}

const nothingDone: Observed = {
  ...{ code: 0, reason: '', message: '', warnings: [], audit: {}, causes: [], object: null, calls: [] },
}

/** Policies have no order, and validating webhooks are called at once: any of their denials may be the answer. */
function otherDenials(trace: Trace): readonly Observed[] {
  if (trace.status === null) return []
  const [decisive] = trace.steps.filter(isDenial)
  if (decisive === undefined) return []
  return trace.steps
    .filter(step => isDenial(step) && step.phase === decisive.phase && step.round === decisive.round)
    .flatMap(({ status }) => (status === undefined ? [] : [{ ...observedOf(trace), ...status }]))
}

const isDenial = ({ outcome, status }: TraceStep): boolean => outcome === 'denied' && status !== undefined

/** The same with two mutating policies in the other order: their names are swapped, there and back. */
function otherOrders(recorded: Recorded): readonly Recorded[] {
  const names = recorded.objects
    .filter(({ kind }) => kind === 'MutatingAdmissionPolicy')
    .map(({ metadata }) => metadata.name)
  if (names.length < 2) return []
  const [one = '', other = ''] = names
  const swapped = (text: string): string =>
    text.replaceAll(one, '\u0000').replaceAll(other, one).replaceAll('\u0000', other)
  return [JSON.parse(swapped(JSON.stringify(recorded))) as Recorded]
}

function unlike({ request, seen }: Recorded, own: Observed): readonly string[] {
  const texts: string[] = []
  const say = (what: string, theirs: unknown, ours: unknown): void => {
    const [one, other] = [JSON.stringify(theirs), JSON.stringify(ours)]
    if (one !== other) texts.push(`${what}: ${one}, but ours: ${other}`)
  }
  const isAllowed = seen.code < 400
  say('code', isAllowed ? 'allowed' : seen.code, own.code !== 0 && own.code < 400 ? 'allowed' : own.code)
  say('message', unordered(generic(seen.message)), unordered(generic(shown(own.message, [seen.message]))))
  say('reason', seen.reason, own.reason)
  const warnings = own.warnings.map(text => shown(text, seen.warnings))
  say('warnings', seen.warnings.map(generic).sort(), warnings.map(generic).sort())
  say('calls', called(seen.calls), called(own.calls))
  const { operation, subresource = '' } = request
  const isNew = operation === 'create'
  if (isAllowed && own.code === 200 && !operation.startsWith('delete') && subresource === '')
    texts.push(...objectDifferences(admitted(seen.object, isNew), admitted(own.object, isNew), 'object'))
  return texts
}

/** What is wrong with fields comes in the order of a map, which is another each time. */
const unordered = (message: string): string =>
  message.includes('is invalid: [') ? message.replace(/\[(.*)\]$/s, (_, list) => sorted(list)) : message

const sorted = (list: string): string => `[${list.split(', ').sort().join(', ')}]`

/** What the library hides of a Secret, as one of the server’s texts has it. */
function shown(own: string, theirs: readonly string[]): string {
  const parts = own.split('(hidden: it may hold a value of a Secret)')
  if (parts.length === 1) return own
  const form = new RegExp(
    `^${parts.map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`,
    's',
  )
  return theirs.find(text => form.test(text)) ?? own
}

/** Mutating webhooks in their order, then the validating ones, which are called at once. */
function called(calls: readonly ObservedCall[]): readonly string[] {
  const hooks = calls.map(({ hook }) => hook)
  const isMutating = (hook: string): boolean => hook.startsWith('m-')
  return [...hooks.filter(isMutating), ...hooks.filter(hook => !isMutating(hook)).sort()]
}

/** Names that the server makes up are the same to us. */
const generic = (text: string): string => text.replaceAll(/generated-[a-z0-9]{5}\b/g, 'generated-*')

const setByServer = ['uid', 'creationTimestamp', 'resourceVersion', 'managedFields', 'generation', 'name']

/** Fields that the storage of a kind fills in, behind admission: addresses, and labels with a random uid. */
const allocated: Readonly<Record<string, readonly string[]>> = {
  Service: ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy'],
  Job: ['selector', 'template'],
}

/** A Job takes over the labels of its pods, where it has none; among them is its uid. */
function withoutOwner({ labels, ...metadata }: Readonly<Record<string, unknown>>): object {
  const own = Object.entries(fieldsOf(labels)).filter(([key]) => !/controller-uid$|job-name$/.test(key))
  return own.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(own) }
}

/**
 * Where less is said than the server says: of a request that both refuse, whatever is said is in what the
 * server says. Empty where that is so; of kinds whose own rules are not all known no more can be asked for.
 */
export function partialDisagreement(base: Base, recorded: Recorded): readonly string[] {
  const { seen } = recorded
  const { first } = possible(base, recorded)
  if (first.code !== seen.code || first.reason !== seen.reason)
    return [`${seen.code} ${seen.reason}, but ours: ${first.code} ${first.reason}`]
  return problemsOf(first.message).filter(problem => !seen.message.includes(problem))
}

/** Each begins with the path of a field. */
const problemsOf = (message: string): readonly string[] =>
  message
    .replace(/^.* is invalid: \[?/s, '')
    .replace(/\]$/, '')
    .split(/, (?=[a-z]+(?:\[\d+\]|\.[A-Za-z]+)[^ ]*: )/)

/** The parts of an object that admission and defaults decide. The status of a stored one is in the hands of controllers. */
function admitted(object: unknown, isNew: boolean): unknown {
  const { metadata, status, ...spec } = fieldsOf(object)
  const rest: Readonly<Record<string, unknown>> = isNew ? { ...spec, status } : spec
  const without = (fields: unknown, left: readonly string[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(fieldsOf(fields)).filter(([key]) => !left.includes(key)))
  return withoutRandom({
    ...rest,
    metadata:
      rest.kind === 'Job' ? withoutOwner(without(metadata, setByServer)) : without(metadata, setByServer),
    ...(rest.spec === undefined ? {} : { spec: without(rest.spec, allocated[String(rest.kind)] ?? []) }),
  })
}

/** The volume of a service account’s token has a random name, as have objects that name themselves. */
const withoutRandom = (object: unknown): unknown =>
  JSON.parse(JSON.stringify(object).replaceAll(/(kube-api-access|generated)-[a-z0-9]{5}/g, '$1-*'))

function objectDifferences(theirs: unknown, ours: unknown, path: string): readonly string[] {
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length)
    return theirs.flatMap((item, at) => objectDifferences(item, ours[at], `${path}[${at}]`))
  const [one, other] = [fieldsOf(theirs), fieldsOf(ours)]
  const isBoth = isObject(theirs) && isObject(ours)
  if (isBoth)
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap(key =>
      objectDifferences(one[key], other[key], `${path}.${key}`),
    )
  // Of a list that is always written the storage, which is behind admission, does not know that it was empty.
  if (theirs === null && Array.isArray(ours) && ours.length === 0) return []
  return JSON.stringify(theirs) === JSON.stringify(ours)
    ? []
    : [`${path}: ${JSON.stringify(theirs)}, but ours: ${JSON.stringify(ours)}`]
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
