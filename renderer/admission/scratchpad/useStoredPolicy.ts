import { useMemo } from 'react'
import { printYaml, withoutServerFields } from '../../../shared/diff/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import { type ScratchPlace, useStream } from '../../live/index.ts'

export interface StoredPolicy {
  /** Its YAML; null while it is not read. */
  readonly text: string | null
  readonly problem: string | null
}

/** The policy that a scratchpad starts from, as long as nothing else is written in it. */
export function useStoredPolicy(context: ContextId, { type, text, from }: ScratchPlace): StoredPolicy {
  const isWanted = type === 'policy' && text === '' && from !== ''
  const inventory = useStream('admission.policies', isWanted ? { context } : null).value
  const ref: ObjectRef | null = inventory?.policies.find(({ id }) => id === from)?.ref ?? null
  const { value, error } = useStream('objects.watch', !isWanted || ref === null ? null : { context, ref })
  const object = value?.object ?? null
  const stored = useMemo(() => (object === null ? null : printYaml(withoutServerFields(object))), [object])
  if (!isWanted) return { text: null, problem: null }
  if (error !== null) return { text: stored, problem: error.message }
  if (value?.status.phase === 'failed') return { text: null, problem: value.status.error.message }
  const isMissing =
    inventory !== null && ref === null && inventory.sources.every(({ state }) => state !== 'loading')
  return { text: stored, problem: isMissing ? `There is no policy ${from.replace(/^\w+\//, '')}.` : null }
}
