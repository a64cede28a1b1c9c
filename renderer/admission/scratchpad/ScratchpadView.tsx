import { useRef } from 'react'
import type { ContextId } from '../../../shared/kube/index.ts'
import { type AdmissionQuestion, addressOf, navigate, type ScratchPlace } from '../../live/index.ts'
import { Scratchpad } from './Scratchpad.tsx'

export interface ScratchpadViewProps {
  readonly context: ContextId
  readonly scratch: ScratchPlace
  readonly question: AdmissionQuestion
}

/** A scratchpad whose address holds all that is written and chosen in it. */
export function ScratchpadView({ context, scratch, question }: ScratchpadViewProps) {
  const asked: AdmissionQuestion =
    question.object.type === 'unknown' ? { ...question, object: { type: 'stored' } } : question
  // Two changes of one press build on each other, before the address comes back.
  const latest = useRef({ scratch, question: asked })
  latest.current = { scratch, question: asked }
  const go = (replace: boolean) => {
    const { scratch: written, question: wanted } = latest.current
    navigate(addressOf.scratchpad(context, written, wanted), { replace })
  }
  return (
    <Scratchpad
      context={context}
      scratch={scratch}
      question={asked}
      onScratch={part => {
        const isTyping = part.text !== undefined && part.text !== '' && part.type === undefined
        latest.current = { ...latest.current, scratch: { ...latest.current.scratch, ...part } }
        go(isTyping)
      }}
      onQuestion={part => {
        const isTyping = latest.current.question.object.type === 'text' && part.object !== undefined
        latest.current = {
          ...latest.current,
          question: { ...latest.current.question, ...part, isTextAway: false },
        }
        go(isTyping)
      }}
    />
  )
}
