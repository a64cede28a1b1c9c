import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import type { Manifest } from '../trace/index.ts'

export type Draft =
  | { readonly type: 'draft'; readonly objects: readonly KubeObject[] }
  | Extract<Manifest, { type: 'invalid' }>

/** The objects of a draft. Each has to say what it is and have a name. */
export function draftOf(manifest: Manifest): Draft {
  if (manifest.type === 'invalid') return manifest
  const objects: KubeObject[] = []
  for (const { object, line } of manifest.objects) {
    const { apiVersion, kind, metadata } = object
    const name = isMapping(metadata) ? metadata.name : undefined
    const missing =
      typeof apiVersion !== 'string' || typeof kind !== 'string'
        ? 'An object of the draft does not say what it is: it needs apiVersion and kind.'
        : typeof name !== 'string' || name === ''
          ? 'An object of the draft has no name.'
          : null
    if (missing !== null)
      return {
        type: 'invalid',
        problem: { error: { kind: 'invalid', message: missing }, line, column: 1 },
      }
    objects.push(asDraft(object))
  }
  if (objects.length > 0) return { type: 'draft', objects }
  return {
    type: 'invalid',
    problem: { error: { kind: 'invalid', message: 'There is no object in the draft.' } },
  }
}

/** What a cluster wrote into an object would make it pass for the one that is there. */
function asDraft(object: Readonly<Record<string, unknown>>): KubeObject {
  const {
    uid: _uid,
    resourceVersion: _version,
    generation: _generation,
    managedFields: _fields,
    ...metadata
  } = object.metadata as Readonly<Record<string, unknown>>
  return { ...object, metadata } as unknown as KubeObject
}

/** Bindings for policies of a draft that none names, so that there is something to try. */
export function missingBindings(
  draft: readonly KubeObject[],
  bindings: readonly KubeObject[],
): readonly KubeObject[] {
  const bound = new Set(
    [...bindings, ...draft.filter(({ kind }) => kind.endsWith('AdmissionPolicyBinding'))].map(
      ({ kind, spec }) => `${kind} ${isMapping(spec) ? String(spec.policyName) : ''}`,
    ),
  )
  return draft
    .filter(
      ({ kind, metadata }) => /AdmissionPolicy$/.test(kind) && !bound.has(`${kind}Binding ${metadata.name}`),
    )
    .map(({ apiVersion, kind, metadata }) => ({
      apiVersion,
      kind: `${kind}Binding`,
      metadata: { name: `${metadata.name}-trial` },
      spec: {
        policyName: metadata.name,
        ...(kind.startsWith('Validating') ? { validationActions: ['Deny'] } : {}),
      },
    }))
}
