import { useCallback, useEffect, useRef, useState } from 'react'
import { Rail } from './Rail.tsx'
import { StationColumns, type StationColumnsProps } from './StationColumns.tsx'
import type { StationId } from './stations.ts'
import styles from './Way.module.css'

/** The rail, which stays, and under it the cards, which scroll. */
export function Way(props: Omit<StationColumnsProps, 'scroller'>) {
  const { stations } = props
  const scroller = useRef<HTMLDivElement>(null)
  const inSight = useInSight(scroller, stations.map(({ id }) => id).join(' '))
  const go = useCallback((id: StationId) => {
    const column = scroller.current?.querySelector<HTMLElement>(`[data-station="${id}"]`)
    column?.scrollIntoView({ block: 'start', inline: 'center' })
    const card = column?.querySelector<HTMLElement>('[role=option]')
    card?.click()
    card?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={styles.way}>
      <Rail stations={stations} inSight={inSight} onGo={go} />
      <StationColumns {...props} scroller={scroller} />
    </div>
  )
}

/** Stations of which at least half of the column can be seen. */
function useInSight(
  scroller: React.RefObject<HTMLDivElement | null>,
  stations: string,
): ReadonlySet<StationId> {
  const [inSight, setInSight] = useState<ReadonlySet<StationId>>(
    () => new Set(stations.split(' ') as StationId[]),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: other stations are other columns
  useEffect(() => {
    const root = scroller.current
    if (root === null) return
    const seen = new Set<StationId>()
    const look = () => {
      const frame = root.getBoundingClientRect()
      const now = [...root.querySelectorAll<HTMLElement>('[data-station]')].filter(column => {
        const box = column.getBoundingClientRect()
        return Math.min(box.right, frame.right) - Math.max(box.left, frame.left) > box.width / 2
      })
      const ids = now.map(({ dataset }) => dataset.station as StationId)
      if (ids.length === seen.size && ids.every(id => seen.has(id))) return
      seen.clear()
      for (const id of ids) seen.add(id)
      setInSight(new Set(ids))
    }
    look()
    root.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(root)
    return () => {
      root.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, stations])
  return inSight
}
