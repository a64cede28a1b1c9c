import { gapOf, type Known } from '../../../shared/admission/index.ts'
import { AppError, type AppErrorBody, isAppError } from '../../../shared/errors/index.ts'
import { isMapping, type KubeObject } from '../../../shared/kube/index.ts'
import type { ApiClient } from '../../api/index.ts'

/** `reason` of an error about something that was named and is not there; it is not about a draft. */
export const notThere = 'NotThere'

/** What was asked for, and the policies that there are; each kind of them. */
export interface Asked {
  /** Names; null: all. */
  readonly policies: readonly string[] | null
  /** null where nothing is tried. */
  readonly draft: readonly KubeObject[] | null
  readonly known: readonly Known[]
}

/**
 * Why there is nothing to audit as it was asked; null where there is. A policy that may not be read may be
 * the one that was named, and the one that takes a parameter.
 */
export function refusalOf({ policies, draft, known }: Asked): AppErrorBody | null {
  if (known.some(each => each.state === 'loading' || gapOf(each) !== null)) return null
  const there = [...known.flatMap(each => (each.state === 'known' ? each.items : [])), ...(draft ?? [])]
  const names = new Set(there.filter(isPolicy).map(({ metadata }) => metadata.name))
  const missing = (policies ?? []).filter(name => !names.has(name))
  if (missing.length > 0) return refusal(`No policy is called ${quoted(missing)}. Check how it is spelt.`)
  if (draft === null || draft.some(object => isTried(object) || isParameter(object, there))) return null
  return {
    kind: 'invalid',
    message: 'There is no policy, binding, parameter, namespace or webhook configuration in the draft.',
  }
}

/** Namespaces that are not there. One that may not be read is taken to be. @throws AppError `cancelled` */
export async function missingNamespaces(
  api: ApiClient,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const resource = api.findKind('', 'Namespace')
  if (resource === null) return []
  const isMissing = async (name: string): Promise<boolean> => {
    try {
      await api.get({ resource, namespace: '', name }, signal)
      return false
    } catch (error) {
      if (!isAppError(error) || error.body.kind === 'cancelled') throw error
      return error.body.kind === 'gone'
    }
  }
  const found = await Promise.all(namespaces.map(async name => ((await isMissing(name)) ? [name] : [])))
  return found.flat()
}

/** @throws AppError for namespaces that are not there */
export function refuseNamespaces(missing: readonly string[]): void {
  if (missing.length > 0)
    throw new AppError(refusal(`No namespace is called ${quoted(missing)}. Check how it is spelt.`))
}

function refusal(message: string): AppErrorBody {
  return { kind: 'gone', reason: notThere, message }
}

function quoted(names: readonly string[]): string {
  return names.map(name => `“${name}”`).join(', ')
}

function isPolicy({ kind }: KubeObject): boolean {
  return kind === 'ValidatingAdmissionPolicy' || kind === 'MutatingAdmissionPolicy'
}

/** What decides itself, and namespaces, whose labels do. */
function isTried({ kind, apiVersion }: KubeObject): boolean {
  return (
    /^(?:Validating|Mutating)(?:AdmissionPolicy(?:Binding)?|WebhookConfiguration)$/.test(kind) ||
    (kind === 'Namespace' && apiVersion === 'v1')
  )
}

function isParameter({ apiVersion, kind }: KubeObject, there: readonly KubeObject[]): boolean {
  return there.filter(isPolicy).some(({ spec }) => {
    const wanted = isMapping(spec) ? spec.paramKind : undefined
    return isMapping(wanted) && wanted.apiVersion === apiVersion && wanted.kind === kind
  })
}
