import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { convertBuiltIn } from '../defaults/index.ts'
import { fieldsOf, stringOf } from '../fields.ts'
import type { Match } from '../matching/index.ts'
import { applyJsonPatch, sameJson } from '../patch/index.ts'
import { changeWords } from './changeWords.ts'
import type { CompiledWebhook } from './compiled.ts'
import type { Passes } from './reinvocation.ts'
import type { Run } from './run.ts'
import { internalError, structJson } from './statuses.ts'
import type { Certainty, TraceStatus, TraceStep, WebhookAnswer } from './types.ts'
import { kindOf, redecoded } from './versions.ts'
import { branchesOf, type Called, call } from './webhookCall.ts'
import { asOf, select, webhookStep, webhooksOf, wordsOf } from './webhookSteps.ts'

/** One pass through the mutating webhooks, one after the other. Source: apiserver, webhook/mutating/dispatcher.go. */
export function runMutatingWebhooks(run: Run, passes: Passes, round: 0 | 1): void {
  const { webhooks } = passes
  if (round === 1 && run.ended === null && webhooks.isChanged(run.object)) webhooks.requireAll()
  for (const [position, hook] of webhooksOf('mutating', run).entries())
    new Turn(hook, { run, passes, round, position }).take()
  webhooks.leave(run.object)
}

interface Pass {
  readonly run: Run
  readonly passes: Passes
  readonly round: 0 | 1
  /** Among all mutating webhooks of the server. */
  readonly position: number
}

type Matched = Extract<Match, { type: 'matched' }>
type Rest = Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>

/** One webhook in one pass. */
class Turn {
  readonly #hook: CompiledWebhook
  readonly #pass: Pass
  /** What is told of every step of it. */
  #common: Partial<TraceStep> = {}
  #isCertain = true

  constructor(hook: CompiledWebhook, pass: Pass) {
    this.#hook = hook
    this.#pass = pass
  }

  take(): void {
    const { run, round, passes } = this.#pass
    if (run.ended !== null && round === 1) return
    const selection = select(this.#hook, run)
    if (selection.type === 'step') {
      if (round === 1) return
      this.#note(selection.step)
      if (selection.step.outcome === 'unknown') this.#doubt()
      return
    }
    if (run.ended !== null) {
      this.#note(webhookStep(this.#hook, { outcome: 'skipped', reason: run.notReached() }))
      return
    }
    if (selection.type === 'ended') {
      this.#note(selection.step)
      run.end(selection.status, wordsOf(this.#hook), selection.isCertain)
      return
    }
    const key = JSON.stringify([
      this.#hook.webhook.configuration,
      this.#hook.webhook.index,
      this.#hook.webhook.name,
    ])
    if (round === 1 && !passes.webhooks.isDue(key)) return
    this.#isCertain = selection.isCertain
    const { expressions } = selection
    this.#common = { ...asOf(selection.match), ...(expressions.length === 0 ? {} : { expressions }) }
    const isChanged = this.#call(selection.match)
    if (isChanged) {
      passes.webhooks.requireAll()
      passes.isDue = true
    }
    if (this.#hook.webhook.reinvocationPolicy?.value === 'IfNeeded') passes.webhooks.add(key)
  }

  #note(step: TraceStep): void {
    this.#pass.run.add({ ...step, round: this.#pass.round })
  }

  #tell(rest: Rest): void {
    this.#note(webhookStep(this.#hook, { ...this.#common, ...rest }))
  }

  #doubt(): void {
    const { run } = this.#pass
    if (run.object !== null && run.request.operation !== 'DELETE')
      run.doubtContent(`${wordsOf(this.#hook)} may have changed the object`)
  }

  /** True where it changed the object. */
  #call(match: Matched): boolean {
    const { run, round } = this.#pass
    const { webhook } = this.#hook
    const called = call(webhook, match, round, run)
    switch (called.type) {
      case 'unknown': {
        const reason = `${match.reason}; it is called${this.#isCertain ? '' : ' unless the object was changed before'}. ${called.why}`
        this.#tell({ outcome: 'called', reason, branches: branchesOf(webhook, run) })
        run.wait(webhook.timeoutSeconds.value)
        this.#doubt()
        run.assume(
          `What follows ${wordsOf(this.#hook)} is told as if it left the object as it is and let it pass.`,
        )
        return false
      }
      case 'rejected':
        this.#end(called.status, called.reason, called.isAnswered)
        return false
      case 'failed':
        return this.#failed(called.message, called.isAnswered)
      default:
        return this.#allowed(called, match)
    }
  }

