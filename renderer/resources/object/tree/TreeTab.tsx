import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Tree } from '../../../../shared/ipc/index.ts'
import { addressOf, navigate, useSettings } from '../../../live/index.ts'
import { Banner, Button, EmptyState, useLater } from '../../../ui/index.ts'
import styles from '../Object.module.css'
import { useSubject } from '../subject.ts'
import { type OutlineLine, outlineOf, parentIndex } from './outline.ts'
import tree from './Tree.module.css'
import { TreeLine } from './TreeLine.tsx'
import { useTree } from './useTree.ts'

/** The object among its owners, what it owns and what it names, as an outline. */
export function TreeTab() {
  const { value, error } = useTree()
  const isPatient = useLater(200)
  if (error !== null && value === null)
    return (
      <EmptyState
        meaning="bad"
        title="The tree cannot be shown"
        detail={error.message}
        causes={error.causes}
      />
    )
  if (value === null || (value.nodes.length === 0 && !value.complete))
    return isPatient ? <EmptyState title="Looking for owners and owned objects…" /> : null
  return <Outline value={value} />
}

function Outline({ value }: { readonly value: Tree }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const lines = outlineOf(value.nodes, closed)
  const parents = value.nodes.filter((node, index) => (value.nodes[index + 1]?.depth ?? 0) > node.depth)
  const toggle = (id: string, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const isSmall = value.complete && value.nodes.length === 1
  return (
    <div className={styles.filled}>
      <div className={styles.toolbar}>
        <span className={styles.quiet}>{countText(value)}</span>
        <span className={styles.gap} />
        <Button onPress={() => setClosed(new Set())}>Open all</Button>
        <Button onPress={() => setClosed(new Set(parents.map(node => node.id)))}>Close all</Button>
      </div>
      {value.unreadable.map(problem => (
        <Banner key={problem.message} meaning="unknown">
          <strong>May be missing here.</strong> {problem.message}
        </Banner>
      ))}
      {isSmall && (
        <p className={`${styles.hint} ${tree.note}`}>
          Nothing owns it, it owns nothing, and no reference that Gatehouse knows leads from or to it.
        </p>
      )}
      <TreeLines lines={lines} toggle={toggle} />
    </div>
  )
}

function countText({ nodes, complete, omitted }: Tree): string {
  const count = nodes.length === 1 ? '1 object' : `${nodes.length.toLocaleString()} objects`
  const left = omitted > 0 ? `, ${omitted.toLocaleString()} more left out` : ''
  return `${count}${left}${complete ? '' : ', still looking…'}`
}

interface TreeLinesProps {
  readonly lines: readonly OutlineLine[]
  readonly toggle: (id: string, open: boolean) => void
}

function TreeLines({ lines, toggle }: TreeLinesProps) {
  const { context } = useSubject()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const found = lines.findIndex(line => (activeId === null ? line.node.isSubject : line.node.id === activeId))
  const active = Math.max(0, found)
  const rowHeight = useSettings()?.density === 'comfortable' ? 32 : 26
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  useEffect(() => {
    if (activeId !== null) virtualizer.scrollToIndex(active)
  }, [virtualizer, active, activeId])
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[active]
    if (line === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const next = nextIndex(event.key, lines, active)
    if (next !== null) setActiveId(lines[next]?.node.id ?? null)
    else if (event.key === 'ArrowRight' && line.hasChildren && !line.isOpen) toggle(line.node.id, true)
    else if (event.key === 'ArrowLeft' && line.isOpen) toggle(line.node.id, false)
    else if (event.key === 'Enter' && line.node.exists === true)
      navigate(addressOf.object(context, line.node.ref))
    else return
    event.preventDefault()
  }
  const items = virtualizer.getVirtualItems()
  // An id may only be pointed at while its line is drawn.
  const isDrawn = items.some(({ index }) => index === active)
  return (
    <div
      ref={scroller}
      className={tree.scroller}
      role="tree"
      aria-label="Owners and owned objects"
      tabIndex={0}
      aria-activedescendant={isDrawn ? `${id}${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={tree.body} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(item => {
          const line = lines[item.index]
          return line === undefined ? null : (
            <TreeLine
              key={line.node.id}
              id={`${id}${item.index}`}
              line={line}
              top={item.start}
              height={rowHeight}
              isActive={item.index === active}
              onChoose={() => setActiveId(line.node.id)}
              onToggle={() => toggle(line.node.id, !line.isOpen)}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Where a key goes; null for keys that go nowhere. */
function nextIndex(key: string, lines: readonly OutlineLine[], active: number): number | null {
  const last = lines.length - 1
  const line = lines[active]
  if (key === 'ArrowDown' || key === 'j') return Math.min(last, active + 1)
  if (key === 'ArrowUp' || key === 'k') return Math.max(0, active - 1)
  if (key === 'Home' || key === 'g') return 0
  if (key === 'End' || key === 'G') return last
  if (key === 'ArrowLeft' && line !== undefined && !line.isOpen) return parentIndex(lines, active)
  if (key === 'ArrowRight' && line?.isOpen === true) return Math.min(last, active + 1)
  return null
}
