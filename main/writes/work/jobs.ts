import {
  applyChanges,
  changesOf,
  compare,
  mergeThreeWay,
  printYaml,
  type Shape,
  shapeOfSchema,
  unknownShape,
} from '../../../shared/diff/index.ts'
import { assertNever } from '../../../shared/errors/index.ts'
import type { AttributedChange, KindSchema } from '../../../shared/ipc/index.ts'
import type { FieldPath, KubeObject } from '../../../shared/kube/index.ts'
import { editsFor, type TextEdit } from '../../../shared/manifest/index.ts'
import { type Attribution, attributedChanges } from '../plan/changes.ts'
import { placeOfServerField, type ReadDocuments, readDocuments } from '../text/documents.ts'
import { type Intent, intentOf } from '../text/intent.ts'

/** Work on texts and objects that may be large: a function of what it is given. */
export type Job =
  | { readonly type: 'read'; readonly text: string }
  | {
      readonly type: 'locate'
      readonly text: string
      readonly document: number
      readonly path: readonly (string | number)[]
      readonly field: string
    }
  | { readonly type: 'print'; readonly value: unknown }
  /** What an edited object asks for. */
  | {
      readonly type: 'intent'
      readonly opened: KubeObject
      readonly edited: KubeObject
      readonly live: KubeObject
      readonly manager: string
      readonly schema: KindSchema | null
    }
  /** The object as it was opened, with what was edited. */
  | {
      readonly type: 'replace'
      readonly opened: KubeObject
      readonly edited: KubeObject
      readonly base: KubeObject
      readonly schema: KindSchema | null
    }
  | {
      readonly type: 'changes'
      readonly live: KubeObject | null
      readonly result: KubeObject
      readonly attribution: Omit<Attribution, 'shape'>
      readonly schema: KindSchema | null
    }
  | {
      readonly type: 'merge'
      readonly text: string
      readonly base: KubeObject
      readonly theirs: KubeObject
      readonly schema: KindSchema | null
    }

export interface Answers {
  readonly read: ReadDocuments
  readonly locate: { readonly line: number; readonly column: number } | null
  readonly print: string
  readonly intent: Intent
  readonly replace: KubeObject
  readonly changes: readonly AttributedChange[]
  /** Null where the text is not one object that can be read. */
  readonly merge: {
    readonly mine: KubeObject
    readonly edits: readonly TextEdit[]
    readonly conflicts: readonly FieldPath[]
    /** What the others changed. */
    readonly taken: readonly {
      readonly path: FieldPath
      readonly kind: 'added' | 'removed' | 'changed' | 'moved'
    }[]
  } | null
}

const shapes = new WeakMap<KindSchema, Shape>()

/** What a schema says of places; of no schema nothing is known. */
export function shapeFor(schema: KindSchema | null): Shape {
  if (schema === null) return unknownShape
  const known = shapes.get(schema)
  if (known !== undefined) return known
  const shape = shapeOfSchema(schema)
  shapes.set(schema, shape)
  return shape
}

export function answerTo<J extends Job>(job: J): Answers[J['type']] {
  return answer(job) as Answers[J['type']]
}

function answer(job: Job): Answers[Job['type']] {
  switch (job.type) {
    case 'read':
      return readDocuments(job.text)
    case 'locate':
      return placeOfServerField(job.text, job.document, job.path, job.field)
    case 'print':
      return printYaml(job.value)
    case 'intent':
      return intentOf(job, job.manager, shapeFor(job.schema))
    case 'replace': {
      const shape = shapeFor(job.schema)
      return applyChanges(
        job.base,
        changesOf(compare(job.opened, job.edited, { shape })),
        shape,
      ) as KubeObject
    }
    case 'changes':
      return attributedChanges(job.live, job.result, { ...job.attribution, shape: shapeFor(job.schema) })
    case 'merge':
      return merged(job)
    default:
      return assertNever(job)
  }
}

const mostTaken = 200

function merged({ text, base, theirs, schema }: Extract<Job, { type: 'merge' }>): Answers['merge'] {
  const shape = shapeFor(schema)
  const [mine, ...others] = readDocuments(text).objects
  if (mine === undefined || others.length > 0) return null
  const { merged: whole, conflicts } = mergeThreeWay({ base, mine: mine.object, theirs, shape })
  return {
    mine: mine.object,
    edits: editsFor(text, mine.document, whole, shape),
    conflicts: conflicts.map(({ path }) => path),
    taken: changesOf(compare(base, theirs, { shape }))
      .slice(0, mostTaken)
      .map(({ path, kind }) => ({ path, kind })),
  }
}
