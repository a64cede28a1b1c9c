import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { Trace, TraceStep } from '../../../shared/admission/index.ts'
import { Button } from '../../ui/index.ts'
import { titleOf } from '../pipeline/stepWords.ts'
import { type MaybeLine, ObjectLines } from './ObjectLines.tsx'
import styles from './ObjectPane.module.css'
import { changingSteps, linesOfStep, linesOfWay } from './origins.ts'
import { usePaste } from './usePaste.ts'
import { endingStep } from './verdict.ts'
import { withoutObject } from './withoutObject.ts'

const YamlEditor = lazy(async () => ({ default: (await import('../../yaml/index.ts')).YamlEditor }))

/** The YAML of the question, and how it is changed. */
export interface SentText {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly problem: { readonly line: number; readonly message: string } | null
}

export interface ObjectPaneProps {
  /** Null while there is no way to show. */
  readonly trace: Trace | null
  readonly selected: number | null
  /** Null where the object is not written here. */
  readonly sent: SentText | null
  /** Where an object can be chosen, where none can be here. */
  readonly elsewhere?: string | undefined
  /** A delete sends no object. */
  readonly isDelete?: boolean
}

type Shown = 'step' | 'way' | 'sent'

/** The object: what each step does to it, how it changes on the whole way, and as it is sent. */
export function ObjectPane({ trace, selected, sent, elsewhere, isDelete = false }: ObjectPaneProps) {
  const [wish, setWish] = useState<Shown | null>(null)
  const place = useRef<HTMLElement>(null)
  const paste = (text: string) => {
    setWish('sent')
    sent?.onChange(text)
    // The editor may be about to appear.
    requestAnimationFrame(() =>
      place.current?.querySelector<HTMLElement>('[contenteditable=true]')?.focus({ preventScroll: true }),
    )
  }
  usePaste(sent === null ? null : { isEmpty: sent.text.trim() === '', take: paste })
  // A bare frame of kind and namespace is nobody's object.
  const isEmpty = trace === null || elsewhere !== undefined || trace.objects.every(object => object === null)
  const shown = shownOf(wish, {
    isEmpty,
    hasStep: selected !== null,
    isWritten: sent !== null,
    isWrong: sent !== null && sent.problem !== null,
  })
  return (
    <section
      ref={place}
      className={`${styles.pane} ${isEmpty && sent === null ? styles.short : ''}`}
      aria-label="Object"
    >
      <div className={styles.head}>
        <span className={styles.title}>{titleFor(shown, trace, selected, elsewhere !== undefined)}</span>
        <span className={styles.gap} />
        {!isEmpty && selected !== null && (
          <Button look="quiet" isPressed={shown === 'step'} onPress={() => setWish('step')}>
            This step
          </Button>
        )}
        {!isEmpty && (
          <Button look="quiet" isPressed={shown === 'way'} onPress={() => setWish('way')}>
            Whole way
          </Button>
        )}
        {sent !== null && (
          <Button look="quiet" isPressed={shown === 'sent'} onPress={() => setWish('sent')}>
            As sent
          </Button>
        )}
      </div>
      {shown === 'sent' && sent !== null && (
        <Suspense fallback={null}>
          <YamlEditor
            label="YAML of the object"
            text={sent.text}
            onChange={text => {
              setWish('sent')
              sent.onChange(text)
            }}
            problem={sent.problem}
            placeholder={placeholder}
          />
        </Suspense>
      )}
      {shown !== 'sent' && trace !== null && (
        <Changes
          trace={trace}
          selected={selected}
          isStep={shown === 'step'}
          elsewhere={elsewhere}
          isDelete={isDelete}
        />
      )}
    </section>
  )
}

const placeholder =
  'Paste the YAML or JSON of one object here.\nNothing of it is sent to the cluster before you ask for a check.'

interface Situation {
  readonly isEmpty: boolean
  readonly hasStep: boolean
  readonly isWritten: boolean
  /** What is written cannot be read: it is to be mended. */
  readonly isWrong: boolean
}

