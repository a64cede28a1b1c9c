import type { JsonObject } from '../../cel/kubernetes/index.ts'
import { withDefaults } from '../defaults/index.ts'
import { definitionProblems } from '../definitions/index.ts'
import { fieldsOf, stringOf } from '../fields.ts'
import { sameJson } from '../patch/index.ts'
import { registrationProblems } from '../registration/index.ts'
import {
  builtInAssumption,
  builtInMetadataProblems,
  type CustomKind,
  type FieldProblem,
  type FieldValidation,
  statusOf,
  type ValidateOptions,
  validateAgainst,
  warningsOf,
} from '../schema/index.ts'
import { podWarnings } from '../warnings/index.ts'
import { received } from './received.ts'
import type { Run } from './run.ts'
import { badRequest } from './statuses.ts'
import type { TraceStep } from './types.ts'
import { kindOf } from './versions.ts'

/** Whether a request carries an object that is decoded and validated by a schema. */
function isWritten(run: Run): boolean {
  const { operation, object } = run.request
  return object !== null && (operation === 'CREATE' || operation === 'UPDATE')
}

function stepOf(run: Run, rest: Pick<TraceStep, 'outcome' | 'reason'> & Partial<TraceStep>): TraceStep {
  const certainty = rest.outcome === 'unknown' ? 'unknown' : 'predicted'
  return { phase: 'schema', kind: run.request.kind.kind, name: '', round: 0, certainty, ...rest }
}

/** How unknown fields are taken: what the request says, else the server’s default. */
function fieldValidationOf(run: Run): FieldValidation {
  const given = stringOf(fieldsOf(run.request.options).fieldValidation)
  return given === 'Strict' || given === 'Ignore' ? given : 'Warn'
}

/** A version of a custom kind that is deprecated is warned of, whatever is done in it. */
export function warnOfVersion(run: Run): void {
  if (run.ended !== null) return
  const known = kindOf(run.request, run.world)
  if (known.type === 'custom' && known.custom.deprecation !== null) run.warn(known.custom.deprecation)
}

/** Decodes what was sent: defaults are filled in, unknown fields are warned of or refused, all before admission. */
export function decodeObject(run: Run): void {
  const { request, object: sent } = run
  if (run.ended !== null || sent === null || !isWritten(run) || !request.isObjectKnown) return
  const object = received(sent, request)
  const known = kindOf(request, run.world)
  if (known.type === 'custom') decodeCustom(known.custom, object, run)
  else if (known.type === 'builtIn') decodeBuiltIn(object, run)
  else {
    run.assume(`Defaults of ${request.kind.kind} are not filled in: ${known.why}.`)
    if (known.isAggregated)
      run.assume(
        `${request.kind.kind} is served by an API server of its own, whose admission is taken to be configured by the same objects.`,
      )
  }
}

function decodeCustom(custom: CustomKind, object: JsonObject, run: Run): void {
  const { object: pruned, problems } = custom.pruneAndDefault(object)
  if (refuse(problems, run)) return
  decoded(pruned, run)
}

