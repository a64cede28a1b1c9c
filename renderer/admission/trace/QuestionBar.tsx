import { type ReactNode, useMemo } from 'react'
import type { Discovery, TraceQuestion } from '../../../shared/ipc/index.ts'
import { apiVersionOf, type ContextId, type ResourceInfo } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, useNamespaces } from '../../live/index.ts'
import { type SearchOption, SearchSelect, Select } from '../../ui/index.ts'
import { NameChoice, ObjectChoice } from './ObjectChoice.tsx'
import styles from './QuestionBar.module.css'
import { UserChoice } from './UserChoice.tsx'

export interface QuestionBarProps {
  readonly context: ContextId
  readonly discovery: Discovery | null
  readonly question: AdmissionQuestion
  /** The question as it is asked: with what the YAML and the context add to it. */
  readonly asked: TraceQuestion | null
  readonly kind: ResourceInfo | null
  readonly onChange: (part: Partial<AdmissionQuestion>) => void
  /** Whether an object can be chosen; else any of the kind is meant. */
  readonly hasObject: boolean
  /** False where no webhook is asked. */
  readonly hasWebhooks?: boolean
  /** The verdict and what can be done, at the right. */
  readonly children: ReactNode
}

const operations = [
  { id: 'CREATE', label: 'create', detail: 'POST, authorized as create' },
  {
    id: 'UPDATE',
    label: 'update',
    detail: 'PUT of the whole object, authorized as update',
  },
  {
    id: 'PATCH',
    label: 'patch or apply',
    detail:
      'PATCH that results in the object, authorized as patch. It goes as an update; an apply of what is not there as a create.',
  },
  { id: 'DELETE', label: 'delete', detail: 'DELETE of one object, authorized as delete' },
  { id: 'CONNECT', label: 'connect', detail: 'exec, attach, port-forward or proxy' },
] as const

const assumptions = [
  { id: 'unknown', label: 'unknown' },
  { id: 'allow', label: 'all allow' },
  { id: 'deny', label: 'all deny' },
] as const

/** Everything that is asked: operation, kind, namespace, object, user, and how webhooks are taken. */
export function QuestionBar(props: QuestionBarProps) {
  const {
    context,
    discovery,
    question,
    asked,
    kind,
    onChange,
    hasObject,
    hasWebhooks = true,
    children,
  } = props
  const isText = question.object.type === 'text'
  const operation = question.isPatch === true ? 'PATCH' : question.operation
  return (
    <div className={styles.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of controls, no set of fields */}
      <div className={styles.controls} role="group" aria-label="The request">
        <Select
          label="Operation"
          options={operations}
          value={operation}
          onChange={id => onChange(withOperation(question, kind, id))}
        />
        {hasObject && <ObjectChoice question={question} onChange={onChange} />}
        <KindChoice discovery={discovery} kind={kind} asked={asked} question={question} onChange={onChange} />
        {kind?.namespaced !== false && (
          <NamespaceChoice context={context} asked={asked} question={question} onChange={onChange} />
        )}
        {hasObject && !isText && (
          <NameChoice context={context} kind={kind} asked={asked} question={question} onChange={onChange} />
        )}
        <UserChoice context={context} user={question.user} onChange={user => onChange({ user })} />
        {hasWebhooks && (
          <Select
            label="Webhooks"
            options={assumptions}
            value={question.assumeWebhooks}
            onChange={id =>
              onChange({ assumeWebhooks: assumptions.find(one => one.id === id)?.id ?? 'unknown' })
            }
          />
        )}
      </div>
      {children}
    </div>
  )
}

/** Subresources by which one connects: their requests have the operation of that name. */
const connecting = ['exec', 'attach', 'portforward', 'proxy']

function withOperation(
  { subresource }: AdmissionQuestion,
  kind: ResourceInfo | null,
  id: string,
): Partial<AdmissionQuestion> {
  const chosen = operations.find(one => one.id === id)?.id ?? 'CREATE'
  const isConnecting = connecting.includes(subresource)
  const isPatch = chosen === 'PATCH' ? true : undefined
  const operation = chosen === 'PATCH' ? 'UPDATE' : chosen
  if (operation !== 'CONNECT')
    return isConnecting ? { operation, isPatch, subresource: '' } : { operation, isPatch }
  const first = kind?.subresources.find(({ name }) => connecting.includes(name))?.name
  return isConnecting ? { operation, isPatch } : { operation, isPatch, subresource: first ?? '' }
}

interface PartProps {
  readonly onChange: (part: Partial<AdmissionQuestion>) => void
}

function KindChoice({
  discovery,
  kind,
  asked,
  question,
  onChange,
}: PartProps & Pick<QuestionBarProps, 'discovery' | 'kind' | 'asked' | 'question'>) {
  const options = useMemo(() => kindOptions(discovery?.resources ?? []), [discovery])
  const value = kind ?? asked?.resource ?? null
  const choose = (id: string) => {
    const [group = '', version = '', resource = '', subresource = ''] = id.split('/')
    const isConnecting = connecting.includes(subresource)
    const operation = isConnecting
      ? 'CONNECT'
      : question.operation === 'CONNECT'
        ? 'CREATE'
        : question.operation
    const isPatch = operation === 'UPDATE' ? question.isPatch : undefined
    onChange({ resource: { group, version, resource }, subresource, operation, isPatch, name: '' })
  }
  return (
    <SearchSelect
      label="Kind"
      options={options}
      value={value === null ? '' : kindId(value, question.subresource)}
      noneText="choose"
      onChange={choose}
    />
  )
}

/** Every kind that can be written, and behind them their subresources. */
function kindOptions(resources: readonly ResourceInfo[]): readonly SearchOption[] {
  const written = resources.filter(isWritten)
  return [...written.map(info => kindOption(info, '')), ...resources.flatMap(subresourceOptions)]
}

function isWritten({ verbs }: ResourceInfo): boolean {
  return ['create', 'update', 'patch', 'delete'].some(verb => verbs.includes(verb))
}

function subresourceOptions(info: ResourceInfo): readonly SearchOption[] {
  return info.subresources.map(({ name }) => kindOption(info, name))
}

function kindId(
  { group, version, resource }: Pick<ResourceInfo, 'group' | 'version' | 'resource'>,
  subresource: string,
): string {
  return [group, version, resource, ...(subresource === '' ? [] : [subresource])].join('/')
}

function kindOption(info: ResourceInfo, subresource: string): SearchOption {
  const names = [info.resource, info.singular, ...info.shortNames]
  return {
    id: kindId(info, subresource),
    label: subresource === '' ? info.kind : `${info.kind}/${subresource}`,
    detail: apiVersionOf(info),
    words: subresource === '' ? names : names.map(name => `${name}/${subresource}`),
  }
}

interface NamespaceChoiceProps extends PartProps {
  readonly context: ContextId
  readonly question: AdmissionQuestion
  readonly asked: TraceQuestion | null
}

function NamespaceChoice({ context, question, asked, onChange }: NamespaceChoiceProps) {
  const { names, incomplete } = useNamespaces([context])
  return (
    <SearchSelect
      label="Namespace"
      options={names.map(name => ({ id: name, label: name }))}
      value={asked?.namespace ?? question.namespace}
      noneText="choose"
      onChange={namespace => onChange({ namespace })}
      allowsOthers
      note={
        incomplete.length > 0
          ? 'The namespaces of this cluster may not be listed: type the name of another.'
          : undefined
      }
    />
  )
}
