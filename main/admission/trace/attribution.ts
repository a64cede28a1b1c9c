import type { TraceStep } from '../../../shared/admission/index.ts'

/** Who refused a request, or said something of it, as far as the text of the server tells. */
export interface Attribution {
  readonly phase: TraceStep['phase']
  readonly kind: string
  readonly name: string
  readonly webhook?: string
  readonly binding?: string
}

const webhook = (name: string): Attribution => ({
  // Which of the two it is only the configuration tells.
  phase: 'validatingWebhook',
  kind: 'webhook',
  name: '',
  webhook: name,
})

const builtIn = (kind: string, name = ''): Attribution => ({ phase: 'builtIn', kind, name })

const validatingPolicy = (name: string, binding?: string): Attribution => ({
  phase: 'validatingPolicy',
  kind: 'ValidatingAdmissionPolicy',
  name,
  ...(binding === undefined ? {} : { binding }),
})

const mutatingPolicy = (name: string, binding: string): Attribution => ({
  phase: 'mutatingPolicy',
  kind: 'MutatingAdmissionPolicy',
  name,
  binding,
})

type Reading = readonly [RegExp, (found: readonly string[]) => Attribution]

/**
 * Texts of refusals and who writes them. Sources: apiserver, pkg/admission/plugin/{webhook,policy} and
 * pkg/endpoints/handlers/responsewriters; kubernetes, plugin/pkg/admission; pod-security-admission.
 */
const readings: readonly Reading[] = [
  [
    /User "[^"]*" cannot \S+ (?:resource|path) "/,
    () => ({ phase: 'authorization', kind: 'SubjectAccessReview', name: '' }),
  ],
  [
    /admission webhook "([^"]+)" (?:denied the request|does not support dry run)/,
    ([name = '']) => webhook(name),
  ],
  [/failed calling webhook "([^"]+)"/, ([name = '']) => webhook(name)],
  [/^admission webhook "([^"]+)" /, ([name = '']) => webhook(name)],
  [
    /ValidatingAdmissionPolicy '([^']+)' with binding '([^']+)' denied request/,
    ([policy = '', binding]) => validatingPolicy(policy, binding),
  ],
  [/ValidatingAdmissionPolicy '([^']+)' denied request/, ([policy = '']) => validatingPolicy(policy)],
  [
    /policy '([^']+)' with binding '([^']+)' denied request/,
    ([policy = '', binding = '']) => mutatingPolicy(policy, binding),
  ],
  [/(?:exceeded|failed) quota: ([^,:\s]+)/, ([quota = '']) => builtIn('ResourceQuota', quota)],
  [/status unknown for quota: ([^,:\s]+)/, ([quota = '']) => builtIn('ResourceQuota', quota)],
  [/violates PodSecurity "/, () => builtIn('PodSecurity')],
  [/(?:minimum|maximum) \S+ usage per |max limit to request ratio per /, () => builtIn('LimitRanger')],
  [/error looking up service account |service account .* is not allowed/, () => builtIn('ServiceAccount')],
  [/no PriorityClass with name|the integer value of priority/, () => builtIn('Priority')],
  [/pod rejected: (?:RuntimeClass|Pod's Overhead|conflict)/, () => builtIn('RuntimeClass')],
  [/because it is being terminated|this namespace may not be deleted/, () => builtIn('NamespaceLifecycle')],
  [/^namespaces "[^"]+" not found$/, () => builtIn('NamespaceLifecycle')],
]

/** Who wrote a refusal; null where the text could be anybody's. */
export function whoRefused(message: string, code: number): Attribution | null {
  for (const [pattern, attribution] of readings) {
    const found = pattern.exec(message)
    if (found !== null) return attribution(found.slice(1))
  }
  // What is left with this code is the validation of the object itself.
  const isObject =
    code === 422 || (code === 400 && /strict decoding|cannot be handled as|cannot unmarshal/.test(message))
  return isObject ? { phase: 'schema', kind: '', name: '' } : null
}

/** Which policy warned; null for a text of anybody else. */
export function whoWarned(warning: string): Attribution | null {
  const found = /^Validation failed for ValidatingAdmissionPolicy '([^']+)' with binding '([^']+)':/.exec(
    warning,
  )
  if (found !== null) return validatingPolicy(found[1] ?? '', found[2])
  return /^would violate PodSecurity "/.test(warning) ? builtIn('PodSecurity') : null
}

/** Whether a step is that of an attribution. */
export function isBy(step: TraceStep, who: Attribution): boolean {
  if (who.webhook !== undefined)
    return (
      (step.phase === 'mutatingWebhook' || step.phase === 'validatingWebhook') && step.webhook === who.webhook
    )
  if (step.phase !== who.phase) return false
  if (who.phase === 'authorization' || who.phase === 'schema') return true
  if (step.kind !== who.kind) return false
  if (who.name !== '' && step.name !== '' && step.name !== who.name) return false
  return who.binding === undefined || step.binding === undefined || step.binding === who.binding
}

/** Who a step is. */
export function attributionOf({ phase, kind, name, webhook: hook, binding }: TraceStep): Attribution {
  return {
    phase,
    kind,
    name,
    ...(hook === undefined ? {} : { webhook: hook }),
    ...(binding === undefined ? {} : { binding }),
  }
}

/** Who it is, in a sentence. */
export function inWords({ phase, kind, name, webhook: hook, binding }: Attribution): string {
  if (hook !== undefined) return `webhook ${hook}`
  if (phase === 'authorization') return 'authorization'
  if (phase === 'schema') return 'the validation of the object'
  return [kind, name, binding === undefined ? '' : `with binding ${binding}`]
    .filter(part => part !== '')
    .join(' ')
}
