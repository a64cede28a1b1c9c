import { type DragEvent, type ReactNode, useState } from 'react'
import { pathOfFile } from '../bridge/index.ts'
import { announce } from '../live/index.ts'
import { showDoor } from './doors.ts'
import { droppedPaths } from './droppedPaths.ts'
import styles from './FileDrop.module.css'

/** Takes files that are dropped anywhere on it as a dump, where the host says where they lie. */
export function FileDrop({ children }: { readonly children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  const onDragOver = (event: DragEvent) => {
    if (!['Files', 'text/uri-list'].some(type => event.dataTransfer.types.includes(type))) return
    event.preventDefault()
    setIsOver(true)
  }
  const onDragLeave = (event: DragEvent) => {
    if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
    setIsOver(false)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const paths = droppedPaths(event.dataTransfer, pathOfFile)
    if (paths.length > 0) showDoor('dump', paths)
    else announce('Here a browser does not tell where dropped files lie: name their path instead')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div className={styles.place} onDragOver={onDragOver} onDragLeave={onDragLeave} onDrop={onDrop}>
      {children}
      {isOver && <div className={styles.sign}>Drop YAML, a folder or an archive to open or to apply it</div>}
    </div>
  )
}
