import { isNotInDump } from '../errors/index.ts'
import type { CallPath, ServicePath } from './call-path.ts'
import { bundleEnd, bundleState, type CertificateBundle, commonName, spanInWords } from './certificates.ts'
import { actsOn, requestLimitSeconds, type SlowChain } from './chains.ts'
import type { Problem, ProblemCode, Severity } from './problem.ts'
import { isEmptySelector, type Labels, selectorMatches } from './selectors.ts'
import { serviceOf, type Webhook } from './webhooks.ts'
import { namesInWords } from './words.ts'

/** Who is called: a webhook, or another that is called in the same way. */
export interface Callee extends Pick<Webhook, 'client' | 'caInjector' | 'failurePolicy' | 'reviewVersions'> {
  /** What follows from a call that cannot succeed, where that is not for failurePolicy to say. */
  readonly consequence?: string
}

/** What follows from a call that cannot succeed. */
function whenCallsFail(webhook: Callee): string {
  if (webhook.consequence !== undefined) return webhook.consequence
  return webhook.failurePolicy.value === 'Ignore'
    ? 'With Ignore requests pass as if it were not there.'
    : 'With Fail every request it matches is refused.'
}

function failing(webhook: Callee, code: ProblemCode, label: string, title: string, what: string): Problem {
  const severity: Severity = webhook.failurePolicy.value === 'Ignore' ? 'warning' : 'bad'
  return { code, severity, label, title, detail: `${what} ${whenCallsFail(webhook)}` }
}

/** Problems on the way to the webhook. */
export function problemsOfPath(webhook: Callee, path: CallPath): readonly Problem[] {
  if (webhook.client.type === 'neither') {
    return [
      failing(
        webhook,
        'noTarget',
        'no target',
        'It names no target',
        'clientConfig has neither a Service nor a URL.',
      ),
    ]
  }
  return path.service === null ? [] : problemsOfService(webhook, path.service)
}

function problemsOfService(webhook: Callee, service: ServicePath): readonly Problem[] {
  const name = `${service.ref.namespace}/${service.ref.name}`
  if (service.state === 'unreadable') {
    const detail = service.error?.message ?? ''
    return [
      {
        code: 'serviceUnreadable',
        severity: 'unknown',
        label: isNotInDump(service.error) ? 'not in the dump' : 'not readable',
        title: 'Whether its Service exists cannot be told',
        detail,
      },
    ]
  }
  if (service.state === 'missing') {
    return [
      failing(
        webhook,
        'serviceMissing',
        'no service',
        'Its Service does not exist',
        `There is no Service ${name}.`,
      ),
    ]
  }
  if (service.state === 'loading') return []
  const port =
    service.servicePort === null
      ? [
          failing(
            webhook,
            'portMissing',
            'no such port',
            'The Service has no such port',
            `Service ${name} does not offer port ${service.port}${service.portGiven ? '' : ' (the default)'}.`,
          ),
        ]
      : []
  return [...port, ...problemsOfEndpoints(webhook, service, name)]
}

function problemsOfEndpoints(webhook: Callee, service: ServicePath, name: string): readonly Problem[] {
  if (service.externalName !== '') return []
  if (service.slicesState === 'missing') {
    const what = `No EndpointSlice in namespace ${service.ref.namespace} belongs to Service ${service.ref.name}.`
    return [failing(webhook, 'noEndpointSlice', 'no endpoints', 'Nothing stands behind its Service', what)]
  }
  if (service.slicesState !== 'exists' || service.ready > 0) return []
  const what =
    service.total === 0
      ? `Service ${name} has no endpoint.`
      : `None of the ${service.total} endpoints of Service ${name} is ready.`
  return [failing(webhook, 'noReadyEndpoint', 'none ready', 'No endpoint is ready', what)]
}

/**
 * Problems of the trust roots.
 * @param now milliseconds since the epoch
 * @param canBeFilled true for a manifest of a dump: what it leaves out may be there in the cluster
 */
export function problemsOfBundle(
  webhook: Callee,
  bundle: CertificateBundle | null,
  now: number,
  canBeFilled = false,
): readonly Problem[] {
  const end = bundleEnd(bundle)
  const subject = commonName(bundle?.certificates.find(each => each.notAfter === end)?.subject ?? '')
  switch (bundleState(bundle, now)) {
    case 'valid':
      return []
    case 'missing':
      return missingBundle(webhook, canBeFilled)
    case 'undecodable':
      return [
        failing(
          webhook,
          'bundleUndecodable',
          'CA unreadable',
          'The CA bundle cannot be decoded',
          undecodable(bundle),
        ),
      ]
    case 'expired':
      return [
        failing(
          webhook,
          'bundleExpired',
          'CA expired',
          'The CA bundle has expired',
          `${subject} ended ${spanInWords(end, now)}. No certificate it signed is trusted any more.`,
        ),
      ]
    case 'notYetValid':
      return [
        failing(
          webhook,
          'bundleNotYetValid',
          'CA not yet valid',
          'The CA bundle is not valid yet',
          `${subject} is not valid yet by this computer’s clock.`,
        ),
      ]
    case 'notAuthority':
      return [
        {
          code: 'bundleNotAuthority',
          severity: 'warning',
          label: 'not a CA',
          title: 'No certificate of the bundle is a CA',
          detail: `${subject} may not sign others. Only a server that presents this very certificate is trusted.`,
        },
      ]
    case 'expiresWithinWeek':
    case 'expiresWithinMonth':
      return [expiring(webhook, subject, end, now)]
  }
}

function undecodable(bundle: CertificateBundle | null): string {
  switch (bundle?.failure) {
    case 'notBase64':
      return 'caBundle is not base64.'
    case 'notPem':
      return 'caBundle holds no PEM block.'
    default:
      return 'caBundle holds PEM blocks, but none of them is a certificate.'
  }
}

