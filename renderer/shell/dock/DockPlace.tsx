import { lazy, Suspense, useRef } from 'react'
import { useDock } from '../../live/index.ts'
import styles from './Dock.module.css'
import { useDockKeeping } from './useDockKeeping.ts'

const Dock = lazy(async () => ({ default: (await import('./Dock.tsx')).Dock }))

/** Where the dock stands once it was opened. Hidden it stays as it is, with what runs in it. */
export function DockPlace() {
  useDockKeeping()
  const isOpen = useDock(state => state.isOpen)
  const isMaximised = useDock(state => state.isMaximised)
  const height = useDock(state => state.height)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  if (!wasOpen.current) return null
  return (
    <div
      className={`${styles.place} ${isMaximised ? styles.large : ''}`}
      style={isMaximised ? undefined : { height }}
      hidden={!isOpen}
    >
      <Suspense fallback={null}>
        <Dock />
      </Suspense>
    </div>
  )
}