function decodeBuiltIn(object: JsonObject, run: Run): void {
  const { request, world } = run
  const schema = world.schema(request.kind)
  if (schema.state === 'known') {
    const problems = validateAgainst(schema, object, optionsOf(run))
    if (
      refuse(
        problems.filter(each => each.stage !== 'validation'),
        run,
      )
    )
      return
  }
  const { object: filled, assumptions, problem } = withDefaults(request.kind, object)
  for (const assumption of assumptions) run.assume(assumption)
  if (problem !== undefined) {
    const { kind, version } = request.kind
    const status = badRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${problem}`,
    )
    run.add(stepOf(run, { outcome: 'denied', reason: `The object cannot be decoded: ${problem}`, status }))
    run.end(status, 'decoding')
    return
  }
  decoded(filled, run)
}

function optionsOf({ request, world }: Run): ValidateOptions {
  const { operation, oldObject, subresource } = request
  return { isUpdate: operation === 'UPDATE', old: oldObject, subresource, minor: world.minor }
}

function decoded(object: JsonObject, run: Run): void {
  if (sameJson(run.object, object)) return
  const change = run.change(object)
  run.add(
    stepOf(run, {
      outcome: 'mutated',
      reason: 'It is decoded: defaults are filled in, and fields that its kind does not have are dropped.',
      change,
    }),
  )
}

/** True where the problems end the request; those that do not become warnings. */
function refuse(problems: readonly FieldProblem[], run: Run): boolean {
  const { kind, name } = run.request
  const fieldValidation = fieldValidationOf(run)
  for (const warning of warningsOf(problems, fieldValidation)) run.warn(warning)
  const status = statusOf(problems, { ...kind, name: nameOf(run) || name }, fieldValidation)
  if (status === null) return false
  const [first] = problems
  const field = first === undefined || first.field === '' ? {} : { field: first.field }
  const certainty = run.contentDoubt === null ? 'predicted' : 'unknown'
  run.add(
    stepOf(run, { outcome: 'denied', reason: first?.message ?? status.message, status, certainty, ...field }),
  )
  run.end(status, `the schema of ${kind.kind}`, certainty === 'predicted')
  return true
}

const nameOf = (run: Run): string => stringOf(fieldsOf(fieldsOf(run.object).metadata).name)

/** Validates the object as the mutating chain left it, before anything validating is asked. */
export function validateObject(run: Run): void {
  if (run.ended !== null || !isWritten(run)) return
  const { request, object } = run
  if (!request.isObjectKnown) {
    run.add(
      stepOf(run, {
        outcome: 'unknown',
        reason: 'Whether the object is valid depends on its content, which is not given.',
      }),
    )
    return
  }
  const known = kindOf(request, run.world)
  if (object === null) return
  if (known.type === 'custom') validateCustom(known.custom, object, run)
  else if (known.type === 'builtIn') validateBuiltIn(object, run)
  else
    run.add(
      stepOf(run, { outcome: 'unknown', reason: `Whether the object is valid is not known: ${known.why}.` }),
    )
}

function validateCustom(custom: CustomKind, object: JsonObject, run: Run): void {
  const { oldObject, subresource } = run.request
  const { errors, warnings } = custom.validateAll(object, oldObject, subresource)
  for (const warning of warnings) run.warn(warning)
  if (refuse(errors, run)) return
  const reason = 'The object is valid by the schema of its definition and the rules in it.'
  run.add(stepOf(run, { outcome: 'passed', reason }))
}

function validateBuiltIn(object: JsonObject, run: Run): void {
  const { request, world } = run
  if (request.subresource === '' && refuse(ownProblems(object, run), run)) return
  const schema = world.schema(request.kind)
  switch (schema.state) {
    case 'known': {
      const options = optionsOf(run)
      const problems = validateAgainst(schema, object, options).filter(each => each.stage === 'validation')
      run.assume(builtInAssumption)
      if (refuse(problems, run)) return
      warnOfName(object, run)
      warnOfPods(object, run)
      run.add(
        stepOf(run, {
          outcome: 'passed',
          reason: 'The object is valid by the schema that the server publishes.',
        }),
      )
      return
    }
    case 'none':
      run.assume(`The server publishes no schema of ${request.kind.kind}: the object is taken as valid.`)
      return
    default: {
      const why = schema.state === 'loading' ? 'is being read' : 'cannot be read'
      run.add(
        stepOf(run, {
          outcome: 'unknown',
          reason: `Whether the object is valid is not known: the schema of ${request.kind.kind} ${why}.`,
        }),
      )
    }
  }
}

const registrationGroup = 'admissionregistration.k8s.io'

/** Of kinds whose own rules are all known, which say more than a schema does. */
function ownProblems(object: JsonObject, { request, world }: Run): readonly FieldProblem[] {
  const { group, kind } = request.kind
  const { minor } = world
  const old = request.oldObject
  if (group === registrationGroup)
    return [...builtInMetadataProblems(object, old), ...registrationProblems(kind, { object, old, minor })]
  if (group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition')
    return [...builtInMetadataProblems(object, old), ...definitionProblems(object, minor)]
  return []
}

/** A write of a subresource is warned of by other rules. */
function warnOfPods(object: JsonObject, run: Run): void {
  const { kind, oldObject, operation, subresource } = run.request
  if (subresource !== '') return
  const old = operation === 'UPDATE' ? oldObject : null
  const written = { kind: `${kind.group}/${kind.kind}`, object, old, minor: run.world.minor }
  for (const warning of podWarnings(written)) run.warn(warning)
}

/** From this release on configurations may also be files, whose names end so. */
const firstWithFiles = 36

function warnOfName(object: JsonObject, run: Run): void {
  const { request, world } = run
  if (request.kind.group !== registrationGroup || request.operation !== 'CREATE') return
  const name = stringOf(fieldsOf(object.metadata).name)
  if (world.minor >= firstWithFiles && name.endsWith('.static.k8s.io'))
    run.warn(
      'metadata.name: names ending with ".static.k8s.io" are reserved for static manifest-based configurations and cannot be managed via the API',
    )
}
