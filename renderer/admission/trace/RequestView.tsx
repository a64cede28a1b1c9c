import { useCallback, useMemo, useState } from 'react'
import type { ContextId } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, addressOf, useStream } from '../../live/index.ts'
import { Banner, SplitPane } from '../../ui/index.ts'
import viewStyles from '../parts/View.module.css'
import { healthLookup } from '../pipeline/health.ts'
import { type StationCard, stationsOf } from '../pipeline/stations.ts'
import { Way } from '../pipeline/Way.tsx'
import { invalidInWords, NoWay } from './NoWay.tsx'
import { namedObject } from './namedObject.ts'
import type { SentText } from './ObjectPane.tsx'
import { QuestionBar } from './QuestionBar.tsx'
import styles from './RequestView.module.css'
import { TraceResult } from './TraceResult.tsx'
import { useOpenStep } from './useOpenStep.ts'
import { type RequestState, useRequest } from './useRequest.ts'
import { VerdictActions } from './VerdictActions.tsx'
import { refusingStep } from './verdict.ts'

export interface RequestViewProps {
  readonly context: ContextId
  readonly question: AdmissionQuestion
  readonly onChange: (part: Partial<AdmissionQuestion>) => void
  /** Whether an object can be chosen; else any of the kind is meant. */
  readonly hasObject: boolean
}

/** A request on its way through admission: the stations with their cards, the steps, and the object. */
export function RequestView({ context, question, onChange, hasObject }: RequestViewProps) {
  const request = useRequest(context, question)
  const { discovery, asked, state, trace } = request
  const sent = sentOf(question, state.view, onChange)
  return (
    <div className={`${viewStyles.view} ${styles.view}`}>
      <QuestionBar
        context={context}
        discovery={discovery}
        question={question}
        asked={asked.type === 'question' && asked.lacksKind === undefined ? asked.question : null}
        kind={asked.type === 'question' ? asked.kind : null}
        onChange={onChange}
        hasObject={hasObject}
      >
        <VerdictActions context={context} request={request} canCheck={hasObject} />
      </QuestionBar>
      {question.isTextAway && (
        <Banner meaning="unknown">
          The YAML of this address stayed where it was written: it is too long to travel in an address, or is
          a Secret. Paste it again below.
        </Banner>
      )}
      {trace !== null && state.error !== null && (
        <Banner meaning="bad">{state.error.message} What is shown may be old.</Banner>
      )}
      {trace !== null && state.view?.state === 'invalid' && (
        <Banner meaning="warning">
          {`${invalidInWords(asked, state.view)} What is shown is of the text before.`}
        </Banner>
      )}
      <RequestBody
        context={context}
        question={question}
        request={request}
        sent={sent}
        hasObject={hasObject}
      />
    </div>
  )
}

interface RequestBodyProps extends Omit<RequestViewProps, 'onChange'> {
  readonly request: RequestState
  readonly sent: SentText | null
}

/** What is chosen concerns the way and its steps alone: the question above is not drawn anew with it. */
function RequestBody({ context, question, request, sent, hasObject }: RequestBodyProps) {
  const { discovery, trace } = request
  const subject = subjectOf(question)
  const [choice, setChoice] = useState<Choice>({ subject, step: null })
  const setSelected = useCallback((step: number | null) => setChoice({ subject, step }), [subject])
  // Another object has a way of its own.
  const selected = choice.subject === subject ? choice.step : null
  const isOfBefore = request.state.view?.state === 'invalid'
  const webhooks = useStream('admission.webhooks', { context }).value?.webhooks
  const healthOf = useMemo(() => healthLookup(webhooks ?? []), [webhooks])
  const stations = useMemo(() => (trace === null ? [] : stationsOf(trace)), [trace])
  // The way may be shorter than the one a step was chosen on.
  const chosen = selected !== null && trace?.steps[selected] !== undefined ? selected : null
  const refusing = useMemo(() => refusingStep(trace?.steps ?? []), [trace])
  const open = useOpenStep(context, discovery)
  const openCard = useCallback((card: StationCard) => open(card.main.step), [open])
  return (
    <div className={styles.body}>
      <SplitPane
        direction="rows"
        label="Size of the steps"
        share={shareOf(hasObject)}
        first={
          trace === null ? (
            <NoWay request={request} />
          ) : (
            <div className={`${styles.way} ${isOfBefore ? styles.before : ''}`}>
              <Way
                stations={stations}
                selected={chosen}
                refusing={refusing}
                onSelect={setSelected}
                onOpen={openCard}
                healthOf={healthOf}
              />
            </div>
          )
        }
        second={
          trace === null && sent === null ? null : (
            <TraceResult
              context={context}
              request={request}
              operation={question.operation}
              selected={chosen}
              onSelect={setSelected}
              onOpen={open}
              sent={sent}
              elsewhere={
                hasObject ? undefined : addressOf.whatIf(context, { ...question, object: { type: 'stored' } })
              }
            />
          )
        }
      />
    </div>
  )
}

interface Choice {
  readonly subject: string
  readonly step: number | null
}

/** What the question is about: a step that was chosen is one of its way. */
function subjectOf({ object, resource, namespace, name }: AdmissionQuestion): string {
  return JSON.stringify(object.type === 'text' ? namedObject(object.text) : [resource, namespace, name])
}

/** Percent of the height for the steps and the object; low windows leave the cards what they need. */
function shareOf(hasObject: boolean): number {
  if (window.innerHeight < 800) return 44
  return hasObject ? 54 : 44
}

/** The YAML that is written here, with the line that the engine could not read. */
function sentOf(
  { object }: AdmissionQuestion,
  view: ReturnType<typeof useRequest>['state']['view'],
  onChange: RequestViewProps['onChange'],
): SentText | null {
  if (object.type !== 'text') return null
  const line = view?.state === 'invalid' ? view.line : undefined
  return {
    text: object.text,
    onChange: text => onChange({ object: { type: 'text', text } }),
    problem: view?.state === 'invalid' && line !== undefined ? { line, message: view.error.message } : null,
  }
}
