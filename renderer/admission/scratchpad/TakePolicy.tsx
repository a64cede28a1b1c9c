import type { ContextId } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, type ScratchPlace, useDiscovery, useStream } from '../../live/index.ts'
import { SearchSelect, Select } from '../../ui/index.ts'
import { ruleRequests } from '../trace/ruleRequests.ts'

export interface TakePolicyProps {
  readonly context: ContextId
  readonly scratch: ScratchPlace
  readonly onScratch: (part: Partial<ScratchPlace>) => void
  readonly onQuestion: (part: Partial<AdmissionQuestion>) => void
}

const types = [
  { id: 'expression', label: 'an expression' },
  { id: 'policy', label: 'a policy' },
] as const

/** What is written: one expression, or a policy, which may be one of the cluster to begin with. */
export function TakePolicy({ context, scratch, onScratch, onQuestion }: TakePolicyProps) {
  const discovery = useDiscovery(context)
  const policies = useStream('admission.policies', { context }).value?.policies ?? []
  const take = (id: string) => {
    const entry = policies.find(one => one.id === id)
    onScratch({ type: 'policy', text: '', from: id })
    const [first] = ruleRequests(entry?.policy.match.rules ?? [], discovery, 1)
    if (first === undefined) return
    const { operation, info, subresource } = first
    const resource = { group: info.group, version: info.version, resource: info.resource }
    onQuestion({ operation, resource, subresource, name: '' })
  }
  return (
    <>
      <Select
        label="Write"
        options={types}
        value={scratch.type}
        onChange={id => onScratch({ type: id === 'policy' ? 'policy' : 'expression', text: '', from: '' })}
      />
      <SearchSelect
        label="Take"
        options={policies.map(({ id, policy }) => ({ id, label: policy.name, detail: policy.flavour }))}
        value={scratch.from}
        noneText="a policy of the cluster"
        onChange={take}
      />
    </>
  )
}