  #certainty(isAnswered: boolean): Certainty {
    return this.#isCertain && !(isAnswered && this.#pass.run.contentDoubt !== null) ? 'predicted' : 'unknown'
  }

  #end(status: TraceStatus, reason: string, isAnswered: boolean): void {
    const certainty = this.#certainty(isAnswered)
    this.#tell({ outcome: 'denied', reason, status, certainty })
    this.#pass.run.end(status, wordsOf(this.#hook), certainty === 'predicted')
  }

  /** A call error: it ends the request, or is noted and ignored. */
  #failed(message: string, isAnswered: boolean): boolean {
    const { run, round, position } = this.#pass
    const { webhook } = this.#hook
    const text = `failed calling webhook ${JSON.stringify(webhook.name)}: ${message}`
    if (webhook.failurePolicy.value !== 'Ignore') {
      this.#end(internalError(text), text, isAnswered)
      return false
    }
    run.annotate(
      `failed-open.mutation.webhook.admission.k8s.io/round_${round}_index_${position}`,
      webhook.name,
    )
    const reason = `Its failure policy ignores that the call fails: ${text}`
    this.#tell({ outcome: 'error', reason, certainty: this.#certainty(isAnswered) })
    return false
  }

  #allowed(called: Extract<Called, { type: 'allowed' }>, match: Matched): boolean {
    const { patch } = called.answer
    if (patch === undefined || (isOperations(patch) && patch.length === 0)) return this.#passed(false)
    if (!isOperations(patch)) {
      const message = `received undecodable patch in webhook response: ${decodingFault(stringOf(fieldsOf(patch).text))}`
      return this.#failed(message, true)
    }
    if (called.object === null) {
      const name = JSON.stringify(this.#hook.webhook.name)
      const text = `admission webhook ${name} attempted to modify the object, which is not supported for this operation`
      this.#end(internalError(text), text, true)
      return false
    }
    return this.#patched(called.object, patch, match)
  }

  #patched(object: JsonObject, patch: readonly unknown[], match: Matched): boolean {
    const { run } = this.#pass
    const result = applyJsonPatch(object, patch)
    if (result.type === 'undecodable')
      return this.#failed(`received undecodable patch in webhook response: ${result.message}`, true)
    if (result.type === 'failed') {
      this.#end(
        internalError(result.message),
        `Its patch does not apply, whatever its failure policy: ${result.message}`,
        true,
      )
      return false
    }
    const { document } = result
    if (typeof document !== 'object' || document === null || !isJsonObject(document)) {
      const text = 'the patched document is no object'
      this.#end(internalError(text), text, true)
      return false
    }
    const decoded = redecoded(document, { ...run.request, kind: match.kind }, run.world)
    if (decoded.type === 'failed') {
      this.#end(
        internalError(decoded.message),
        `What its patch makes cannot be decoded: ${decoded.message}`,
        true,
      )
      return false
    }
    // Handed over in another version, and decoded as such, it comes back as the one of the request.
    const back = match.isEquivalent ? backFrom(decoded.object, run) : decoded.object
    if (back === null) {
      this.#tell({
        outcome: 'unknown',
        reason: 'What it changed is not known: it was handed over in another version.',
      })
      this.#doubt()
      return false
    }
    this.#annotate('patch', { patch, patchType: 'JSONPatch' })
    if (sameJson(run.object, back)) return this.#passed(false)
    this.#changed(back)
    return true
  }

  #changed(object: JsonObject): void {
    this.#annotate('mutation', { mutated: true })
    const { run } = this.#pass
    const reason = changeWords(run.object ?? {}, object)
    const change = run.change(object)
    this.#tell({
      outcome: 'mutated',
      reason,
      change,
      certainty: this.#certainty(true),
    })
  }

  #passed(mutated: boolean): boolean {
    this.#annotate('mutation', { mutated })
    this.#tell({ outcome: 'passed', reason: 'It lets the request pass.', certainty: this.#certainty(true) })
    return mutated
  }

  #annotate(prefix: string, value: Readonly<Record<string, unknown>>): void {
    const { run, round, position } = this.#pass
    const { configuration, name } = this.#hook.webhook
    const key = `${prefix}.webhook.admission.k8s.io/round_${round}_index_${position}`
    run.annotate(key, structJson({ configuration, webhook: name, ...value }))
  }
}

/** The object in the version of the request; null where that is not known. */
function backFrom(document: JsonObject, { request, world }: Run): JsonObject | null {
  const { kind } = request
  const known = kindOf(request, world)
  if (known.type === 'custom') return { ...document, apiVersion: `${kind.group}/${kind.version}` }
  return known.type === 'builtIn' ? convertBuiltIn(document, kind) : null
}

type Patch = NonNullable<Extract<WebhookAnswer, { type: 'answered' }>['patch']>

const isOperations = (patch: Patch): patch is readonly unknown[] => Array.isArray(patch)

const isJsonObject = (value: object): value is JsonObject => !Array.isArray(value)

/** Why a text is no patch, as Go’s decoder says it. */
function decodingFault(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const type = typeof value === 'boolean' ? 'bool' : value === null ? 'null' : typeof value
    return `json: cannot unmarshal ${type} into Go value of type jsonpatch.Patch`
  } catch {
    return syntaxFault(text.trim())
  }
}

function syntaxFault(text: string): string {
  const literal = ['null', 'true', 'false'].find(each => each.charAt(0) === text.charAt(0))
  if (text === '') return 'unexpected end of JSON input'
  const first = `invalid character '${text.charAt(0)}' looking for beginning of value`
  if (literal === undefined) return first
  const at = [...literal].findIndex((character, index) => character !== text.charAt(index))
  if (at < 0) return `invalid character '${text.charAt(literal.length)}' after top-level value`
  if (at >= text.length) return 'unexpected end of JSON input'
  return `invalid character '${text.charAt(at)}' in literal ${literal} (expecting '${literal.charAt(at)}')`
}
