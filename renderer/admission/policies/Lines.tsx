import { useLayoutEffect, useRef, useState } from 'react'
import type { CardId, Edge } from './graph.ts'
import styles from './Lines.module.css'

interface Line {
  readonly key: string
  readonly path: string
  readonly isOnPath: boolean
  readonly isBroken: boolean
}

export interface LinesProps {
  readonly edges: readonly Edge[]
  readonly path: ReadonlySet<CardId>
}

/** Curves from card to card, measured where the cards really are. */
export function Lines({ edges, path }: LinesProps) {
  const svg = useRef<SVGSVGElement>(null)
  const [lines, setLines] = useState<readonly Line[]>([])
  useLayoutEffect(() => {
    const columns = svg.current?.parentElement
    if (columns === null || columns === undefined) return
    const draw = () => setLines(measure(columns, edges, path))
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(columns)
    for (const card of columns.querySelectorAll('[data-card]')) observer.observe(card)
    return () => observer.disconnect()
  }, [edges, path])
  return (
    <svg ref={svg} className={styles.lines} aria-hidden="true">
      {lines.map(line => (
        <path
          key={line.key}
          d={line.path}
          className={line.isBroken ? styles.broken : line.isOnPath ? styles.onPath : styles.line}
        />
      ))}
    </svg>
  )
}

function measure(columns: HTMLElement, edges: readonly Edge[], path: ReadonlySet<CardId>): readonly Line[] {
  const origin = columns.getBoundingClientRect()
  const boxes = new Map<string, DOMRect>()
  for (const card of columns.querySelectorAll<HTMLElement>('[data-card]')) {
    boxes.set(card.dataset.card ?? '', card.getBoundingClientRect())
  }
  const lines: Line[] = []
  for (const { from, to, isBroken } of edges) {
    const [left, right] = [boxes.get(from), boxes.get(to)]
    if (left === undefined || right === undefined) continue
    const [x1, y1] = [left.right - origin.left, left.top + left.height / 2 - origin.top]
    const [x2, y2] = [right.left - origin.left, right.top + right.height / 2 - origin.top]
    const bend = (x2 - x1) * 0.5
    lines.push({
      key: `${from} ${to}`,
      path: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`,
      isOnPath: path.has(from) && path.has(to),
      isBroken,
    })
  }
  // Lines of the path are drawn over the others.
  return lines.sort((a, b) => Number(a.isOnPath) - Number(b.isOnPath))
}
