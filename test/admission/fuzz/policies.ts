import type { KubeObject } from '../../../shared/kube/index.ts'
import type { WebhookAnswer } from '../../cluster/harness/index.ts'
import { hookAuthority, hookUrl } from '../case.ts'
import type { Dice } from './dice.ts'
import { condition, text, type Uses } from './expressions.ts'
import { customGroup, type FuzzKind } from './kinds.ts'
import { type Aim, freeSelectorOf, namedRulesOf, narrowed, rulesOf } from './rules.ts'

type Fields = Readonly<Record<string, unknown>>

/** Where policies act, and on which kinds most of all. */
export interface Corner {
  readonly name: string
  readonly kinds: readonly FuzzKind[]
}

const apiVersion = 'admissionregistration.k8s.io/v1'

/** Those that rules of webhooks and validating policies name; mutating policies never see a deletion. */
const allOperations: readonly string[] = ['CREATE', 'UPDATE', 'DELETE']

/** Where nobody listens: a call shows as an error of its own. */
const unreachable = { url: 'https://127.0.0.1:1/' }

const alone: Uses = { params: false, authorizer: true, variables: [] }

const conditionsOf = (dice: Dice, uses: Uses, most: number): readonly Fields[] =>
  dice.times(1 + dice.below(most), at => ({ name: `c${at}`, expression: condition(dice, uses, 1) }))

/** A configuration of one to three webhooks, with what those answer that are there. */
export interface Hooked {
  readonly object: KubeObject
  /** By the last segment of the webhook’s path. */
  readonly answers: Readonly<Record<string, WebhookAnswer>>
}

export function webhooksOf(dice: Dice, { name: cell, kinds }: Corner, name: string): Hooked {
  const isMutating = dice.chance(0.4)
  const answers: Record<string, WebhookAnswer> = {}
  const webhooks = dice.times(1 + dice.below(3), at => {
    const rules = rulesOf(dice, 3, { operations: allOperations, kinds })
    const hook = `${isMutating ? 'm' : 'v'}-${name}-${at}`
    const answer = dice.chance(0.45) ? answerOf(dice, isMutating) : null
    if (answer !== null) answers[hook] = answer
    return {
      name: `w${at}.${name}.example.com`,
      admissionReviewVersions: ['v1'],
      sideEffects: dice.chance(0.95) ? 'None' : 'NoneOnDryRun',
      failurePolicy: dice.chance(0.8) ? 'Fail' : 'Ignore',
      clientConfig:
        answer === null ? unreachable : { url: `${hookUrl}/${cell}/${hook}`, caBundle: hookAuthority },
      rules,
      ...narrowed(dice, cell, rules),
      ...dice.perhaps(0.4, () => ({ matchConditions: conditionsOf(dice, alone, 3) })),
      ...(isMutating ? dice.perhaps(0.4, () => ({ reinvocationPolicy: 'IfNeeded' })) : {}),
    }
  })
  const kind = isMutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration'
  return { object: { apiVersion, kind, metadata: { name }, webhooks }, answers }
}

const refusals: readonly WebhookAnswer[] = [
  { allowed: false },
  { allowed: false, status: { code: 403, message: 'not today', reason: 'Forbidden' } },
  { allowed: false, status: { message: 'no code' } },
  { allowed: false, status: { reason: 'NotFound' } },
  { allowed: false, status: { code: 200, message: 'm' } },
  { allowed: false, status: { code: 418, message: 'teapot', reason: 'Teapot' }, warnings: ['and a warning'] },
]

const label = (name: string): WebhookAnswer => ({
  patch: [{ op: 'add', path: `/metadata/labels/${name}`, value: '1' }],
})

const patches: readonly WebhookAnswer[] = [
  label('hooked'),
  label('tier'),
  { patch: [{ op: 'add', path: '/metadata/annotations', value: { hooked: '1' } }] },
  { patch: [{ op: 'replace', path: '/metadata/labels/tier', value: 'db' }] },
  { patch: [{ op: 'remove', path: '/metadata/labels/tier' }] },
  { patch: [{ op: 'remove', path: '/metadata/labels/env' }], warnings: ['taken away'] },
  { patch: [{ op: 'add', path: '/metadata/labels', value: { only: '1' } }] },
  {
    patch: [
      { op: 'test', path: '/kind', value: 'ConfigMap' },
      { op: 'add', path: '/data', value: { k: 'w' } },
    ],
  },
  { patch: [{ op: 'add', path: '/spec/unheardOf', value: 1 }] },
  { patch: [{ op: 'replace', path: '/spec/replicas', value: 'many' }] },
  { patch: [] },
  { patchRaw: 'nonsense' },
]

function answerOf(dice: Dice, isMutating: boolean): WebhookAnswer {
  if (dice.chance(0.25)) return dice.pick(refusals)
  if (isMutating) return dice.pick(patches)
  return dice.pick<WebhookAnswer>([
    {},
    { warnings: ['be careful', 'twice'] },
    { auditAnnotations: { told: 'x' } },
    { httpStatus: 500, body: 'broken webhook' },
  ])
}

