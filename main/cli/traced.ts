import type { Trace, TraceRequest, TraceStep } from '../../shared/admission/index.ts'
import { openRefusal } from '../../shared/admission/index.ts'
import type { CheckAnswer } from '../../shared/ipc/index.ts'
import { apiVersionOf } from '../../shared/kube/index.ts'
import { alignColumns } from './columns.ts'

/** Version of the JSON of traces; see docs/trace.md. */
export const traceJsonVersion = 1

export interface TracedRequest {
  readonly request: TraceRequest
  readonly trace: Trace
  /** What the server said, where it was asked. */
  readonly check: CheckAnswer | null
  /** The verdict before the server was asked. */
  readonly predicted?: Trace['verdict']
}

/** The JSON of docs/trace.md: of one request its trace, of several a list of them. */
export function traceJson(traced: readonly TracedRequest[]): unknown {
  const [first, ...others] = traced
  if (first !== undefined && others.length === 0) return oneJson(first)
  return { version: traceJsonVersion, traces: traced.map(oneJson) }
}

function oneJson({ request, trace, check }: TracedRequest) {
  const { operation, resource, kind, subresource, namespace, name, user } = request
  return {
    version: traceJsonVersion,
    request: {
      operation,
      resource,
      kind,
      subresource,
      namespace,
      name,
      user: { username: user.username, groups: user.groups },
    },
    verdict: trace.verdict,
    status: trace.status,
    steps: trace.steps.map(stepJson),
    warnings: trace.warnings,
    auditAnnotations: trace.auditAnnotations,
    object: trace.objects.at(-1) ?? null,
    assumptions: trace.assumptions,
    gaps: trace.gaps.map(({ message }) => message),
    ...(check === null
      ? {}
      : {
          check: {
            allowed: check.allowed,
            code: check.code,
            reason: check.reason,
            message: check.message,
            warnings: check.warnings,
            differences: check.differences,
          },
        }),
  }
}

function stepJson(step: TraceStep) {
  const { phase, kind, name, webhook, binding, param, round, outcome, certainty, field } = step
  return {
    phase,
    kind,
    name,
    ...(webhook === undefined ? {} : { webhook }),
    ...(binding === undefined ? {} : { binding }),
    ...(param === undefined ? {} : { param }),
    round,
    outcome,
    certainty,
    reason: reasonOf(step),
    ...(field === undefined ? {} : { field }),
    ...(step.isNotReached === true ? { isNotReached: true } : {}),
    ...(step.status === undefined ? {} : { status: step.status }),
    ...(step.expressions === undefined || step.expressions.length === 0
      ? {}
      : { expressions: step.expressions }),
    ...(step.branches === undefined ? {} : { branches: step.branches }),
  }
}

const phases: Readonly<Record<TraceStep['phase'], string>> = {
  authorization: 'Authorization',
  mutatingPolicy: 'Mutating policies',
  mutatingWebhook: 'Mutating webhooks',
  schema: 'Schema',
  validatingPolicy: 'Validating policies',
  validatingWebhook: 'Validating webhooks',
  builtIn: 'Built-in plugins',
}

const outcomes: Readonly<Record<TraceStep['outcome'], string>> = {
  notMatched: '·  does not match',
  skipped: '·  skipped',
  called: '?  called',
  passed: '✓  passes',
  warned: '!  warns',
  audited: '!  is noted',
  denied: '✗  denies',
  mutated: '~  changes it',
  error: '!  fails, ignored',
  unknown: '?  unknown',
}

/** A trace for readers: the verdict first, then each step that had a say. */
export function traceText(traced: TracedRequest, showsAll: boolean): string {
  const { request, trace, check } = traced
  return [
    headline(request),
    `  ${verdictLine(trace, check)}`,
    ...(trace.status === null ? [] : [`  ${trace.status.message.replaceAll('\n', '\n  ')}`]),
    ...agreementLine(traced),
    ...section('Differs from what was predicted', check?.differences ?? []),
    '',
    ...stepLines(trace.steps, showsAll),
    ...section('Warnings', trace.warnings),
    ...section(
      'Audit annotations',
      Object.entries(trace.auditAnnotations).map(([key, value]) => `${key}: ${value}`),
    ),
    ...section(
      'Could not be read',
      trace.gaps.map(({ message }) => message),
    ),
    ...section('Taken for granted', trace.assumptions),
  ].join('\n')
}