function shownOf(wish: Shown | null, { isEmpty, hasStep, isWritten, isWrong }: Situation): Shown {
  if (wish === null && isWrong) return 'sent'
  if (isEmpty) return isWritten ? 'sent' : 'way'
  if (wish === 'sent' && isWritten) return 'sent'
  if (wish === 'way') return 'way'
  return hasStep ? 'step' : 'way'
}

function titleFor(shown: Shown, trace: Trace | null, selected: number | null, isAny: boolean): string {
  if (shown === 'sent') return 'Object as sent'
  if (trace === null || isAny) return 'Object'
  if (shown === 'step') return `What ${titleAt(trace.steps, selected)} does to the object`
  const ending = trace.verdict === 'denied' ? endingStep(trace.steps) : null
  if (trace.objects.every(object => object === null)) return 'Object'
  if (ending !== null) return `Object as sent → as far as it is known before ${titleOf(ending)} ends it`
  return trace.verdict === 'allowed'
    ? 'Object as sent → as it is stored'
    : 'Object as sent → as far as it is known'
}

function titleAt(steps: readonly TraceStep[], index: number | null): string {
  const step = index === null ? undefined : steps[index]
  return step === undefined ? 'this step' : titleOf(step)
}

interface ChangesProps {
  readonly trace: Trace
  readonly selected: number | null
  readonly isStep: boolean
  readonly elsewhere: string | undefined
  readonly isDelete: boolean
}

function Changes({ trace, selected, isStep, elsewhere, isDelete }: ChangesProps) {
  const { objects, steps } = trace
  const changes = useMemo(() => changingSteps(steps), [steps])
  const chosen = changes.find(({ index }) => index === selected) ?? null
  const lines = useMemo(() => {
    if (!isStep) return linesOfWay(objects, changes)
    return chosen === null ? [] : linesOfStep(objects, chosen)
  }, [objects, changes, chosen, isStep])
  if (elsewhere !== undefined || objects.every(object => object === null))
    return (
      <p className={styles.none}>
        {withoutObject(trace, isDelete && elsewhere === undefined)}
        {elsewhere !== undefined && (
          <>
            {' '}
            <a href={elsewhere}>What happens if</a> shows it with an object.
          </>
        )}
      </p>
    )
  if (isStep && chosen === null) return <p className={styles.none}>{unchanged(steps, selected)}</p>
  return (
    <ObjectLines
      lines={lines}
      maybe={isStep ? [] : maybeOf(steps)}
      writerOf={index => writerOf(steps[index])}
      chosen={isStep ? null : selected}
    />
  )
}

function unchanged(steps: readonly TraceStep[], selected: number | null): string {
  const step = selected === null ? undefined : steps[selected]
  return step !== undefined && mayChange(step)
    ? 'What it answers is not known: it may change anything in the object.'
    : 'This step leaves the object as it is.'
}

function mayChange({ phase, outcome, isNotReached }: TraceStep): boolean {
  const isOpen = outcome === 'called' || outcome === 'unknown'
  return isOpen && isNotReached !== true && phase.startsWith('mutating')
}

function maybeOf(steps: readonly TraceStep[]): readonly MaybeLine[] {
  const writers = new Set(steps.filter(mayChange).map(step => writerOf(step)))
  return [...writers].map(writer => ({ text: 'may change anything', writer }))
}

const phaseNames: Readonly<Record<TraceStep['phase'], string>> = {
  authorization: '',
  mutatingPolicy: 'policy',
  mutatingWebhook: 'webhook',
  schema: 'default',
  validatingPolicy: 'policy',
  validatingWebhook: 'webhook',
  builtIn: 'built in',
}

function writerOf(step: TraceStep | undefined): string {
  if (step === undefined) return ''
  if (step.phase === 'schema') return 'default'
  if (step.change?.among !== undefined) return `one or several of ${step.change.among.join(', ')}`
  const phase = phaseNames[step.phase]
  return phase === '' ? titleOf(step) : `${titleOf(step)} (${phase})`
}
