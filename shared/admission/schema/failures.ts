import { goJson, quote } from '../values/index.ts'
import { type FieldProblem, invalid, notSupported, problem, required, tooLong, tooMany } from './problem.ts'

/** What a check of a schema finds, before it is told to anybody. */
export interface Failure {
  /** Says what it is about: two with the same message are one. */
  readonly message: string
  /** Given the path of what is checked as a whole, empty for an object. */
  readonly problem: (root: string) => FieldProblem
}

/** Failures, and how many checks held: the branch of an `anyOf` that came closest is told. */
export class Findings {
  readonly failures: Failure[] = []
  held = 0

  get isValid(): boolean {
    return this.failures.length === 0
  }

  add(failure: Failure): void {
    if (!this.failures.some(({ message }) => message === failure.message)) this.failures.push(failure)
  }

  merge(other: Findings): void {
    for (const failure of other.failures) this.add(failure)
    this.held += other.held
  }

  /** Only the number of what held: failures of what did not change are accepted. */
  forgiven(): Findings {
    const forgiven = new Findings()
    forgiven.held = this.held
    return forgiven
  }
}

/** Path within the object; the checks call fields of the root by a leading dot now and then. */
function fieldOf(root: string, path: string): string {
  const bare = path.startsWith('.') ? path.slice(1) : path
  if (bare === '') return root
  return root === '' ? bare : `${root}.${bare}`
}

export function typeFailure(path: string, wanted: string, found: string): Failure {
  const message = `${path} in body must be of type ${wanted}: ${quote(found)}`
  return {
    message,
    problem: root => problem('FieldValueTypeInvalid', fieldOf(root, path), found, message),
  }
}

export const requiredFailure = (path: string): Failure => ({
  message: `${path} in body is required`,
  problem: root => required(fieldOf(root, path)),
})

export const enumFailure = (path: string, value: unknown, values: readonly unknown[]): Failure => ({
  message: `${path} in body should be one of ${goJson(values)}`,
  problem: root =>
    notSupported(
      fieldOf(root, path),
      value,
      values.map(one => (typeof one === 'string' ? one : goJson(one))),
    ),
})

export const tooLongFailure = (path: string, longest: number): Failure => ({
  message: `${path} in body should be at most ${longest} chars long`,
  problem: root => tooLong(fieldOf(root, path), longest),
})

export const tooManyFailure = (path: string, what: string, count: number, most: number): Failure => ({
  message: `${path} in body should have at most ${most} ${what}`,
  problem: root => tooMany(fieldOf(root, path), count, most),
})

/** @param says what follows the path */
export function invalidFailure(path: string, value: unknown, says: string): Failure {
  const message = `${path} in body ${says}`
  return { message, problem: root => invalid(fieldOf(root, path), value ?? '', message) }
}

/** @param message whole, as it does not begin with the path */
export const otherFailure = (path: string, value: unknown, message: string): Failure => ({
  message,
  problem: root => invalid(fieldOf(root, path), value, message),
})

/** Of a whole: the server names no field. */
export const wholeFailure = (message: string): Failure => ({
  message,
  problem: root => invalid(root, '', message),
})
