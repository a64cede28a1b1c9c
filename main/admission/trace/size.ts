import type { Trace, TraceRequest, TraceStep } from '../../../shared/admission/index.ts'

/** Bytes of a request that the API server reads. Source: apiserver, server/config.go, MaxRequestBodyBytes. */
const mostSent = 3 * 1024 * 1024
/** Bytes that etcd takes unless it is told otherwise. Source: etcd, DefaultMaxRequestBytes. */
const mostStored = 1.5 * 1024 * 1024
/** Bytes of the values of a ConfigMap or Secret. Source: core validation, MaxSecretSize. */
const mostValues = 1024 * 1024

/**
 * A trace with what the size of its object means: a server does not even read what is too large. Of sizes
 * that depend on what admission makes of the object it is told as an assumption.
 */
export function withSize(trace: Trace, { operation, object }: TraceRequest): Trace {
  if (object === null || (operation !== 'CREATE' && operation !== 'UPDATE')) return trace
  const bytes = Buffer.byteLength(JSON.stringify(object))
  if (bytes > mostSent) return unread(trace, bytes)
  const assumptions = assumptionsOf(object, bytes)
  return assumptions.length === 0 ? trace : { ...trace, assumptions: [...trace.assumptions, ...assumptions] }
}

/** Authorization comes before the body is read; nothing else does. */
function unread(trace: Trace, bytes: number): Trace {
  const authorization = trace.steps.filter(({ phase }) => phase === 'authorization')
  const isOpen = authorization.some(({ outcome }) => outcome !== 'passed')
  const status = {
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: limit is ${mostSent}`,
  }
  if (isOpen)
    return { ...trace, assumptions: [...trace.assumptions, `${told(bytes)}: it would be refused with 413.`] }
  const refused: TraceStep = {
    phase: 'schema',
    kind: 'request size',
    name: '',
    round: 0,
    outcome: 'denied',
    certainty: 'predicted',
    reason: `${told(bytes)}.`,
    status,
  }
  const rest = trace.steps.slice(authorization.length).map(step => ({ ...step, isNotReached: true }))
  return {
    ...trace,
    verdict: 'denied',
    status,
    steps: [...authorization, refused, ...rest],
    warnings: [],
    auditAnnotations: {},
  }
}

function told(bytes: number): string {
  return `The request has ${inWords(bytes)} bytes, and the server reads no more than ${inWords(mostSent)} of one`
}

function assumptionsOf(object: NonNullable<TraceRequest['object']>, bytes: number): readonly string[] {
  const isOfValues = object.apiVersion === 'v1' && (object.kind === 'ConfigMap' || object.kind === 'Secret')
  const values = isOfValues ? bytesOf(object.data) + bytesOf(object.binaryData) : 0
  return [
    ...(values > mostValues
      ? [
          `The values of the ${String(object.kind)} have about ${inWords(values)} bytes. A server refuses more than ${inWords(mostValues)}, unless admission makes them fewer.`,
        ]
      : []),
    ...(bytes > mostStored
      ? [
          `The object has ${inWords(bytes)} bytes. Unless it is set up otherwise, the store of the server refuses more than ${inWords(mostStored)}.`,
        ]
      : []),
  ]
}

function bytesOf(values: unknown): number {
  if (typeof values !== 'object' || values === null) return 0
  return Object.values(values).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    0,
  )
}

const inWords = (bytes: number): string => bytes.toLocaleString('en')