function headline({ operation, resource, kind, subresource, namespace, name, user }: TraceRequest): string {
  const what = `${kind.kind} (${apiVersionOf(resource)} ${resource.resource}${subresource === '' ? '' : `/${subresource}`})`
  const where = namespace === '' || kind.kind === 'Namespace' ? '' : ` in namespace ${namespace}`
  return `${operation} ${what}${name === '' ? '' : ` ${name}`}${where} as ${user.username}`
}

function verdictLine(trace: Trace, check: CheckAnswer | null): string {
  const { verdict, status } = trace
  const by = check === null ? '' : ', as the server says in a dry run'
  switch (verdict) {
    case 'allowed':
      return `Allowed${by}.`
    case 'denied':
      return `Denied${status === null ? '' : ` with${status.code === 0 ? 'out an answer' : ` ${status.code} ${status.reason}`}`}${by}.`
    case 'unknown':
      return openLine(trace)
    case 'incomplete':
      return 'Incomplete: not everything that matters could be read.'
  }
}

function openLine(trace: Trace): string {
  const refusal = openRefusal(trace)
  if (refusal === null) return 'Unknown: it depends on what cannot be known from here.'
  const { step, values, unless } = refusal
  const who = step.webhook ?? (step.name === '' || step.phase === 'builtIn' ? step.kind : step.name)
  return `Unknown: ${who} refuses it${values === null ? '' : ` (${values})`} unless ${unless.join(' or ')} changes it.`
}

/** With no difference to tell it is told that there is none. */
function agreementLine({ trace, check, predicted }: TracedRequest): readonly string[] {
  if (check === null || predicted === undefined || check.differences.length > 0) return []
  return predicted === trace.verdict
    ? ['  The server agrees with what was predicted.']
    : [
        '  Nothing turned out otherwise than predicted; what the server decides could not be predicted as a whole.',
      ]
}

function stepLines(steps: readonly TraceStep[], showsAll: boolean): readonly string[] {
  const lines: string[] = []
  let phase: TraceStep['phase'] | null = null
  let unmatched = 0
  let unreached = 0
  const flush = (): void => {
    if (unmatched > 0) lines.push(`    ·  ${unmatched} ${unmatched === 1 ? 'does' : 'do'} not match`)
    if (unreached > 0) lines.push(`    ·  ${unreached} ${unreached === 1 ? 'is' : 'are'} not reached`)
    unmatched = 0
    unreached = 0
  }
  for (const step of steps) {
    if (step.phase !== phase) {
      flush()
      phase = step.phase
      lines.push(`  ${phases[phase]}`)
    }
    if (!showsAll && step.outcome === 'notMatched') unmatched++
    else if (!showsAll && step.isNotReached === true) unreached++
    else lines.push(...linesOf(step))
  }
  flush()
  return lines
}

function linesOf(step: TraceStep): readonly string[] {
  const { outcome, kind, name, webhook, binding, param, round, certainty, expressions = [] } = step
  const who = [
    name === '' || step.phase === 'builtIn' ? [kind, name].join(' ').trim() : name,
    webhook === undefined ? '' : `webhook ${webhook}`,
    binding === undefined ? '' : `binding ${binding}`,
    param === undefined || param === '' ? '' : `parameter ${param}`,
    round === 0 ? '' : 'called again',
  ].filter(part => part !== '')
  const seen = certainty === 'observed' ? ' (observed)' : ''
  // What comes before it may still change what it decides on.
  const said = outcome === 'denied' && certainty === 'unknown' ? '?  may deny' : outcomes[outcome]
  const [head = ''] = alignColumns([said.padEnd(20), who.join(', ')], [])
  const deciding = expressions.filter(({ explanation }) => explanation !== undefined)
  const isTelling =
    outcome === 'denied' || outcome === 'warned' || outcome === 'audited' || outcome === 'error'
  return [
    `    ${head}${seen}`,
    `       ${reasonOf(step).replaceAll('\n', '\n       ')}`,
    ...(isTelling
      ? deciding.map(({ explanation = '' }) => `       ${explanation.replaceAll('\n', ' ')}`)
      : []),
    ...(step.branches ?? []).map(({ when, then }) => `       if ${when}: ${then}`),
  ]
}

/** Of authorization a sentence with a verb: `jane may create pods in namespace shop: …`. */
function reasonOf({ reason, access, outcome }: TraceStep): string {
  if (access === undefined) return reason
  const asked = `${access.user} ${access.action}: `
  if (!reason.startsWith(asked)) return reason
  const may = outcome === 'denied' ? 'may not' : 'may'
  return `${access.user} ${may} ${access.action}: ${reason.slice(asked.length)}`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `  ${title}`, ...lines.map(line => `    ${line}`)]
}