/** A kind of parameters with references that mostly lead somewhere. */
interface ParamChoice {
  readonly kind: Fields
  readonly isNamespaced: boolean
}

const paramKinds: readonly ParamChoice[] = [
  { kind: { apiVersion: 'v1', kind: 'ConfigMap' }, isNamespaced: true },
  { kind: { apiVersion: `${customGroup}/v1`, kind: 'Widget' }, isNamespaced: true },
  { kind: { apiVersion: `${customGroup}/v1`, kind: 'Limit' }, isNamespaced: false },
]

function paramRefOf(dice: Dice, { isNamespaced }: ParamChoice, cell: string): Fields {
  const target = dice.chance(0.6)
    ? {
        name: isNamespaced ? dice.pick(['param-a', 'param-b', 'absent']) : dice.pick([`${cell}-a`, 'absent']),
      }
    : { selector: { ...dice.perhaps(0.2, () => freeSelectorOf(dice)), matchLabels: { 'param-of': cell } } }
  return {
    ...target,
    parameterNotFoundAction: dice.pick(['Allow', 'Deny']),
    ...(isNamespaced
      ? dice.perhaps(0.4, () => ({ namespace: cell }))
      : dice.perhaps(0.05, () => ({ namespace: cell }))),
  }
}

/** What bindings and policies of both kinds share. */
function policyFrame(dice: Dice, cell: string, param: ParamChoice | null, aim: Aim) {
  const rules = namedRulesOf(dice, 3, aim)
  const variables: { readonly name: string; readonly expression: string }[] = []
  for (let left = dice.chance(0.35) ? 1 + dice.below(2) : 0; left > 0; left--) {
    const uses = { params: param !== null, authorizer: true, variables: variables.map(({ name }) => name) }
    variables.push({ name: `v${variables.length}`, expression: condition(dice, uses, 1) })
  }
  const uses: Uses = {
    params: param !== null,
    authorizer: true,
    variables: variables.map(({ name }) => name),
  }
  const spec = {
    failurePolicy: dice.pick(['Fail', 'Fail', 'Ignore']),
    ...(param === null ? {} : { paramKind: param.kind }),
    matchConstraints: {
      resourceRules: rules,
      ...narrowed(dice, cell, rules),
      ...dice.perhaps(0.15, () => ({ excludeResourceRules: namedRulesOf(dice, 1, aim) })),
    },
    ...(variables.length === 0 ? {} : { variables }),
    ...dice.perhaps(0.3, () => ({ matchConditions: conditionsOf(dice, { ...uses, variables: [] }, 2) })),
  }
  const bindingOf = (): Fields => ({
    ...(param === null || dice.chance(0.08) ? {} : { paramRef: paramRefOf(dice, param, cell) }),
    ...dice.perhaps(0.2, () => ({
      matchResources: {
        ...dice.perhaps(0.5, () => ({ resourceRules: namedRulesOf(dice, 2, aim) })),
        ...dice.perhaps(0.5, () => ({ objectSelector: freeSelectorOf(dice) })),
        ...dice.perhaps(0.3, () => ({ namespaceSelector: freeSelectorOf(dice) })),
      },
    })),
  })
  return { spec, uses, bindingOf }
}

/** A validating policy with its bindings. */
export function validatingOf(dice: Dice, { name: cell, kinds }: Corner, name: string): readonly KubeObject[] {
  const { spec, uses, bindingOf } = policyFrame(
    dice,
    cell,
    dice.chance(0.35) ? dice.pick(paramKinds) : null,
    { operations: allOperations, kinds },
  )
  const validations = dice.times(1 + dice.below(3), () => ({
    expression: condition(dice, uses),
    ...dice.perhaps(0.3, () => ({ message: dice.pick(['not so', ' padded ', 'a “quoted” one']) })),
    ...dice.perhaps(0.25, () => ({ messageExpression: text(dice, uses) })),
    ...dice.perhaps(0.25, () => ({ reason: dice.pick(['Forbidden', 'Invalid', 'RequestEntityTooLarge']) })),
  }))
  const auditAnnotations = dice.times(1, () => ({ key: 'told', valueExpression: text(dice, uses) }))
  const policy = {
    apiVersion,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: { ...spec, validations, ...dice.perhaps(0.12, () => ({ auditAnnotations })) },
  }
  const bindings = dice.times(dice.pick([1, 1, 1, 2]), at => ({
    apiVersion,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: `${name}-b${at}` },
    spec: {
      policyName: name,
      validationActions: dice.pick([
        ['Deny'],
        ['Deny'],
        ['Deny', 'Audit'],
        ['Warn'],
        ['Audit'],
        ['Warn', 'Audit'],
      ]),
      ...bindingOf(),
    },
  }))
  return [policy, ...bindings]
}

