import type { AppErrorBody } from '../../shared/errors/index.ts'
import { isAppError } from '../../shared/errors/index.ts'
import type { Consequence, Plan } from '../../shared/ipc/index.ts'
import type { ObjectRef } from '../../shared/kube/index.ts'
import { counted } from '../../shared/words/index.ts'
import { resourcePath } from '../api/index.ts'
import type { Executor, PlannedRequest } from '../writes/index.ts'
import { askedBy, type PatchForm } from './patches.ts'
import { nameOf, type Setup, type Target, type Targets } from './targets.ts'

/** An operation as `main/writes` takes it. */
export interface PlannedOperation {
  readonly title: string
  readonly requests: readonly PlannedRequest[]
  readonly consequences?: readonly Consequence[]
  readonly typed?: Plan['typed']
  readonly execute?: Executor
}

/** Name under which the server notes what Gatehouse writes. */
const fieldManager = 'gatehouse'

type Extra = Partial<PlannedRequest>

const contentTypes: Readonly<Record<PatchForm, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

/** A patch of one object, or of a subresource. */
export function patchOf(
  { ref, kind }: Pick<Target, 'ref' | 'kind'>,
  title: string,
  form: PatchForm,
  patch: unknown,
  { subresource, ...extra }: Extra & { readonly subresource?: string } = {},
): PlannedRequest {
  const { resource, namespace, name } = ref
  return {
    ref,
    kind,
    title,
    method: 'PATCH',
    path: resourcePath(resource, {
      namespace,
      name,
      ...(subresource === undefined ? {} : { subresource }),
    }),
    query: { fieldManager },
    contentType: contentTypes[form],
    body: JSON.stringify(patch),
    dryRun: 'query',
    ...askedBy(form, patch),
    ...extra,
  }
}

/** An object sent to a collection or to a subresource that takes one. */
export function postOf(
  place: Pick<PlannedRequest, 'ref' | 'kind' | 'title' | 'path'>,
  body: unknown,
  extra: Extra = {},
): PlannedRequest {
  return {
    ...place,
    method: 'POST',
    query: { fieldManager },
    contentType: 'application/json',
    body: JSON.stringify(body),
    dryRun: 'query',
    ...extra,
  }
}

/**
 * Requests for each target; one that is refused keeps its place in the plan, with the reason.
 * @throws AppError where there is a single target, and it is refused
 */
export function forEachTarget(
  { info }: Setup,
  { found, missing }: Targets,
  verb: string,
  build: (target: Target) => PlannedRequest,
): readonly PlannedRequest[] {
  const requests = found.map(target => {
    try {
      return build(target)
    } catch (error) {
      if (!isAppError(error) || found.length + missing.length === 1) throw error
      return refused(target.ref, info.kind, verb, error.body)
    }
  })
  return [...requests, ...missing.map(({ ref, error }) => refused(ref, info.kind, verb, error))]
}

function refused(ref: ObjectRef, kind: string, verb: string, problem: AppErrorBody): PlannedRequest {
  const title = `${verb} ${nameOf(kind, ref)}`
  return { ...patchOf({ ref, kind }, title, 'merge', {}), dryRun: 'none', problem }
}

/** `Restart Deployment shop/web`, `Restart 3 Deployments`. */
export function titleOf(verb: string, { info }: Setup, refs: readonly ObjectRef[]): string {
  const [first] = refs
  const what =
    first !== undefined && refs.length === 1
      ? nameOf(info.kind, first)
      : counted(refs.length, info.kind, pluralOf(info.kind))
  return `${verb} ${what}`
}

/** Plural of a kind's name in a sentence. */
export function pluralOf(kind: string): string {
  if (/(?:s|x|ch|sh)$/.test(kind)) return /(?:ss|x|ch|sh)$/.test(kind) ? `${kind}es` : kind
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`
}

/** Objects that a consequence names, at most. */
const mostNamed = 50

export function consequence(
  severity: Consequence['severity'],
  text: string,
  objects: readonly Pick<Target, 'kind' | 'ref'>[] = [],
  total = objects.length,
): Consequence {
  return {
    severity,
    text,
    refs: objects.slice(0, mostNamed).map(({ kind, ref }) => ({ kind, ref })),
    total,
  }
}
