import { useEffect, useRef, useState } from 'react'
import { printYaml, withoutServerFields } from '../../../shared/diff/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import { announce, useStream } from '../../live/index.ts'
import { Button, SearchSelect } from '../../ui/index.ts'
import styles from './Audit.module.css'

export interface DraftToolsProps {
  readonly context: ContextId
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Longest file that is taken, in bytes: what an audit takes. */
const longestFile = 3_000_000

/** Where a draft comes from: a policy or webhook configuration of the cluster, or a file. */
export function DraftTools({ context, text, onChange }: DraftToolsProps) {
  const file = useRef<HTMLInputElement>(null)
  const open = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    if (chosen.size > longestFile) announce('The file is too large for a draft.')
    else onChange(await chosen.text())
  }
  return (
    <div className={styles.draftHead}>
      <span className={styles.draftTitle}>Draft</span>
      <TakeStored context={context} onTake={onChange} />
      <Button onPress={() => file.current?.click()}>Open a file…</Button>
      <input
        ref={file}
        type="file"
        accept=".yaml,.yml,.json"
        hidden
        onChange={event => {
          void open(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {text !== '' && (
        <Button look="quiet" onPress={() => onChange('')}>
          Clear
        </Button>
      )}
    </div>
  )
}

interface TakeStoredProps {
  readonly context: ContextId
  readonly onTake: (text: string) => void
}

function TakeStored({ context, onTake }: TakeStoredProps) {
  const policies = useStream('admission.policies', { context }).value
  const webhooks = useStream('admission.webhooks', { context }).value
  const [wanted, setWanted] = useState<ObjectRef | null>(null)
  const refs = new Map<string, ObjectRef>()
  for (const { ref } of [
    ...(policies?.policies ?? []),
    ...(policies?.bindings ?? []),
    ...(webhooks?.webhooks ?? []),
  ])
    refs.set(`${ref.resource.resource} ${ref.name}`, ref)
  const { value, error } = useStream('objects.watch', wanted === null ? null : { context, ref: wanted })
  const latest = useRef(onTake)
  latest.current = onTake
  const object = value?.object ?? null
  useEffect(() => {
    if (wanted === null || (object === null && error === null && value?.status.phase !== 'failed')) return
    setWanted(null)
    if (object !== null) latest.current(printYaml(withoutServerFields(object)))
    else announce(error?.message ?? 'It could not be read.')
  }, [wanted, object, error, value])
  return (
    <SearchSelect
      label="Take"
      options={[...refs].map(([id, ref]) => ({
        id,
        label: ref.name,
        detail: titles[ref.resource.resource] ?? '',
      }))}
      value=""
      noneText="from the cluster"
      onChange={id => setWanted(refs.get(id) ?? null)}
    />
  )
}

const titles: Readonly<Record<string, string>> = {
  validatingadmissionpolicies: 'validating policy',
  mutatingadmissionpolicies: 'mutating policy',
  validatingadmissionpolicybindings: 'binding',
  mutatingadmissionpolicybindings: 'mutating binding',
  validatingwebhookconfigurations: 'validating webhooks',
  mutatingwebhookconfigurations: 'mutating webhooks',
}
