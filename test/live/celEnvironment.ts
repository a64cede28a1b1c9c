import { types } from '../../shared/cel/check/types.ts'
import { type Compiled, Environment, type Evaluation } from '../../shared/cel/environment.ts'
import {
  admissionStructs,
  namespaceType,
  providerOf,
  requestType,
} from '../../shared/cel/kubernetes/structs.ts'
import { authorizerType, kubernetesLibraries } from '../../shared/cel/libraries/index.ts'
import { fromJson } from '../../shared/cel/values/json.ts'

const variables = new Map([
  ['object', types.dyn],
  ['oldObject', types.dyn],
  ['params', types.dyn],
  ['request', requestType],
  ['namespaceObject', namespaceType],
  ['authorizer', authorizerType],
])

/** What a release has that knows everything. */
const newest = 99

const environments = new Map<number, Environment>()

/** The environment of policies as a server of a version has it. */
export function environmentOf(version: string, isNew: boolean): Environment {
  const minor = isNew ? Number(version.split('.')[1]) : newest
  const known = environments.get(minor)
  if (known !== undefined) return known
  const made = new Environment({
    minor,
    variables,
    libraries: kubernetesLibraries,
    provider: providerOf(admissionStructs),
  })
  environments.set(minor, made)
  return made
}

/** Evaluates on an object; the other variables are null, as the oracle has them. */
export function evaluateOn(object: unknown, compiled: Compiled): Evaluation {
  const known = fromJson(object)
  const resolve = (name: string) => (name === 'object' ? known : variables.has(name) ? null : undefined)
  return compiled.evaluate({ activation: { resolve } })
}