function expiring(webhook: Callee, subject: string, end: number, now: number): Problem {
  const isSoon = end - now < 7 * 86_400_000
  return {
    code: 'bundleExpires',
    severity: isSoon && webhook.failurePolicy.value !== 'Ignore' ? 'bad' : 'warning',
    label: `expires in ${spanInWords(end, now)}`,
    title: 'The CA bundle expires soon',
    detail: `${subject} ends in ${spanInWords(end, now)}. From then on calls fail. ${whenCallsFail(webhook)}`,
  }
}

function missingBundle(webhook: Callee, canBeFilled: boolean): readonly Problem[] {
  if (canBeFilled && webhook.client.type === 'service') {
    const detail = 'The manifest leaves it out; a controller may fill it in once it is applied.'
    const title = 'Whether it gets a CA bundle cannot be told'
    return [{ code: 'bundleMissing', severity: 'unknown', label: 'CA not in the dump', title, detail }]
  }
  // A URL may well be served with a certificate of a public authority; a Service's name cannot.
  if (webhook.client.type !== 'service') return []
  const awaited =
    webhook.caInjector === '' ? '' : ` ${webhook.caInjector} is asked to fill it in and has not.`
  const what = `There is no caBundle, and no public authority vouches for the name of a Service.${awaited}`
  return [failing(webhook, 'bundleMissing', 'no CA', 'It has no CA bundle', what)]
}

/** Problems of the declaration itself. */
export function problemsOfDeclaration(webhook: Webhook): readonly Problem[] {
  const problems: Problem[] = []
  if (webhook.rules.length === 0) {
    problems.push({
      code: 'noRules',
      severity: 'warning',
      label: 'no rules',
      title: 'It matches nothing',
      detail: 'The webhook has no rules. Some controllers fill them in when they start.',
    })
  }
  if (webhook.sideEffects.value !== 'None' && webhook.sideEffects.value !== 'NoneOnDryRun') {
    const said = webhook.sideEffects.value === '' ? 'not given' : webhook.sideEffects.value
    problems.push({
      code: 'blocksDryRun',
      severity: 'warning',
      label: 'no dry run',
      title: 'It makes dry runs fail',
      detail: `sideEffects is ${said}. The server refuses every dry run that it matches, whatever its failurePolicy.`,
    })
  }
  return [...problems, ...problemsOfVersions(webhook)]
}

/** @param reviews what the server sends, e.g. `AdmissionReview` */
export function problemsOfVersions(webhook: Callee, reviews = 'AdmissionReview'): readonly Problem[] {
  const versions = webhook.reviewVersions.value
  if (versions.includes('v1') || versions.includes('v1beta1')) return []
  const what = `The server speaks ${reviews} v1 and v1beta1; the webhook takes ${versions.join(', ') || 'none'}.`
  return [failing(webhook, 'reviewVersions', 'no common version', 'It speaks no version of the server', what)]
}

/**
 * A webhook that must be asked before its own Pods may be created: without a ready endpoint
 * nothing can bring it back.
 * @param labelsOf labels of a namespace, `null` when they are not known
 */
export function selfBlocking(
  webhook: Webhook,
  path: CallPath,
  labelsOf: (namespace: string) => Labels | null,
): Problem | null {
  const service = serviceOf(webhook)
  if (service === null || path.service === null || webhook.failurePolicy.value === 'Ignore') return null
  const pods = {
    operation: 'CREATE',
    group: '',
    version: 'v1',
    resource: 'pods',
    subresource: '',
    namespaced: true,
  }
  if (!actsOn(webhook, pods)) return null
  const labels = labelsOf(service.namespace)
  if (labels === null || selectorMatches(webhook.namespaceSelector, labels) !== true) return null
  if (
    !isEmptySelector(webhook.objectSelector) &&
    selectorMatches(webhook.objectSelector, path.service.podLabels) !== true
  ) {
    return null
  }
  const conditions = webhook.matchConditions.length > 0 ? ' unless a match condition lets them pass' : ''
  const isDown =
    path.service.slicesState === 'missing' ||
    (path.service.slicesState === 'exists' && path.service.ready === 0)
  if (isDown && path.service.externalName === '') {
    return {
      code: 'deadlock',
      severity: 'bad',
      label: 'deadlock',
      title: 'It blocks its own Pods',
      detail: `It acts on Pods in its own namespace ${service.namespace} with Fail, and none of its endpoints is ready: no Pod it matches, its own included, can be created${conditions}.`,
    }
  }
  return {
    code: 'blocksItself',
    severity: 'warning',
    label: 'own namespace',
    title: 'It can lock itself out',
    detail: `It acts on Pods in its own namespace ${service.namespace} with Fail. Once all its Pods are gone none can be created${conditions}.`,
  }
}

/** Timeouts of a chain that are written out as a sum. */
const writtenOut = 20

export function slowChainProblem(chain: SlowChain): Problem {
  const summed = chain.webhooks.slice(0, writtenOut).map(each => each.timeoutSeconds.value)
  const sum = [...summed, ...(chain.webhooks.length > writtenOut ? ['…'] : [])].join(' + ')
  return {
    code: 'slowChain',
    severity: 'warning',
    label: `up to ${chain.seconds} s`,
    title: `A request may wait ${chain.seconds} s`,
    detail: `To ${chain.request}, ${chain.webhooks.length} webhooks are called one after another: ${sum} s = ${chain.seconds} s at worst. The API server gives a request ${requestLimitSeconds} s, whatever failurePolicy says. In order: ${namesInWords(
      chain.webhooks.map(each => each.name),
      6,
    )}.`,
  }
}