type Mutation = (dice: Dice) => Fields

const applied = (expression: string): Fields => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
})
const patched = (expression: string): Fields => ({ patchType: 'JSONPatch', jsonPatch: { expression } })

/** Of two policies either may come first: what the second does never hangs on the first. */
const harmless: readonly Mutation[] = [
  () => applied('Object{metadata: Object.metadata{annotations: {"second": "1"}}}'),
  () => applied('Object{metadata: Object.metadata{annotations: {"second": request.operation}}}'),
]

const mutations: readonly Mutation[] = [
  ...harmless,
  () => applied('Object{metadata: Object.metadata{labels: {"added": "1"}}}'),
  () => applied('Object{metadata: Object.metadata{labels: {"of": object.metadata.name}}}'),
  () =>
    applied('Object{metadata: Object.metadata{labels: {"tier": "web", "added": string(has(object.spec))}}}'),
  dice => applied(`Object{spec: Object.spec{replicas: ${dice.pick(['0', 'object.spec.replicas', '2'])}}}`),
  () => applied('Object{spec: Object.spec{minReadySeconds: 4}}'),
  () =>
    applied(
      'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, env: [Object.spec.template.spec.containers.env{name: "B", value: "2"}]})}}}}',
    ),
  () =>
    applied(
      'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{initContainers: [Object.spec.template.spec.initContainers{name: "first", image: "init:1"}]}}}}',
    ),
  () =>
    applied(
      'Object{spec: Object.spec{containers: [Object.spec.containers{name: "c0", resources: Object.spec.containers.resources{limits: {"cpu": "1000m"}}}]}}',
    ),
  () => applied('Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"app": "z"}}}}'),
  () => applied('Object{data: {"added": "1"}}'),
  () => applied('Object{spec: Object.spec{size: 4}}'),
  () => applied('Object{spec: Object.spec{names: ["z"]}}'),
  () => applied('Object{spec: Object.spec{maxReplicas: 9}}'),
  () => applied('Object{nope: 1}'),
  () => patched('[JSONPatch{op: "add", path: "/metadata/labels/added", value: "1"}]'),
  () => patched('[JSONPatch{op: "replace", path: "/metadata/labels/tier", value: "db"}]'),
  () => patched('[JSONPatch{op: "remove", path: "/metadata/labels/tier"}]'),
  () => patched('[JSONPatch{op: "add", path: "/metadata/annotations", value: {"only": "1"}}]'),
  () =>
    patched(
      '[JSONPatch{op: "test", path: "/spec/replicas", value: 0}, JSONPatch{op: "replace", path: "/spec/replicas", value: 3}]',
    ),
  () => patched('[JSONPatch{op: "add", path: "/data/" + jsonpatch.escapeKey("a/b~c"), value: "x"}]'),
  () => patched('[JSONPatch{op: "copy", from: "/metadata/name", path: "/metadata/labels/copied"}]'),
  () => patched('[JSONPatch{op: "move", from: "/metadata/labels/tier", path: "/metadata/labels/moved"}]'),
  () =>
    patched(
      'has(object.metadata.labels) ? [JSONPatch{op: "add", path: "/metadata/labels/added", value: "1"}] : [JSONPatch{op: "add", path: "/metadata/labels", value: {"added": "1"}}]',
    ),
  () => patched('[JSONPatch{op: "replace", path: "/spec/template/spec/containers/0/image", value: "web:2"}]'),
  () =>
    patched(
      '[JSONPatch{op: "add", path: "/spec/template/spec/containers/-", value: Object.spec.template.spec.containers{name: "side", image: "side:1"}}]',
    ),
  () => patched('[JSONPatch{op: "replace", path: "/spec/template/spec/containers/7/image", value: "x"}]'),
]

/**
 * A mutating policy with its binding.
 * @param isHarmless true where another mutates the same objects
 */
export function mutatingOf(
  dice: Dice,
  { name: cell, kinds }: Corner,
  name: string,
  isHarmless: boolean,
): readonly KubeObject[] {
  const param = !isHarmless && dice.chance(0.15) ? (paramKinds[0] ?? null) : null
  const { spec, bindingOf } = policyFrame(dice, cell, param, { operations: ['CREATE', 'UPDATE'], kinds })
  const { variables: _, ...bare } = spec
  const policy = {
    apiVersion,
    kind: 'MutatingAdmissionPolicy',
    metadata: { name },
    spec: {
      ...(isHarmless ? bare : spec),
      reinvocationPolicy: dice.pick(['Never', 'IfNeeded']),
      mutations: isHarmless
        ? [dice.pick(harmless)(dice)]
        : dice.times(1 + dice.below(2), () => dice.pick(mutations)(dice)),
    },
  }
  const binding = {
    apiVersion,
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name: `${name}-b` },
    spec: { policyName: name, ...bindingOf() },
  }
  return [policy, binding]
}
