import type { Phase, Trace, TraceStep } from '../../../shared/admission/index.ts'
import type { AppErrorBody } from '../../../shared/errors/index.ts'
import { gapLines, isGapOf } from '../parts/gaps.ts'
import { type Look, lookOf, takesPart, worst } from './outcomes.ts'
import { titleOf } from './stepWords.ts'

export type StationId = Exclude<Phase, 'builtIn'> | 'builtInFirst' | 'builtInChecks' | 'builtInLast'

/** One policy, webhook or plugin with all it does on the way: its bindings, its further rounds. */
export interface StationCard {
  readonly id: string
  readonly name: string
  /** Behind the name where it is needed to tell cards apart: the configuration of a webhook. */
  readonly detail: string
  /** The steps with the index of each in the trace, in order. */
  readonly steps: readonly PlacedStep[]
  /** The step that speaks for the card. */
  readonly main: PlacedStep
  readonly look: Look
  readonly isActing: boolean
  readonly bindings: readonly string[]
  readonly rounds: number
}

export interface PlacedStep {
  readonly index: number
  readonly step: TraceStep
}

export interface Station {
  readonly id: StationId
  readonly title: string
  readonly look: Look
  /** In the order in which they are called. */
  readonly cards: readonly StationCard[]
  /** How many of the cards take part. */
  readonly acting: number
  /** True where the request ended before: nothing here is reached. */
  readonly isNotReached: boolean
  /** What of it may not be read, in lines: there may be more than the cards. */
  readonly unreadable: readonly string[]
}

const titles: readonly (readonly [StationId, string])[] = [
  ['authorization', 'Authorization'],
  ['builtInFirst', 'Built-in, first'],
  ['mutatingPolicy', 'Mutating policies'],
  ['mutatingWebhook', 'Mutating webhooks'],
  ['schema', 'Schema'],
  ['builtInChecks', 'Built-in checks'],
  ['validatingPolicy', 'Validating policies'],
  ['validatingWebhook', 'Validating webhooks'],
  ['builtInLast', 'Built-in, last'],
]

/** Where many cards stand or names are long there is more room. */
const widths: Readonly<Record<StationId, number>> = {
  authorization: 1.08,
  builtInFirst: 0.95,
  mutatingPolicy: 1.05,
  mutatingWebhook: 1.2,
  schema: 0.92,
  builtInChecks: 0.95,
  validatingPolicy: 1.1,
  validatingWebhook: 1.2,
  builtInLast: 0.95,
}

/** Columns of the rail and of the cards below it, as CSS. */
export function columnsOf(stations: readonly Pick<Station, 'id'>[]): string {
  return stations.map(({ id }) => `minmax(0, ${widths[id]}fr)`).join(' ')
}

/** Stations that are drawn although nothing stands there: that there is none is an answer too. */
const always: ReadonlySet<StationId> = new Set([
  'authorization',
  'mutatingPolicy',
  'mutatingWebhook',
  'schema',
  'validatingPolicy',
  'validatingWebhook',
])

/** What has to be read to tell what stands at a station. */
const sources: Partial<Readonly<Record<StationId, readonly string[]>>> = {
  mutatingPolicy: ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'],
  mutatingWebhook: ['mutatingwebhookconfigurations'],
  validatingPolicy: ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  validatingWebhook: ['validatingwebhookconfigurations'],
}

/** The way of a request as stations with their cards, from left to right. */
export function stationsOf({
  steps,
  gaps = [],
}: Pick<Trace, 'steps'> & Partial<Pick<Trace, 'gaps'>>): readonly Station[] {
  const placed = new Map<StationId, PlacedStep[]>()
  const borders = bordersOf(steps)
  for (const [index, step] of steps.entries()) {
    const id = stationAt(step, index, borders)
    const list = placed.get(id)
    if (list === undefined) placed.set(id, [{ index, step }])
    else list.push({ index, step })
  }
  return titles
    .filter(([id]) => always.has(id) || placed.has(id))
    .map(([id, title]) => stationOf(id, title, placed.get(id) ?? [], gaps))
}

/** Where the object is checked against its schema, and where the policies that validate begin. */
interface Borders {
  readonly schema: number
  readonly validating: number
  /** Whether the object is checked behind others, or only decoded before them. */
  readonly hasCheck: boolean
}

