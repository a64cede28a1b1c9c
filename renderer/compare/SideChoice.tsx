import { useState } from 'react'
import type { ContextId, Resource, ResourceInfo } from '../../shared/kube/index.ts'
import { decodeText } from '../../shared/manifest/index.ts'
import { type ComparedObject, useContextList, useDiscovery, useSessions, useStream } from '../live/index.ts'
import { Button, SearchSelect, Select } from '../ui/index.ts'
import { YamlEditor } from '../yaml/index.ts'
import styles from './Compare.module.css'
import type { Side } from './useSide.ts'

export interface SideChoiceProps {
  readonly label: string
  /** Of the view. */
  readonly context: ContextId
  readonly side: Side
  /** The other side: its kind and name are taken over where this one has none yet. */
  readonly other: ComparedObject
  readonly onChange: (side: ComparedObject) => void
}

const sources = [
  { id: 'object', label: 'an object' },
  { id: 'text', label: 'a text' },
] as const

/** What one side is: an object of an open context with its revisions, or a text. */
export function SideChoice(props: SideChoiceProps) {
  const { label, side } = props
  return (
    <fieldset className={styles.side} aria-label={label}>
      <div className={styles.choices}>
        <span className={styles.sideLabel}>{label}</span>
        <Select
          label="Is"
          options={sources}
          value={side.text === null ? 'object' : 'text'}
          onChange={id => side.setText(id === 'text' ? '' : null)}
        />
        {side.text === null && <ObjectChoice {...props} />}
        {side.text !== null && <FileButton onText={side.setText} />}
      </div>
      {side.text !== null && (
        <div className={styles.text}>
          <YamlEditor
            label={`${label}: text`}
            text={side.text}
            onChange={side.setText}
            placeholder="Paste one object as YAML or JSON"
          />
        </div>
      )}
    </fieldset>
  )
}

function ObjectChoice({ context, side, other, onChange }: SideChoiceProps) {
  const resource = side.ref?.resource ?? other.ref?.resource ?? null
  const [chosen, setChosen] = useState<Resource | null>(null)
  const kind = chosen ?? resource
  const inContext = side.context === context ? '' : side.context
  const choose = (to: ContextId) => {
    const next = to === context ? '' : to
    // The same object in another context is what is meant most often.
    onChange({ context: next, ref: side.ref ?? other.ref })
  }
  return (
    <>
      <ContextChoice value={side.context} onChange={choose} />
      <KindChoice context={side.context} value={kind} onChange={setChosen} />
      <NameChoice
        key={kind === null ? '' : kind.resource}
        context={side.context}
        resource={kind}
        value={side.ref === null ? '' : nameId(side.ref.namespace, side.ref.name)}
        onChange={(namespace, name) => {
          if (kind !== null) onChange({ context: inContext, ref: { resource: kind, namespace, name } })
          setChosen(null)
        }}
      />
      {side.revisions.length > 1 && (
        <Select
          label="As of"
          options={[
            { id: '', label: 'now' },
            ...side.revisions.slice(1).map(({ id, label }) => ({ id, label })),
          ]}
          value={side.revision}
          onChange={side.setRevision}
        />
      )}
    </>
  )
}

interface ContextChoiceProps {
  readonly label?: string
  readonly value: ContextId
  readonly onChange: (context: ContextId) => void
}

/** The open contexts; others would have to be opened, which nobody asked for. */
export function ContextChoice({ label = 'Context', value, onChange }: ContextChoiceProps) {
  const entries = useContextList()?.contexts ?? []
  const open = new Set(
    (useSessions() ?? []).filter(({ phase }) => phase !== 'closed').map(({ context }) => context),
  )
  const options = entries.filter(({ id }) => open.has(id)).map(({ id, name }) => ({ id, label: name }))
  return (
    <SearchSelect
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      noneText="choose"
      note="Only open contexts are asked. Others are opened from the list of contexts."
    />
  )
}

export interface KindChoiceProps {
  readonly context: ContextId
  readonly value: Resource | null
  readonly onChange: (resource: Resource) => void
}

export function KindChoice({ context, value, onChange }: KindChoiceProps) {
  const kinds = (useDiscovery(context)?.resources ?? []).filter(isListed)
  return (
    <SearchSelect
      label="Kind"
      options={kinds.map(info => ({
        id: resourceId(info),
        label: info.kind,
        detail: info.group,
        words: [info.resource, ...info.shortNames],
      }))}
      value={value === null ? '' : resourceId(value)}
      noneText="choose"
      onChange={id => {
        const found = kinds.find(info => resourceId(info) === id)
        if (found !== undefined)
          onChange({ group: found.group, version: found.version, resource: found.resource })
      }}
    />
  )
}

const isListed = ({ preferred, verbs }: ResourceInfo): boolean => preferred && verbs.includes('list')

export function resourceId({ group, version, resource }: Resource): string {
  return [group, version, resource].join('/')
}

interface NameChoiceProps {
  readonly context: ContextId
  readonly resource: Resource | null
  readonly value: string
  readonly onChange: (namespace: string, name: string) => void
}

/** Names offered at once; typing narrows them. */
const mostNames = 100

function NameChoice({ context, resource, value, onChange }: NameChoiceProps) {
  const [text, setText] = useState('')
  const { value: frame } = useStream(
    'tables.view',
    resource === null
      ? null
      : {
          sources: [{ context, resource, namespaces: [] }],
          ...{ labelSelector: '', fieldSelector: '', filter: text.slice(0, 250) },
          ...{ sort: { column: 'Name', descending: false }, window: { start: 0, count: mostNames } },
        },
  )
  return (
    <SearchSelect
      label="Name"
      options={(frame?.rows ?? []).map(({ namespace, name }) => ({
        id: nameId(namespace, name),
        label: name,
        detail: namespace,
        words: [text],
      }))}
      value={value}
      noneText={resource === null ? 'choose a kind first' : 'choose'}
      onText={setText}
      onChange={id => {
        const [namespace = '', name = ''] = id.split('|')
        onChange(namespace, name)
      }}
    />
  )
}

const nameId = (namespace: string, name: string): string => `${namespace}|${name}`

/** A file of the person's machine, read by the page. */
function FileButton({ onText }: { readonly onText: (text: string) => void }) {
  const choose = () => {
    const input = document.createElement('input')
    input.type = 'file'
    input.accept = '.yaml,.yml,.json'
    input.onchange = async () => {
      const [file] = input.files ?? []
      if (file !== undefined) onText(decodeText(new Uint8Array(await file.arrayBuffer())).text)
    }
    input.click()
  }
  return <Button onPress={choose}>Read a file…</Button>
}
