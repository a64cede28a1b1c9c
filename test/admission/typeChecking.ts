import type { World } from '../../shared/admission/trace/index.ts'
import { declareSchema, PolicyCompiler, providerOf, readSchema } from '../../shared/cel/kubernetes/index.ts'
import { fieldsOf, listOf, textOf } from './json.ts'

/** A validating policy with the `status` that checking its types comes to; anything else as it is. */
export function typeChecked(object: unknown, world: World): unknown {
  const { kind, metadata, spec } = fieldsOf(object)
  if (kind !== 'ValidatingAdmissionPolicy') return object
  const warnings = listOf(fieldsOf(spec).validations).flatMap((validation, at) => {
    const expression = textOf(fieldsOf(validation).expression)
    const found = kindsOf(spec, world).flatMap(asked => {
      const schema = world.schema(asked)
      if (schema.state !== 'known') return []
      const resolve = (reference: string): unknown => schema.schemas[reference.split('/').at(-1) ?? '']
      const declared = declareSchema(readSchema(schema.schemas[schema.root], resolve), schema.root, true)
      if (declared === null) return []
      const typed = { provider: providerOf(declared.structs, true), object: declared.type }
      const compiler = new PolicyCompiler({ minor: world.minor, hasParams: false, typed })
      return compiler.compile('validation', expression).issues.map(({ message }) => message)
    })
    if (found.length === 0) return []
    return [{ fieldRef: `spec.validations[${at}].expression`, warning: found.join('\n') }]
  })
  const { generation } = fieldsOf(metadata)
  return {
    ...fieldsOf(object),
    status: { observedGeneration: generation, typeChecking: { expressionWarnings: warnings } },
  }
}

function kindsOf(spec: unknown, { served }: World) {
  const rules = listOf(fieldsOf(fieldsOf(spec).matchConstraints).resourceRules).map(fieldsOf)
  return served.resources.filter(({ group, version, resource }) =>
    rules.some(
      ({ apiGroups, apiVersions, resources }) =>
        listOf(apiGroups).includes(group) &&
        listOf(apiVersions).includes(version) &&
        listOf(resources).includes(resource),
    ),
  )
}
