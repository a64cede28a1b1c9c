import type { Json, JsonObject } from '../../../cel/kubernetes/index.ts'
import type { Gate } from '../gate.ts'
import { changed, fieldOf, objectOf, objectsAt, textAt, withField } from '../json.ts'
import { dependsOnContent, isRequestOn, mutated, passed, unconcerned } from '../plugin.ts'

const notReady = 'node.kubernetes.io/not-ready'
const unreachable = 'node.kubernetes.io/unreachable'
/** Seconds; the default of the server's `--default-not-ready-toleration-seconds` and its twin. */
const defaultSeconds = 300

/** New nodes are not ready. Source: kubernetes, plugin/pkg/admission/nodetaint. */
export const taintNodes: Gate = {
  plugin: 'TaintNodesByCondition',
  run: (request, object) => {
    const plugin = 'TaintNodesByCondition'
    if (request.operation !== 'CREATE' || !isRequestOn(request, '', 'nodes') || object === null)
      return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, 'It depends on the taints of the node')
    const spec = objectOf(fieldOf(object, 'spec'))
    const taints = objectsAt(spec, 'taints')
    if (taints.some(taint => textAt(taint, 'key') === notReady && textAt(taint, 'effect') === 'NoSchedule'))
      return passed(plugin, object, `The node has the taint ${notReady} already.`)
    const added = [...listAt(spec, 'taints'), { key: notReady, effect: 'NoSchedule' }]
    const tainted = changed(object, 'spec', before => withField(before, 'taints', added))
    return mutated(plugin, tainted, `It adds the taint ${notReady}:NoSchedule, which every new node gets.`)
  },
}

/** Pods stay 300 s on a node that went away. Source: kubernetes, plugin/pkg/admission/defaulttolerationseconds. */
export const defaultTolerationSeconds: Gate = {
  plugin: 'DefaultTolerationSeconds',
  run: (request, object) => {
    const plugin = 'DefaultTolerationSeconds'
    const isWrite = request.operation === 'CREATE' || request.operation === 'UPDATE'
    if (!isWrite || !isRequestOn(request, '', 'pods') || object === null) return unconcerned(object)
    if (!request.isObjectKnown)
      return dependsOnContent(plugin, object, 'It depends on the tolerations of the pod')
    const spec = objectOf(fieldOf(object, 'spec'))
    const missing = [notReady, unreachable].filter(
      key => !objectsAt(spec, 'tolerations').some(each => tolerates(each, key)),
    )
    if (missing.length === 0) return passed(plugin, object, 'The pod tolerates both taints already.')
    const added: readonly Json[] = [...listAt(spec, 'tolerations'), ...missing.map(toleration)]
    const tolerant = changed(object, 'spec', before => withField(before, 'tolerations', added))
    const seconds = `for ${defaultSeconds} s`
    return {
      ...mutated(plugin, tolerant, `It adds tolerations of ${missing.join(' and ')} ${seconds}.`),
      assumptions: [`Default tolerations last ${defaultSeconds} s, unless the server was started otherwise.`],
    }
  },
}

const toleration = (key: string): JsonObject => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: defaultSeconds,
})

function tolerates(toleration: JsonObject, taint: string): boolean {
  const key = textAt(toleration, 'key')
  const effect = textAt(toleration, 'effect')
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '')
}

function listAt(object: JsonObject, name: string): readonly Json[] {
  const list = fieldOf(object, name)
  return Array.isArray(list) ? list : []
}
