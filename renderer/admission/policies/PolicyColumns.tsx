import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { takesRowKeys } from '../../table/index.ts'
import { directionKeys } from '../parts/rowKeys.ts'
import { BindingCardContent, PolicyCardContent, TargetCardContent } from './cards.tsx'
import {
  bindingCard,
  type CardId,
  type Graph,
  isBad,
  isUnbound,
  moved,
  pathOf,
  policyCard,
  targetCard,
} from './graph.ts'
import { Lines } from './Lines.tsx'
import styles from './PolicyColumns.module.css'

export interface PolicyColumnsProps {
  readonly graph: Graph
  readonly selected: CardId | null
  readonly onSelect: (card: CardId) => void
  /** Enter or a double click: the object's page. */
  readonly onOpen: (card: CardId) => void
}

/** Policies, bindings, and parameters and reach, joined by lines. Arrow keys walk along them. */
export function PolicyColumns({ graph, selected, onSelect, onOpen }: PolicyColumnsProps) {
  const place = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  const path = selected === null ? new Set<CardId>() : pathOf(graph, selected)
  const current = graph.columns.flat().find(card => card === selected) ?? graph.columns.flat()[0]
  useEffect(() => {
    if (!hasMoved.current || selected === null) return
    hasMoved.current = false
    cardElement(place.current, selected)?.focus({ preventScroll: true })
  }, [selected])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path comes into sight when another card is chosen, not when the cluster changes
  useEffect(() => {
    if (selected !== null) showPath(place.current, [selected, ...path])
  }, [selected])
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directionKeys[event.key]
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') onOpen(current)
    else if (direction === undefined) return
    else {
      hasMoved.current = true
      onSelect(moved(graph, current, direction))
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const card = (id: CardId, look: string, content: ReactNode) => (
    <Card
      key={id}
      id={id}
      look={look}
      isSelected={id === selected}
      isOnPath={path.has(id)}
      isReachable={id === current}
      onSelect={onSelect}
      onOpen={onOpen}
    >
      {content}
    </Card>
  )
  return (
    <div className={styles.scroller}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the options inside */}
      <div className={styles.columns} ref={place} onKeyDown={onKeyDown}>
        <Lines edges={graph.edges} path={path} />
        <CardColumn title="Policies" shown={graph.policies.cards.length} total={graph.policies.total}>
          {graph.policies.cards.map(entry =>
            card(
              policyCard(entry),
              lookOf(isBad(entry), isUnbound(entry)),
              <PolicyCardContent entry={entry} />,
            ),
          )}
        </CardColumn>
        <CardColumn title="Bindings" shown={graph.bindings.cards.length} total={graph.bindings.total}>
          {graph.bindings.cards.map(entry =>
            card(bindingCard(entry), lookOf(isBad(entry), false), <BindingCardContent entry={entry} />),
          )}
        </CardColumn>
        <CardColumn
          title="Parameters and reach"
          shown={graph.targets.cards.length}
          total={graph.targets.total}
        >
          {graph.targets.cards.map(entry => {
            const isMissing = entry.type === 'parameter' && entry.problem?.severity === 'bad'
            return card(targetCard(entry), lookOf(isMissing, false), <TargetCardContent entry={entry} />)
          })}
        </CardColumn>
      </div>
    </div>
  )
}

function cardElement(columns: HTMLElement | null, card: CardId): HTMLElement | null {
  return columns?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`) ?? null
}

/** Scrolls as far as shows the chosen card, the first of them, and as much of its path as fits with it. */
function showPath(columns: HTMLElement | null, path: readonly CardId[]): void {
  const scroller = columns?.parentElement
  if (scroller === null || scroller === undefined) return
  const frame = scroller.getBoundingClientRect()
  const boxes = path.flatMap(card => cardElement(columns, card)?.getBoundingClientRect() ?? [])
  const chosen = boxes[0]
  if (chosen === undefined) return
  const top = Math.min(...boxes.map(box => box.top)) - pathMargin
  const bottom = Math.max(...boxes.map(box => box.bottom)) + pathMargin
  const by = top < frame.top ? top - frame.top : Math.max(0, Math.min(bottom - frame.bottom, top - frame.top))
  // However long its path, the chosen card itself stays in sight.
  const least = chosen.bottom + pathMargin - frame.bottom
  const most = chosen.top - pathMargin - frame.top
  scroller.scrollBy({ top: Math.min(most, Math.max(least, by)) })
}

/** Pixels that stay free around a path. */
const pathMargin = 8

function lookOf(isBroken: boolean, isIdle: boolean): string {
  return isBroken ? (styles.broken ?? '') : isIdle ? (styles.idle ?? '') : ''
}

interface CardColumnProps {
  readonly title: string
  readonly shown: number
  readonly total: number
  readonly children: ReactNode
}

function CardColumn({ title, shown, total, children }: CardColumnProps) {
  return (
    <div className={styles.column}>
      <h2 className={styles.title}>
        {title} · {shown === total ? total : `${shown} of ${total}`}
      </h2>
      {shown === 0 ? (
        <p className={styles.none}>None {total === 0 ? '' : 'fits the filter'}</p>
      ) : (
        <div role="listbox" aria-label={title} className={styles.cards}>
          {children}
        </div>
      )}
    </div>
  )
}

interface CardProps {
  readonly id: CardId
  readonly look: string
  readonly isSelected: boolean
  readonly isOnPath: boolean
  readonly isReachable: boolean
  readonly onSelect: (card: CardId) => void
  readonly onOpen: (card: CardId) => void
  readonly children: ReactNode
}

function Card({ id, look, isSelected, isOnPath, isReachable, onSelect, onOpen, children }: CardProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the columns listen for keys
    <div
      role="option"
      aria-selected={isSelected}
      data-card={id}
      {...(isReachable ? takesRowKeys : {})}
      className={`${styles.card} ${look} ${isOnPath ? styles.onPath : ''} ${isSelected ? styles.selected : ''}`}
      tabIndex={isReachable ? 0 : -1}
      onClick={() => onSelect(id)}
      onDoubleClick={() => onOpen(id)}
    >
      {children}
    </div>
  )
}
