import { assertNever } from '../errors/index.ts'
import type { FieldPath, PathElement, Scalar } from '../kube/index.ts'

/** A path as the server writes it in conflicts: `.spec.ports[port=80,protocol="TCP"].name`. Source: fieldpath/path.go. */
export function serverPath(path: FieldPath): string {
  return path.map(printed).join('')
}

function printed(element: PathElement): string {
  switch (typeof element) {
    case 'string':
      return `.${element}`
    case 'number':
      return `[${element}]`
    case 'object':
      if ('value' in element) return `[=${valueText(element.value)}]`
      return `[${element.key.map(([name, value]) => `${name}=${valueText(value)}`).join(',')}]`
    default:
      return assertNever(element)
  }
}

const valueText = (value: Scalar): string => JSON.stringify(value)