/**
 * Built-in plugins that change the object run before it is checked, others between that and the
 * policies, and a last one behind all. The schema also has a step at the start, where the object is
 * decoded: the check is the one behind others.
 */
function bordersOf(steps: readonly TraceStep[]): Borders {
  const first = (is: (step: TraceStep, at: number) => boolean): number => {
    const at = steps.findIndex(is)
    return at < 0 ? steps.length : at
  }
  const validating = first(({ phase }) => phase.startsWith('validating'))
  const schema = first(({ phase }, at) => phase === 'schema' && isBehindOthers(steps, at))
  return { schema: Math.min(schema, validating), validating, hasCheck: schema < steps.length }
}

/** The object is decoded before all that acts on it: where it is checked again, that is the schema's place. */
function stationAt({ phase }: TraceStep, index: number, borders: Borders): StationId {
  if (phase === 'builtIn') return builtInAt(index, borders)
  return phase === 'schema' && index < borders.schema && borders.hasCheck ? 'builtInFirst' : phase
}

function builtInAt(index: number, { schema, validating }: Borders): StationId {
  if (index < schema) return 'builtInFirst'
  return index < validating ? 'builtInChecks' : 'builtInLast'
}

function isBehindOthers(steps: readonly TraceStep[], at: number): boolean {
  return steps.slice(0, at).some(({ phase }) => phase === 'builtIn' || phase.startsWith('mutating'))
}

function stationOf(
  id: StationId,
  title: string,
  steps: readonly PlacedStep[],
  gaps: readonly AppErrorBody[],
): Station {
  const groups = new Map<string, PlacedStep[]>()
  for (const placed of steps) {
    const key = cardKey(placed.step)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [placed])
    else group.push(placed)
  }
  const cards = [...groups].map(([key, group]) => cardOf(key, group))
  const unreadable = gapLines(gaps.filter(gap => isGapOf(gap, sources[id] ?? [])))
  const looks = cards.map(card => card.look)
  return {
    id,
    title,
    cards,
    look: worst(unreadable.length > 0 ? [...looks, 'unknown'] : looks),
    unreadable,
    acting: cards.filter(card => card.isActing).length,
    isNotReached:
      steps.length > 0 &&
      steps.every(({ step }) => step.isNotReached === true || !takesPart(step)) &&
      steps.some(({ step }) => step.isNotReached === true),
  }
}

/** Key of the card that a step stands on. */
export function cardKey({ phase, kind, name, webhook }: TraceStep): string {
  return JSON.stringify([phase, kind, name, webhook ?? ''])
}

function cardOf(id: string, steps: readonly PlacedStep[]): StationCard {
  const look = worst(steps.map(({ step }) => lookOf(step)))
  // Of equal looks what takes part speaks first: a binding that does not match says little.
  const [first] = steps
  const main =
    steps.find(({ step }) => lookOf(step) === look && takesPart(step)) ??
    steps.find(({ step }) => lookOf(step) === look) ??
    first
  if (main === undefined) throw new Error('a card without a step')
  const { name, webhook, phase } = main.step
  const bindings = steps.flatMap(({ step }) => step.binding ?? [])
  return {
    id,
    name: main.step.access?.user || titleOf(main.step),
    detail: phase === 'builtIn' || (webhook !== undefined && webhook !== name) ? name : '',
    steps,
    main,
    look,
    isActing: steps.some(({ step }) => takesPart(step)),
    bindings: [...new Set(bindings)],
    rounds: Math.max(...steps.map(({ step }) => step.round)) + 1,
  }
}

/**
 * Cards of a station that are drawn: first what takes part, then of the others a few unless unfolded.
 * Mutating webhooks are called one after another and stay in that order.
 */
export function shownCards(
  { id, cards }: Pick<Station, 'id' | 'cards'>,
  isUnfolded: boolean,
): { readonly shown: readonly StationCard[]; readonly folded: number } {
  const acting = cards.filter(card => card.isActing)
  const idle = cards.filter(card => !card.isActing)
  const isShort = isUnfolded || idle.length <= mostIdle + 1
  const drawn = isShort ? idle : idle.slice(0, mostIdle)
  const shown =
    id === 'mutatingWebhook'
      ? cards.filter(card => card.isActing || drawn.includes(card))
      : [...acting, ...drawn]
  return { shown, folded: idle.length - drawn.length }
}

/** Cards that do not match and still are drawn: how one looks and why is seen without a click. */
const mostIdle = 2
