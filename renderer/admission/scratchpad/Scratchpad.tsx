import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { Discovery, KindSchema } from '../../../shared/ipc/index.ts'
import { apiVersionOf, type ContextId, visibleText } from '../../../shared/kube/index.ts'
import {
  type AdmissionQuestion,
  type ScratchPlace,
  useCall,
  useContextEntry,
  useDiscovery,
  useSession,
} from '../../live/index.ts'
import { SplitPane } from '../../ui/index.ts'
import viewStyles from '../parts/View.module.css'
import { type Asked, askedOf, kindOf } from '../trace/asked.ts'
import { QuestionBar } from '../trace/QuestionBar.tsx'
import { paramKindOf } from './paramKind.ts'
import { Results } from './Results.tsx'
import styles from './Scratchpad.module.css'
import { TakePolicy } from './TakePolicy.tsx'
import { useEvaluation } from './useEvaluation.ts'
import { useStoredPolicy } from './useStoredPolicy.ts'

const CelField = lazy(async () => ({ default: (await import('./CelField.tsx')).CelField }))
const YamlEditor = lazy(async () => ({ default: (await import('../../yaml/index.ts')).YamlEditor }))

export interface ScratchpadProps {
  readonly context: ContextId
  readonly scratch: ScratchPlace
  readonly question: AdmissionQuestion
  readonly onScratch: (part: Partial<ScratchPlace>) => void
  readonly onQuestion: (part: Partial<AdmissionQuestion>) => void
  /** Behind the controls. */
  readonly children?: ReactNode
}

/** An expression or a policy that is being written, evaluated against a request as it is typed. */
export function Scratchpad(props: ScratchpadProps) {
  const { context, scratch, question, onScratch, onQuestion } = props
  const discovery = useDiscovery(context)
  const home = useContextEntry(context)?.namespace || 'default'
  const wanted = askedOf(question, { discovery, home })
  // What needs no object is evaluated all the same.
  const asked: Asked =
    wanted.type === 'question' && wanted.lacksKind !== undefined ? { type: 'missing', what: 'kind' } : wanted
  const stored = useStoredPolicy(context, scratch)
  const text = scratch.text === '' ? (stored.text ?? '') : scratch.text
  const isEmpty = text.trim() === ''
  const request =
    asked.type === 'question'
      ? asked.question
      : asked.what === 'discovery'
        ? null
        : requestWithout(question, home)
  const evaluation = useEvaluation(context, isEmpty ? null : { type: scratch.type, text }, request)
  const kind = asked.type === 'question' ? asked.kind : kindOf(discovery, question.resource)
  const { value: schema } = useCall(
    'resources.schema',
    kind === null ? null : { context, group: kind.group, version: kind.version, kind: kind.kind },
  )
  const params = useParamSchema(context, discovery, scratch.type === 'policy' ? text : '')
  const minor = minorOf(useSession(context)?.serverVersion)
  const { answer } = evaluation
  const expressions = answer?.state === 'evaluated' ? answer.expressions : noExpressions
  const field = (
    <section className={styles.writing} aria-label="Scratchpad">
      <Suspense fallback={null}>
        <CelField
          key={scratch.type}
          type={scratch.type}
          text={text}
          onChange={next => onScratch({ text: next })}
          expressions={expressions}
          schema={schema}
          params={params}
          minor={minor}
        />
      </Suspense>
    </section>
  )
  return (
    <div className={viewStyles.view}>
      <div className={viewStyles.toolbar}>
        <TakePolicy context={context} scratch={scratch} onScratch={onScratch} onQuestion={onQuestion} />
        {stored.problem !== null && <span className={viewStyles.hint}>{visibleText(stored.problem)}</span>}
        <span className={viewStyles.gap} />
        <span className={viewStyles.hint}>{`rules of v1.${minor}`}</span>
        {props.children}
      </div>
      <QuestionBar
        context={context}
        discovery={discovery}
        question={question}
        asked={asked.type === 'question' ? asked.question : null}
        kind={kind}
        onChange={onQuestion}
        hasObject
        hasWebhooks={false}
      >
        {null}
      </QuestionBar>
      <SplitPane
        direction="columns"
        label="Size of the values"
        share={46}
        first={
          question.object.type === 'text' ? (
            <SplitPane
              direction="rows"
              label="Size of the object"
              share={50}
              first={field}
              second={<WrittenObject question={question} onQuestion={onQuestion} answer={answer} />}
            />
          ) : (
            field
          )
        }
        second={
          <Results schema={schema} evaluation={evaluation} lack={lackOf(asked, question)} isEmpty={isEmpty} />
        }
      />
    </div>
  )
}

/** Schema of the kind of parameter that a policy names. */
function useParamSchema(context: ContextId, discovery: Discovery | null, policy: string): KindSchema | null {
  const wanted = useMemo(() => paramKindOf(policy), [policy])
  const info =
    wanted === null
      ? undefined
      : discovery?.resources.find(
          each => each.kind === wanted.kind && apiVersionOf(each) === wanted.apiVersion,
        )
  const { value } = useCall(
    'resources.schema',
    info === undefined ? null : { context, group: info.group, version: info.version, kind: info.kind },
  )
  return value
}

const noExpressions: readonly never[] = []

function WrittenObject({
  question,
  onQuestion,
  answer,
}: Pick<ScratchpadProps, 'question' | 'onQuestion'> & {
  readonly answer: ReturnType<typeof useEvaluation>['answer']
}) {
  const isWrong = answer?.state === 'invalid' && answer.part === 'request' && answer.line !== undefined
  return (
    <section className={styles.writing} aria-label="Object">
      <Suspense fallback={null}>
        <YamlEditor
          label="YAML of the object"
          text={question.object.type === 'text' ? question.object.text : ''}
          onChange={text => onQuestion({ object: { type: 'text', text } })}
          problem={isWrong ? { line: answer.line ?? 1, message: answer.error.message } : null}
          placeholder={
            'Paste the YAML of the object here that the expression is evaluated on,\nor choose Object: stored above.'
          }
        />
      </Suspense>
    </section>
  )
}

/** A request for what can be evaluated without an object. */
function requestWithout(question: AdmissionQuestion, home: string) {
  const { operation, resource, subresource, namespace, user, assumeWebhooks } = question
  return {
    operation,
    resource: resource ?? { group: '', version: 'v1', resource: 'pods' },
    subresource,
    namespace: namespace || home,
    name: '',
    object: { type: 'unknown' as const },
    user,
    assumeWebhooks,
  }
}

function lackOf(asked: Asked, question: AdmissionQuestion): string {
  if (asked.type === 'question')
    return question.isTextAway ? 'The YAML of the object stayed where it was written: paste it again.' : ''
  switch (asked.what) {
    case 'kind':
      return 'No kind is chosen: it is evaluated for a Pod of which only kind and namespace are known.'
    case 'name':
      return 'No object is chosen: give its name above, or write one as YAML. Until then only kind and namespace are known.'
    case 'text':
      return 'No object is written yet: only kind and namespace are known.'
    default:
      return ''
  }
}

function minorOf(serverVersion: string | undefined): number {
  const minor = Number(/^v?1\.(\d+)/.exec(serverVersion ?? '')?.[1])
  return Number.isInteger(minor) ? minor : 36
}
