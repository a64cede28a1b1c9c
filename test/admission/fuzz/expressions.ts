import type { Dice } from './dice.ts'

/** What an expression may use where it stands. */
export interface Uses {
  readonly params: boolean
  readonly authorizer: boolean
  /** Names of variables that were declared before. */
  readonly variables: readonly string[]
}

type Template = (dice: Dice) => string

const few = (dice: Dice): number => dice.pick([1, 2, 3, 5, 8, 60])
const name = (dice: Dice): string => dice.pick(['a', 'b', 'stored', 'new-a'])

/** Each is a bool, on any object: what an object does not have is an error, which is what is wanted now and then. */
const onObjects: readonly Template[] = [
  () => 'true',
  () => 'false',
  dice => `size(object.metadata.name) <= ${few(dice)}`,
  dice => `object.metadata.name.startsWith('${dice.pick(['n', 's', 'new'])}')`,
  dice => `object.metadata.name == '${name(dice)}'`,
  () => "has(object.metadata.labels) && 'tier' in object.metadata.labels",
  dice => `object.metadata.?labels[?'tier'].orValue('none') == '${dice.pick(['web', 'db', 'none', ''])}'`,
  dice => `object.metadata.labels['tier'] != '${dice.pick(['web', 'db'])}'`,
  dice => `object.metadata.labels.all(k, k.size() < ${few(dice)})`,
  () => "!has(object.metadata.annotations) || object.metadata.annotations.exists(k, v, v.contains(' '))",
  () => 'object.metadata.namespace == request.namespace',
  dice => `object.spec.replicas <= ${few(dice)}`,
  dice => `has(object.spec) && has(object.spec.replicas) ? object.spec.replicas < ${few(dice)} : true`,
  dice => `!has(object.data) || size(object.data) < ${few(dice)}`,
  dice => `object.data.all(k, v, v.size() < ${few(dice)})`,
  () => "int(object.data['max']) < 5",
  () => "object.?data['level'].orValue('low') in ['low', 'high', 'x']",
  () => 'object.data.k == oldObject.data.k',
  () => 'oldObject == null',
  () => 'oldObject == null || object == null || object.metadata.?labels == oldObject.metadata.?labels',
  () => 'object != null && oldObject != null ? object.metadata.name == oldObject.metadata.name : true',
  () => "object.spec.template.spec.containers.all(c, c.image.contains(':'))",
  () => 'object.spec.template.spec.containers.exists(c, has(c.resources.requests))',
  () => "object.spec.containers.all(c, !c.image.endsWith(':latest'))",
  () => 'object.spec.containers.map(c, c.name).isSorted()',
  dice =>
    `object.spec.template.spec.containers.all(c, !has(c.resources.requests) || quantity(c.resources.requests['cpu']).isLessThan(quantity('${dice.pick(['500m', '2', '0.1'])}')))`,
  () => '!object.spec.template.spec.containers.exists(c, c.?securityContext.?privileged.orValue(false))',
  () => 'object.spec.?hostNetwork.orValue(false) == false',
  dice => `object.spec.targetCPUUtilizationPercentage > ${40 + few(dice)}`,
  () => 'has(object.spec.metrics) && object.spec.metrics.size() == 1',
  dice => `object.spec.maxReplicas in [2, ${few(dice)}]`,
  dice =>
    `object.apiVersion == '${dice.pick(['autoscaling/v1', 'autoscaling/v2', 'fuzz.example.com/v1', 'v1'])}'`,
  dice => `object.spec.size < ${few(dice)}`,
  () => "object.spec.colour == 'blue'",
  () => "has(object.spec.depth) || !has(object.spec.names) || 'a' in object.spec.names",
  dice => `object.spec.ports.all(p, p.port < ${dice.pick([1024, 100, 9999])})`,
  () => "object.rules.all(r, !('*' in r.verbs))",
  () => "object.kind == 'Scale' || has(object.metadata.uid) || true",
  () => 'object.missing.field == 1',
  () => "type(object.spec) == map && ('replicas' in object.spec || 'size' in object.spec)",
  () => "object.metadata.name.matches('^[a-n]')",
  () => "object.metadata.name.split('-')[1] == 'a'",
  () => "string(object.spec.replicas) + 'x' == '0x'",
]

