import { PolicyCompiler } from '../../cel/kubernetes/index.ts'
import type { Policy } from '../policies.ts'
import type { Webhook } from '../webhooks.ts'
import { conditionsHold } from './called.ts'
import {
  type CompiledExpressions,
  compile,
  type Expressions,
  type ExpressionTexts,
  textsOfPolicy,
  textsOfWebhook,
} from './expressions.ts'
import type { Probe } from './probedRequest.ts'

/** How many policies and webhooks are kept compiled. */
const kept = 20_000

/** Compiles each policy and webhook once: they change far more seldom than what is around them. */
export class ExpressionCache implements Expressions {
  readonly #known = new Map<string, CompiledExpressions>()
  readonly #compilers = new Map<string, PolicyCompiler>()
  readonly #held = new Map<string, boolean>()

  ofPolicy(policy: Policy, minor: number): CompiledExpressions {
    return this.ofTexts(textsOfPolicy(policy), minor)
  }

  ofWebhook(webhook: Webhook, minor: number): CompiledExpressions {
    return this.ofTexts(textsOfWebhook(webhook), minor)
  }

  ofTexts({ texts, hasParams }: ExpressionTexts, minor: number): CompiledExpressions {
    const key = JSON.stringify([minor, hasParams, texts])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#known.size >= kept) this.#known.clear()
    const compiled = compile(texts, this.#compilerFor({ texts, hasParams }, minor))
    this.#known.set(key, compiled)
    return compiled
  }

  holds(webhook: Webhook, probe: Probe, minor: number): boolean {
    const texts = textsOfWebhook(webhook)
    const key = JSON.stringify([probe, texts, minor])
    const known = this.#held.get(key)
    if (known !== undefined) return known
    if (this.#held.size >= kept) this.#held.clear()
    const holds = conditionsHold(this.ofTexts(texts, minor), probe)
    this.#held.set(key, holds)
    return holds
  }

  // An environment costs more than a short expression: what has no variables of its own shares one.
  #compilerFor({ texts, hasParams }: ExpressionTexts, minor: number): PolicyCompiler {
    const options = { minor, hasParams }
    if (texts.some(({ name }) => name !== undefined)) return new PolicyCompiler(options)
    const key = `${minor}/${hasParams}`
    const known = this.#compilers.get(key) ?? new PolicyCompiler(options)
    this.#compilers.set(key, known)
    return known
  }
}
