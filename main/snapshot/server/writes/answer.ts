import type { Trace, TraceRequest, TraceStatus } from '../../../../shared/admission/index.ts'
import { own } from '../../../../shared/admission/values/index.ts'
import { StatusError } from '../status.ts'

/** A status of admission as the server sends it, with details that clients read. */
export function statusError(status: TraceStatus, request: TraceRequest, trace: Trace): StatusError {
  const { code, reason, message } = status
  const details = detailsOf(status, request, trace)
  const { warnings } = trace
  return new StatusError(code, reason, message, { warnings, ...(details === null ? {} : { details }) })
}

function detailsOf(
  { reason, message, causes }: TraceStatus,
  request: TraceRequest,
  trace: Trace,
): object | null {
  if (reason === 'BadRequest') return null
  if (reason === 'InternalError') return { causes }
  const by = trace.steps.find(step => step.outcome === 'denied' && step.isNotReached !== true)
  if (by?.phase === 'mutatingWebhook' || by?.phase === 'validatingWebhook') return null
  if (reason === 'Invalid' && by?.phase === 'schema') return invalidDetails(causes, request, trace)
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
  const all = causes ?? terminating(message)
  return all === undefined ? details : { ...details, causes: all }
}

/** Clients read from the cause that a namespace is on its way out. Source: apiserver, NamespaceLifecycle. */
function terminating(message: string): readonly object[] | undefined {
  const [, name] = /in namespace (\S+) because it is being terminated$/.exec(message) ?? []
  if (name === undefined) return undefined
  return [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${name} is being terminated`,
      field: 'metadata.namespace',
    },
  ]
}

/** Name in messages like `pods "web" is forbidden: …`. */
const aboutOf = (message: string): string => /^[^ ]+ "([^"]*)" (?:is|not|already)/.exec(message)?.[1] ?? ''

/** The problems of an object, one cause each. */
function invalidDetails(causes: TraceStatus['causes'], { kind, name }: TraceRequest, trace: Trace): object {
  const metadata = trace.objects.at(-1)?.metadata
  const own_ = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  const named = own_ ? own(metadata as Readonly<Record<string, unknown>>, 'name') : undefined
  const shown = typeof named === 'string' && named !== '' ? named : name
  return {
    ...(shown === '' ? {} : { name: shown }),
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.kind,
    ...(causes === undefined ? {} : { causes }),
  }
}
