import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { visibleText } from '../../../shared/kube/index.ts'
import { takesRowKeys } from '../../table/index.ts'
import { MeaningMark } from '../../ui/index.ts'
import { BreakableName } from '../parts/BreakableName.tsx'
import { directionKeys } from '../parts/rowKeys.ts'
import { movedCard } from './moves.ts'
import { type CardHealth, StationCardContent } from './StationCardContent.tsx'
import styles from './StationColumns.module.css'
import { columnsOf, type Station, type StationCard, type StationId, shownCards } from './stations.ts'

export interface StationColumnsProps {
  readonly stations: readonly Station[]
  /** Index of the chosen step; null: none. */
  readonly selected: number | null
  /** Index of the step that the server showed to refuse: its card comes into sight. */
  readonly refusing?: number | null
  readonly onSelect: (step: number | null) => void
  /** Enter or a double click: the policy's or webhook's page. */
  readonly onOpen: (card: StationCard) => void
  readonly healthOf: (card: StationCard) => CardHealth | null
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** The cards of each station in a column under it. Arrow keys walk through them. */
export function StationColumns(props: StationColumnsProps) {
  const { stations, selected, refusing = null, onSelect, onOpen, healthOf, scroller } = props
  const [unfolded, setUnfolded] = useState<ReadonlySet<StationId>>(new Set())
  const hasMoved = useRef(false)
  const columns = useMemo(
    () => stations.map(station => shownCards(station, unfolded.has(station.id))),
    [stations, unfolded],
  )
  const cards = useMemo(() => columns.map(({ shown }) => shown), [columns])
  const positions = useMemo(() => positionsOf(stations), [stations])
  const chosen =
    selected === null
      ? null
      : (cards.flat().find(card => card.steps.some(({ index }) => index === selected)) ?? null)
  const current = chosen ?? cards.find(column => column.length > 0)?.[0] ?? null
  const chosenId = chosen?.id ?? null
  useEffect(() => {
    const element = chosenId === null ? null : cardElement(scroller.current, chosenId)
    if (hasMoved.current) element?.focus({ preventScroll: true })
    hasMoved.current = false
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosenId, scroller])
  const refusingId =
    refusing === null
      ? null
      : (cards.flat().find(card => card.steps.some(({ index }) => index === refusing))?.id ?? null)
  useEffect(() => {
    if (refusingId === null) return
    cardElement(scroller.current, refusingId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [refusingId, scroller])
  const onKeyDown = (event: KeyboardEvent) => {
    if (current === null || event.ctrlKey || event.metaKey || event.altKey) return
    const isCard = event.target instanceof Element && event.target.closest('[role=option]') !== null
    const direction = directionKeys[event.key]
    if (!isCard) return
    if (event.key === 'Enter') onOpen(current)
    else if (event.key === 'Escape' && selected !== null) onSelect(null)
    else if (direction !== undefined) {
      hasMoved.current = true
      onSelect(movedCard(cards, current, chosen === null ? null : direction).main.index)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the options inside */}
      <div
        className={styles.columns}
        style={{ '--stations': stations.length, '--columns': columnsOf(stations) } as React.CSSProperties}
        onKeyDown={onKeyDown}
      >
        {stations.map((station, at) => (
          <div key={station.id} className={styles.column} data-station={station.id}>
            <h3 className={styles.title}>{station.title}</h3>
            <Cards
              station={station}
              shown={columns[at]?.shown ?? []}
              folded={columns[at]?.folded ?? 0}
              isUnfolded={unfolded.has(station.id)}
              onFold={() => setUnfolded(toggled(unfolded, station.id))}
              card={card => (
                <Card
                  key={card.id}
                  card={card}
                  position={positions.get(card) ?? null}
                  isSelected={card === chosen}
                  isReachable={card === current}
                  onSelect={onSelect}
                  onOpen={onOpen}
                  healthOf={healthOf}
                />
              )}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Webhooks are called one after another: the order is part of what they are. */
function positionsOf(stations: readonly Station[]): ReadonlyMap<StationCard, number> {
  const called = stations.find(({ id }) => id === 'mutatingWebhook')?.cards ?? []
  return new Map(called.map((card, at) => [card, at + 1]))
}

function toggled(all: ReadonlySet<StationId>, id: StationId): ReadonlySet<StationId> {
  const next = new Set(all)
  if (!next.delete(id)) next.add(id)
  return next
}

function cardElement(place: HTMLElement | null, card: string): HTMLElement | null {
  return place?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`) ?? null
}

interface CardsProps {
  readonly station: Station
  readonly shown: readonly StationCard[]
  readonly folded: number
  readonly isUnfolded: boolean
  readonly onFold: () => void
  readonly card: (card: StationCard) => React.ReactNode
}

function Cards({ station, shown, folded, isUnfolded, onFold, card }: CardsProps) {
  const { unreadable } = station
  const gap = unreadable.length > 0 && (
    <div className={styles.none}>
      <p className={styles.gap}>
        <MeaningMark meaning="unknown" />
        {station.cards.length === 0 ? 'may not be read' : 'not all may be read'}
      </p>
      {unreadable.map(line => (
        <p key={line}>
          <BreakableName name={visibleText(line)} />
        </p>
      ))}
    </div>
  )
  if (station.cards.length === 0) return gap || <p className={styles.none}>{noneOf(station)}</p>
  return (
    <>
      <div role="listbox" aria-label={station.title} className={styles.cards}>
        {shown.map(card)}
      </div>
      {(folded > 0 || isUnfolded) && (
        <button type="button" className={styles.fold} aria-expanded={isUnfolded} onClick={onFold}>
          {isUnfolded ? 'Fold those that do not match' : `+${folded} do not match`}
        </button>
      )}
      {gap}
    </>
  )
}

function noneOf({ id }: Station): string {
  switch (id) {
    case 'mutatingPolicy':
    case 'validatingPolicy':
      return 'No policy is bound.'
    case 'mutatingWebhook':
    case 'validatingWebhook':
      return 'No webhook is configured.'
    default:
      return 'Nothing to say.'
  }
}

interface CardProps {
  readonly card: StationCard
  /** Place in the calling order, from 1; null where the order says nothing. */
  readonly position: number | null
  readonly isSelected: boolean
  readonly isReachable: boolean
  readonly onSelect: (step: number) => void
  readonly onOpen: (card: StationCard) => void
  readonly healthOf: (card: StationCard) => CardHealth | null
}

/** Another card that is chosen leaves all but two as they are. */
const Card = memo(function Card(props: CardProps) {
  const { card, position, isSelected, isReachable, onSelect, onOpen, healthOf } = props
  const looks = [styles.card, styles[card.look], isSelected ? styles.selected : '']
  if (card.main.step.isNotReached === true) looks.push(styles.notReached)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the columns listen for keys
    <div
      role="option"
      aria-selected={isSelected}
      data-card={card.id}
      {...(isReachable ? takesRowKeys : {})}
      className={looks.join(' ')}
      tabIndex={isReachable ? 0 : -1}
      onClick={() => onSelect(card.main.index)}
      onDoubleClick={() => onOpen(card)}
    >
      <StationCardContent card={card} position={position} health={healthOf(card)} />
    </div>
  )
})