const onRequests: readonly Template[] = [
  dice => `request.operation == '${dice.pick(['CREATE', 'UPDATE', 'DELETE'])}'`,
  dice => `request.operation in ${JSON.stringify(dice.some(['CREATE', 'UPDATE', 'DELETE']))}`,
  () => 'request.dryRun',
  () => "request.userInfo.username == 'token-admin'",
  () => "'system:masters' in request.userInfo.groups",
  () => "request.userInfo.groups.exists(g, g.startsWith('fuzz:'))",
  dice => `request.kind.kind == '${dice.pick(['ConfigMap', 'Deployment', 'Scale', 'Widget'])}'`,
  dice => `request.kind.version == '${dice.pick(['v1', 'v2'])}'`,
  dice => `request.requestKind.version == '${dice.pick(['v1', 'v2'])}'`,
  dice => `request.resource.resource == '${dice.pick(['configmaps', 'deployments', 'widgets'])}'`,
  () => 'request.requestResource.group == request.resource.group',
  dice => `request.name == '${name(dice)}'`,
  () => 'has(request.name) && size(request.name) > 1',
  () => 'has(request.namespace)',
  () => "has(request.subResource) && request.subResource == 'scale'",
  () => '!has(request.subResource)',
  () => "has(request.options) && request.options.kind == 'CreateOptions'",
  () => "request.options.dryRun == ['All']",
]

const onNamespaces: readonly Template[] = [
  () => 'namespaceObject == null',
  () => 'namespaceObject.metadata.name == request.namespace',
  dice => `namespaceObject.metadata.labels['env'] == '${dice.pick(['prod', 'test'])}'`,
  () => "namespaceObject.metadata.?labels[?'tier'].hasValue()",
  () => "namespaceObject.status.phase == 'Active'",
  () => "namespaceObject.spec.finalizers.exists(f, f == 'kubernetes')",
]

const onParams: readonly Template[] = [
  () => 'params == null',
  () => 'params != null && has(params.metadata.name)',
  dice => `size(object.metadata.name) < int(params.data.max) + ${few(dice)}`,
  () => 'params.data.level == object.data.level',
  () => 'object.metadata.name in params.spec.names',
  () => 'params.spec.size > 3',
  () => "params.metadata.?namespace.orValue('none') == request.namespace",
]

const onAuthorizers: readonly Template[] = [
  dice =>
    `authorizer.group('apps').resource('deployments').namespace(request.?namespace.orValue('')).check('${dice.pick(['create', 'delete'])}').allowed()`,
  dice => `authorizer.requestResource.check('${dice.pick(['delete', 'update', 'create'])}').allowed()`,
  () => "authorizer.path('/healthz').check('get').allowed()",
  () =>
    "authorizer.serviceAccount(request.?namespace.orValue('default'), 'default').group('').resource('pods').check('get').allowed()",
  () =>
    "authorizer.group('').resource('configmaps').namespace(request.?namespace.orValue('x')).name('stored').check('update').reason() == ''",
]

/** A bool: alone, negated, or of two. */
export function condition(dice: Dice, uses: Uses, depth = 2): string {
  if (depth > 0 && dice.chance(0.25)) {
    const sides = [condition(dice, uses, depth - 1), condition(dice, uses, depth - 1)]
    return `(${sides.join(dice.pick([') && (', ') || (']))})`
  }
  if (depth > 0 && dice.chance(0.08)) return `!(${condition(dice, uses, depth - 1)})`
  if (uses.params && dice.chance(0.35)) return dice.pick(onParams)(dice)
  if (uses.authorizer && dice.chance(0.07)) return dice.pick(onAuthorizers)(dice)
  if (uses.variables.length > 0 && dice.chance(0.4)) return `variables.${dice.pick(uses.variables)} == true`
  if (dice.chance(0.08)) return dice.pick(onNamespaces)(dice)
  return dice.pick(dice.chance(0.3) ? onRequests : onObjects)(dice)
}

/** A text, as a message or an annotation. */
export function text(dice: Dice, uses: Uses): string {
  return dice.pick<Template>([
    () => "'told: ' + object.metadata.name",
    () => "'size ' + string(size(object.metadata.name))",
    () => "'operation ' + request.operation",
    () => "object.missing.field + 'x'",
    () => "' '",
    () => "'two\\nlines'",
    () => "'labels ' + string(object.metadata.labels.size())",
    () => "object.spec.replicas > 3 ? 'many' : 'few'",
    ...(uses.params ? [() => "'by ' + params.metadata.name"] : []),
    ...(uses.variables.length > 0 ? [() => `string(variables.${uses.variables[0]})`] : []),
  ])(dice)
}
