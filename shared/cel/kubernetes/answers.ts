import type {
  AuthorizationAnswer,
  AuthorizationLookup,
  AuthorizationQuestion,
  ResourceAttributes,
} from '../libraries/index.ts'

/**
 * Answers of an authorizer that are known already. Evaluate with `lookUp`; where the outcome is
 * `unanswered`, find the answer (a SubjectAccessReview, or rules that were read), `add` it, and evaluate
 * again. The server too keeps its decisions for as long as one request is admitted.
 */
export class KnownAnswers {
  readonly #answers = new Map<string, AuthorizationAnswer>()

  readonly lookUp: AuthorizationLookup = question => this.#answers.get(keyOf(question))

  add(question: AuthorizationQuestion, answer: AuthorizationAnswer): void {
    this.#answers.set(keyOf(question), answer)
  }

  /** What was answered does not hold any more, and nothing has taken its place. */
  remove(question: AuthorizationQuestion): void {
    this.#answers.delete(keyOf(question))
  }
}

const attributeNames = [
  ...(['group', 'resource', 'subresource', 'namespace', 'name'] as const),
  ...(['fieldSelector', 'labelSelector'] as const),
]

function keyOf(question: AuthorizationQuestion): string {
  const { username, uid, groups, extra } = question.subject
  const about =
    question.kind === 'path' ? [question.path] : attributeNames.map(name => question.resource[name])
  return JSON.stringify([question.kind, question.verb, about, username, uid, groups, [...(extra ?? [])]])
}

/** The spec of a SubjectAccessReview that asks the same. */
export function reviewSpec(question: AuthorizationQuestion): Readonly<Record<string, unknown>> {
  const { username, uid, groups, extra } = question.subject
  return {
    user: username,
    groups,
    ...(uid === undefined ? {} : { uid }),
    ...(extra === undefined ? {} : { extra: Object.fromEntries(extra) }),
    ...(question.kind === 'path'
      ? { nonResourceAttributes: { path: question.path, verb: question.verb } }
      : { resourceAttributes: resourceAttributes(question.verb, question.resource) }),
  }
}

function resourceAttributes(
  verb: string,
  { fieldSelector, labelSelector, ...resource }: ResourceAttributes,
): Readonly<Record<string, unknown>> {
  const named = Object.entries(resource).filter(([, value]) => value !== '')
  return {
    verb,
    version: '*',
    ...Object.fromEntries(named),
    // A server limits by a raw selector if it can parse it, as the library does.
    ...(fieldSelector === '' ? {} : { fieldSelector: { rawSelector: fieldSelector } }),
    ...(labelSelector === '' ? {} : { labelSelector: { rawSelector: labelSelector } }),
  }
}
