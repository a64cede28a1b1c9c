import { type SchemaSet, type Shape, shapeOfSchema } from '../../../../shared/diff/index.ts'
import { type FieldOwner, type KubeObject, ownersAt, readOwnership } from '../../../../shared/kube/index.ts'

/** What is known of the field on a line. */
export interface FieldNote {
  readonly path: string
  readonly type: string
  readonly description: string
  readonly owners: readonly FieldOwner[]
}

/** Looks up fields by path; schema and ownership are read once. */
export class FieldNotes {
  readonly #root: Shape | null
  readonly #object: KubeObject
  #ownership: ReturnType<typeof readOwnership> | null = null

  constructor(schema: SchemaSet | null, object: KubeObject) {
    this.#root = schema === null ? null : shapeOfSchema(schema)
    this.#object = object
  }

  at(path: readonly (string | number)[]): FieldNote | null {
    if (path.length === 0) return null
    const shape = path.reduce<Shape | null>(
      (parent, step) => (typeof step === 'number' ? parent?.item() : parent?.field(step)) ?? null,
      this.#root,
    )
    return {
      path: pathText(path),
      type: shape?.type ?? '',
      description: shape?.description ?? '',
      owners: this.owners(path),
    }
  }

  owners(path: readonly (string | number)[]): readonly FieldOwner[] {
    this.#ownership ??= readOwnership(this.#object)
    return ownersAt(this.#ownership, path)
  }
}

function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      if (!/^[\w-]+$/.test(step)) return `[${JSON.stringify(step)}]`
      return index === 0 ? step : `.${step}`
    })
    .join('')
}
