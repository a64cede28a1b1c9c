import type { Trace, TraceRequest, TraceStatus } from '../../../../shared/admission/index.ts'
import { own } from '../../../../shared/admission/values/index.ts'
import { StatusError } from '../status.ts'

/** A status of admission as the server sends it, with details that clients read. */
export function statusError(
  { code, reason, message }: TraceStatus,
  request: TraceRequest,
  trace: Trace,
): StatusError {
  const details = detailsOf({ code, reason, message }, request, trace)
  const { warnings } = trace
  return new StatusError(code, reason, message, { warnings, ...(details === null ? {} : { details }) })
}

function detailsOf({ reason, message }: TraceStatus, request: TraceRequest, trace: Trace): object | null {
  if (reason === 'BadRequest') return null
  if (reason === 'InternalError') {
    const said = message.replace(/^Internal error occurred: /, '')
    return { causes: [{ message: said }] }
  }
  const by = trace.steps.find(step => step.outcome === 'denied' && step.isNotReached !== true)
  if (by?.phase === 'mutatingWebhook' || by?.phase === 'validatingWebhook') return null
  if (reason === 'Invalid' && by?.phase === 'schema') return invalidDetails(message, request, trace)
  const { group, resource } = request.resource
  const about = aboutOf(message)
  // What is not there is no part of the request, but the namespace or another object.
  const missing = reason === 'NotFound' ? /^([a-z]+)((?:\.[a-z0-9.-]+)?) "/.exec(message) : null
  if (missing !== null)
    return { name: about, ...(missing[2] ? { group: missing[2].slice(1) } : {}), kind: missing[1] }
  const details = {
    ...(about === '' ? {} : { name: about }),
    ...(group === '' ? {} : { group }),
    kind: resource,
  }
  return by?.phase === 'validatingPolicy' ? { ...details, causes: [{ message: causeOf(message) }] } : details
}

/** Name in messages like `pods "web" is forbidden: …`. */
const aboutOf = (message: string): string => /^[^ ]+ "([^"]*)" (?:is|not|already)/.exec(message)?.[1] ?? ''

/** What a policy says, without what the server puts before it. */
const causeOf = (message: string): string => message.replace(/^[^ ]+ "[^"]*" is forbidden: /, '')

const reasons: ReadonlyMap<string, string> = new Map([
  ['Required value', 'FieldValueRequired'],
  ['Invalid value', 'FieldValueInvalid'],
  ['Unsupported value', 'FieldValueNotSupported'],
  ['Too long', 'FieldValueTooLong'],
  ['Too many', 'FieldValueTooMany'],
  ['Duplicate value', 'FieldValueDuplicate'],
  ['Forbidden', 'FieldValueForbidden'],
  ['Internal error', 'InternalError'],
])
const words = [...reasons.keys()].join('|')
const problem = new RegExp(`^(.*?): ((${words})(?:: .*)?)$`, 's')
const between = new RegExp(`, (?=[^,]*?: (?:${words})(?:[:,\\]]|$))`)

/** The problems that a message names, one cause each. */
function invalidDetails(message: string, { kind, name }: TraceRequest, trace: Trace): object {
  const metadata = trace.objects.at(-1)?.metadata
  const own_ = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  const named = own_ ? own(metadata as Readonly<Record<string, unknown>>, 'name') : undefined
  const start = message.indexOf(' is invalid: ')
  const all = message.slice(start + ' is invalid: '.length)
  const texts = all.startsWith('[') && all.endsWith(']') ? all.slice(1, -1).split(between) : [all]
  const causes = texts.map(text => {
    const [, field = '', said = text, word = ''] = problem.exec(text) ?? []
    const reason = /must be of type /.test(said) ? 'FieldValueTypeInvalid' : (reasons.get(word) ?? '')
    return { reason, message: said, field }
  })
  const shown = typeof named === 'string' && named !== '' ? named : name
  return {
    ...(shown === '' ? {} : { name: shown }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.kind,
    causes,
  }
}
