import { useState } from 'react'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'
import type { ContextId, ResourceInfo } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, useCall } from '../../live/index.ts'
import { SearchSelect, Select } from '../../ui/index.ts'

export interface ObjectChoiceProps {
  readonly question: AdmissionQuestion
  readonly onChange: (part: Partial<AdmissionQuestion>) => void
}

const sources = [
  { id: 'text', label: 'YAML' },
  { id: 'stored', label: 'stored' },
] as const

/** Where the object comes from: it is written here, or the cluster has it. */
export function ObjectChoice({ question, onChange }: ObjectChoiceProps) {
  const choose = (id: string) => {
    if (id === 'stored') onChange({ object: { type: 'stored' } })
    else onChange({ object: { type: 'text', text: '' }, name: '' })
  }
  return (
    <Select
      label="Object"
      options={sources}
      value={question.object.type === 'stored' ? 'stored' : 'text'}
      onChange={choose}
    />
  )
}

export interface NameChoiceProps extends ObjectChoiceProps {
  readonly context: ContextId
  readonly kind: ResourceInfo | null
  readonly asked: TraceQuestion | null
}

/** Names offered for what is typed. */
const mostHits = 60

/** Which object it is. Names are offered of the kinds that are being watched; any can be typed. */
export function NameChoice({ context, kind, asked, question, onChange }: NameChoiceProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const { value } = useCall(
    'tables.search',
    wanted.length < 2 ? null : { context, text: wanted.slice(0, 253), limit: mostHits },
  )
  const namespace = asked?.namespace ?? question.namespace
  const hits = (value ?? []).filter(
    hit =>
      hit.resource.resource === kind?.resource &&
      hit.resource.group === kind.group &&
      (namespace === '' || hit.namespace === namespace),
  )
  return (
    <SearchSelect
      label="Name"
      options={hits.map(({ name }) => ({ id: name, label: name }))}
      value={question.name}
      noneText="choose"
      onChange={name => onChange({ name })}
      onText={setText}
      allowsOthers
      note={namespace === '' ? undefined : `Names in namespace ${namespace}, once two letters are typed.`}
    />
  )
}
