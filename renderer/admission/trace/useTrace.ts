import { useEffect, useRef, useState } from 'react'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import type { Trace, TraceQuestion, TraceView } from '../../../shared/ipc/index.ts'
import type { ContextId } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { useIsViewActive, useStable } from '../../live/index.ts'

export type Traced = Extract<TraceView, { readonly state: 'traced' }>

export interface TraceState {
  readonly view: TraceView | null
  /** The last way that was computed: it stays in sight while the next is read, or its text is no object yet. */
  readonly traced: Traced | null
  /** The question has changed since: what is shown answers the one before. */
  readonly isOutdated: boolean
  /** Why the stream ended; what it told last stays. */
  readonly error: AppErrorBody | null
}

const nothingYet: TraceState = { view: null, traced: null, isOutdated: false, error: null }

/** Typing settles for this long before the way is computed again, in milliseconds. */
const settle = 150

type TraceStream = ReturnType<typeof openTrace>

function openTrace(
  context: ContextId,
  question: TraceQuestion,
  listener: {
    readonly value: (view: TraceView, isOutdated: boolean) => void
    readonly end: (error?: AppErrorBody) => void
  },
) {
  return engine.openStream('admission.trace', { context, question }, listener)
}

/** Whether a question comes out of another by typing: what is chosen is asked at once. */
function isTyped(before: TraceQuestion | null, { object, user }: TraceQuestion): boolean {
  if (before === null || before.object.type !== 'text' || object.type !== 'text') return false
  return before.object.text !== object.text && JSON.stringify(before.user) === JSON.stringify(user)
}

/** Large objects come as text, which is read here and not where windows are served. */
function withObjects(view: TraceView): TraceView {
  if (view.state !== 'traced' || view.objectsText === undefined) return view
  const { objectsText, trace, ...rest } = view
  return { ...rest, trace: { ...trace, objects: JSON.parse(objectsText) as Trace['objects'] } }
}

/** The way of a request, live. The last answer stays in sight while the question is being changed. */
export function useTrace(context: ContextId, question: TraceQuestion | null): TraceState {
  const key = question === null ? null : JSON.stringify(question)
  const asked = useStable(key, question)
  const isActive = useIsViewActive()
  const opened = useRef<TraceStream | null>(null)
  const sent = useRef<TraceQuestion | null>(null)
  const [state, setState] = useState<TraceState>(nothingYet)
  const isAsked = asked !== null
  const latest = useRef(asked)
  latest.current = asked
  // One stream for as long as something is asked; another question is an update of it.
  useEffect(() => {
    const first = latest.current
    if (!isAsked || first === null) return
    setState(nothingYet)
    sent.current = first
    const stream = openTrace(context, first, {
      value: (told, isOutdated) => {
        if (isOutdated) return
        const view = withObjects(told)
        const isOther = latest.current !== sent.current || view.state !== 'traced'
        setState(last => ({
          view,
          traced: view.state === 'traced' ? view : last.traced,
          isOutdated: isOther,
          error: null,
        }))
      },
      end: error => setState(last => ({ ...last, error: error ?? null })),
    })
    opened.current = stream
    return () => {
      opened.current = null
      stream.close()
    }
  }, [context, isAsked])
  useEffect(() => {
    if (asked === null || asked === sent.current) return
    setState(last => ({ ...last, isOutdated: last.view !== null }))
    const send = () => {
      sent.current = asked
      opened.current?.update({ question: asked })
    }
    if (!isTyped(sent.current, asked)) return send()
    const timer = setTimeout(send, settle)
    return () => clearTimeout(timer)
  }, [asked])
  useEffect(() => opened.current?.setBackground(!isActive))
  return isAsked ? state : nothingYet
}
