import { isInt64, isObject, own, plain, typeName } from '../values/index.ts'
import { type FieldProblem, invalid } from './problem.ts'
import type { Fields } from './structural.ts'

/** Where a definition says that replicas and their selector stand. */
export interface ScalePaths {
  readonly spec: string
  readonly status: string
  readonly selector: string
}

export function readScale(subresources: Fields): ScalePaths | null {
  const scale = own(subresources, 'scale')
  if (!isObject(scale)) return null
  const text = (name: string): string => {
    const value = own(scale, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    spec: text('specReplicasPath'),
    status: text('statusReplicasPath'),
    selector: text('labelSelectorPath'),
  }
}

/** What is wrong with what a scale would be made of (`customresource/validator.go`). */
export function scaleProblems(
  { spec, status, selector }: ScalePaths,
  object: unknown,
  hasSpec: boolean,
): readonly FieldProblem[] {
  return [
    ...(hasSpec ? replicas(spec, object) : []),
    ...replicas(status, object),
    ...(selector === '' ? [] : text(selector, object)),
  ]
}

function replicas(path: string, object: unknown): readonly FieldProblem[] {
  const value = found(path, object)
  if (value instanceof Fault) return [invalid(path, 0, value.message)]
  if (value === undefined) return []
  if (typeof value !== 'number' || !isInt64(value)) return [invalid(path, 0, wrongType(path, value, 'int64'))]
  if (value < 0) return [invalid(path, value, 'should be a non-negative integer')]
  return value > 2 ** 31 - 1 ? [invalid(path, value, 'should be less than or equal to 2147483647')] : []
}

function text(path: string, object: unknown): readonly FieldProblem[] {
  const value = found(path, object)
  if (value instanceof Fault) return [invalid(path, '', value.message)]
  return value === undefined || typeof value === 'string'
    ? []
    : [invalid(path, '', wrongType(path, value, 'string'))]
}

const wrongType = (path: string, value: unknown, wanted: string): string =>
  `${path} accessor error: ${plain(value)} is of the type ${typeName(value)}, expected ${wanted}`

class Fault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

function found(path: string, object: unknown): unknown {
  let at = object
  const names = path.replace(/^\./, '').split('.')
  for (const [index, name] of names.entries()) {
    if (at === null) return undefined
    if (!isObject(at))
      return new Fault(wrongType(`.${names.slice(0, index).join('.')}`, at, 'map[string]interface{}'))
    if (!Object.hasOwn(at, name)) return undefined
    at = own(at, name)
  }
  return at
}
