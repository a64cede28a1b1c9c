import { lazy, Suspense, useState } from 'react'
import type { ApiOperation, ApiParameter } from '../../shared/ipc/index.ts'
import type { ContextId } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody } from '../live/index.ts'
import { Button, Section, Select } from '../ui/index.ts'
import styles from './Explorer.module.css'
import { ParameterField } from './ParameterField.tsx'
import { RequestText } from './RequestText.tsx'
import type { DraftCall } from './useDraftCall.ts'

const YamlEditor = lazy(async () => ({ default: (await import('../yaml/index.ts')).YamlEditor }))

interface CallFormProps {
  readonly context: ContextId
  readonly operation: ApiOperation
  readonly draft: DraftCall
}

/** What an operation takes: the parts of its path, its query, the form of the answer, and a body. */
export function CallForm({ context, operation, draft }: CallFormProps) {
  const inPath = operation.parameters.filter(parameter => parameter.in === 'path')
  const inQuery = operation.parameters.filter(parameter => parameter.in === 'query')
  return (
    <>
      {inPath.length > 0 && (
        <Section title="Path">
          <Parameters parameters={inPath} draft={draft} />
        </Section>
      )}
      {operation.body !== null && <Body context={context} operation={operation} draft={draft} />}
      {operation.accepts.length > 1 && (
        <div className={styles.choices}>
          <Select
            label="Answer as"
            options={operation.accepts.map(id => ({ id, label: formText(id), detail: id }))}
            value={draft.call.accept || (operation.accepts[0] ?? '')}
            onChange={accept => draft.change({ accept })}
          />
        </div>
      )}
      <RequestText preview={draft.preview} error={draft.error} />
      {inQuery.length > 0 && <Query parameters={inQuery} draft={draft} />}
    </>
  )
}

function Parameters({
  parameters,
  draft,
}: {
  readonly parameters: readonly ApiParameter[]
  readonly draft: DraftCall
}) {
  return (
    <div className={styles.parameters}>
      {parameters.map(parameter => (
        <ParameterField
          key={`${parameter.in} ${parameter.name}`}
          parameter={parameter}
          values={draft.values(parameter.name)}
          problem={problemOf(parameter, draft)}
          onChange={values => draft.set(parameter.name, values)}
        />
      ))}
    </div>
  )
}

/** What is missing is told by the request below; what is wrong stands at its field. */
function problemOf({ name }: ApiParameter, draft: DraftCall): string | undefined {
  if (draft.values(name).every(value => value === '')) return undefined
  return draft.preview?.problems.find(({ parameter }) => parameter === name)?.message
}

/** Query parameters stand open: what an operation can do is seen, not searched for. */
function Query({
  parameters,
  draft,
}: {
  readonly parameters: readonly ApiParameter[]
  readonly draft: DraftCall
}) {
  const given = parameters.filter(({ name }) => draft.values(name).some(value => value !== '')).length
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Section
      title="Query"
      aside={given === 0 ? `${parameters.length} parameters` : `${given} of ${parameters.length} given`}
      actions={
        <Button look="quiet" isPressed={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && <Parameters parameters={parameters} draft={draft} />}
    </Section>
  )
}

function Body({ context, operation, draft }: CallFormProps) {
  const { body } = operation
  if (body === null) return null
  const begin = () => {
    engine.call('explorer.template', { context, operation: operation.id }).then(
      text => draft.change({ body: text }),
      (error: unknown) => announce(errorBody(error).message),
    )
  }
  const canBegin = body.kind !== '' && operation.method !== 'DELETE' && operation.method !== 'PATCH'
  const kind = body.kind !== '' ? body.kind : operation.method === 'PATCH' ? 'a patch' : 'anything'
  return (
    <Section
      title="Body"
      aside={body.isRequired ? kind : `${kind}, may be left out`}
      actions={
        canBegin && draft.call.body === '' ? (
          <Button onPress={begin}>Begin with what is required</Button>
        ) : undefined
      }
    >
      <div className={styles.choices}>
        <Select
          label="Written as"
          options={body.contentTypes.map(id => ({ id, label: formText(id), detail: id }))}
          value={draft.call.contentType || (body.contentTypes[0] ?? '')}
          onChange={contentType => draft.change({ contentType })}
        />
      </div>
      <div className={styles.editor}>
        <Suspense fallback={null}>
          <YamlEditor
            label="Body"
            text={draft.call.body}
            onChange={text => draft.change({ body: text })}
            placeholder={placeholderOf(draft.call.contentType || (body.contentTypes[0] ?? ''))}
          />
        </Suspense>
      </div>
    </Section>
  )
}

function placeholderOf(contentType: string): string {
  if (contentType.includes('json-patch')) return '[{"op": "replace", "path": "/spec/replicas", "value": 2}]'
  if (/protobuf|cbor/.test(contentType)) return 'The bytes as base64'
  if (contentType.includes('merge')) return '{"metadata": {"labels": {"a": "b"}}}'
  return contentType.includes('json') ? 'JSON' : 'YAML'
}

const names: readonly (readonly [RegExp, string])[] = [
  [/as=Table/, 'Table'],
  [/as=PartialObjectMetadata/, 'Metadata alone'],
  [/apply-patch/, 'Apply (server-side)'],
  [/json-patch/, 'JSON patch'],
  [/strategic-merge/, 'Strategic merge patch'],
  [/merge-patch/, 'Merge patch'],
  [/protobuf/, 'Protobuf'],
  [/cbor/, 'CBOR'],
  [/yaml/, 'YAML'],
  [/json/, 'JSON'],
  [/^\*\/\*$/, 'As it comes'],
  [/text\/plain/, 'Text'],
]

/** A content type in a word. */
function formText(type: string): string {
  return names.find(([form]) => form.test(type))?.[1] ?? type
}
