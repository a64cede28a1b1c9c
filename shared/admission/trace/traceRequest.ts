import { assumedPlugins, lastGates, mutatingGates, validatingGates } from '../gates/index.ts'
import { CompiledPolicies } from './compiled.ts'
import { runAuthorization, runGates } from './gateSteps.ts'
import { runMutatingPolicies } from './mutatingPolicies.ts'
import { runMutatingWebhooks } from './mutatingWebhooks.ts'
import { prepareObject, storeObject, warnOfDelete } from './prepare.ts'
import { newPasses } from './reinvocation.ts'
import { Run } from './run.ts'
import { decodeObject, validateObject, warnOfVersion } from './schemaSteps.ts'
import type { Trace, TraceRequest, World } from './types.ts'
import { runValidatingPolicies } from './validatingPolicies.ts'
import { runValidatingWebhooks } from './validatingWebhooks.ts'

export interface TraceOptions {
  /** Keeps what was compiled from one trace to the next. */
  readonly compiled?: CompiledPolicies
  /** Asked now and then while an expression runs; true ends it with an error. */
  readonly isCancelled?: () => boolean
}

/**
 * Follows a request through the API server: authorization, decoding, the mutating chain once or twice,
 * validation by schema, the validating chain. Nothing is thrown on odd shapes; what is not known is told as
 * such, with what would have to be fetched in `wishes`.
 */
export function traceRequest(request: TraceRequest, world: World, options: TraceOptions = {}): Trace {
  const { compiled = new CompiledPolicies(), isCancelled } = options
  const run = new Run(request, world, isCancelled === undefined ? { compiled } : { compiled, isCancelled })
  runAuthorization(run)
  warnOfVersion(run)
  if (refusesConnection(run)) return run.finish()
  decodeObject(run)
  warnOfDelete(run)
  runMutatingChain(run)
  prepareObject(run)
  validateObject(run)
  runGates(validatingGates, run, 0)
  runValidatingPolicies(run)
  runValidatingWebhooks(run)
  runGates(lastGates, run, 0)
  storeObject(run)
  for (const assumption of assumedPlugins(request)) run.assume(assumption)
  run.assume(
    'The server knows all objects as they are here: of changed policies it learns within about a second, of webhooks sooner.',
  )
  return run.finish()
}

// The server has no dry run of a connection, and says so before admission.
function refusesConnection(run: Run): boolean {
  const { operation, dryRun } = run.request
  if (operation !== 'CONNECT' || !dryRun || run.ended !== null) return false
  const status = { code: 400, reason: 'BadRequest', message: 'dryRun is not supported' }
  const reason = 'A connection cannot be tried by a dry run.'
  run.add({
    phase: 'builtIn',
    kind: 'dryRun',
    name: '',
    round: 0,
    outcome: 'denied',
    certainty: 'predicted',
    reason,
    status,
  })
  run.end(status, 'the dry run')
  return true
}

/** The whole mutating chain runs once more, and never a third time, where something in it changed the object. */
function runMutatingChain(run: Run): void {
  const passes = newPasses()
  runGates(mutatingGates, run, 0, true)
  runMutatingPolicies(run, passes, 0)
  runMutatingWebhooks(run, passes, 0)
  if (!passes.isDue || run.ended !== null) return
  runGates(mutatingGates, run, 1, true)
  if (run.ended === null) runMutatingPolicies(run, passes, 1)
  if (run.ended === null) runMutatingWebhooks(run, passes, 1)
}
