import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { ContainerFile } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { bytesText, counted } from '../../shared/words/index.ts'
import { EmptyState } from '../ui/index.ts'
import { isFolder } from './paths.ts'
import styles from './Transfers.module.css'
import type { OpenFolder } from './useFolder.ts'

export interface FileListProps {
  readonly open: OpenFolder
  readonly files: readonly ContainerFile[]
}

/** Rows that Page Up and Page Down pass. */
const page = 8

/** Entries of a folder, with one cursor. Enter and a double click open. */
export function FileList({ open, files }: FileListProps) {
  const { at, file, isCut, move } = open
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.getElementById(`${id}${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [at, id])
  useEffect(() => list.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = goal(event.key, at, files.length)
    if (to !== null) move(to)
    else if (event.key === 'Enter' && file !== null && !event.ctrlKey && !event.metaKey) open.open(file)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div
        ref={list}
        className={styles.list}
        role="listbox"
        aria-label="Entries of the folder"
        aria-activedescendant={file === null ? undefined : `${id}${at}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {files.map((each, index) => (
          <Row
            key={each.name}
            id={`${id}${index}`}
            file={each}
            isActive={index === at}
            onPress={() => {
              move(index)
              list.current?.focus()
            }}
            onOpen={() => open.open(each)}
          />
        ))}
        {files.length === 0 && <EmptyState title="This folder is empty" />}
      </div>
      <p className={styles.count}>
        {isCut
          ? `${counted(files.length, 'entry', 'entries')} are shown; there are more. Type the path of one that is not.`
          : counted(files.length, 'entry', 'entries')}
        <span className={styles.gap} />
        Enter opens, Backspace goes up
      </p>
    </>
  )
}

function goal(key: string, at: number, length: number): number | null {
  const goals: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: length - 1,
  }
  const to = Object.hasOwn(goals, key) ? goals[key] : undefined
  return to === undefined ? null : Math.max(0, Math.min(to, length - 1))
}

interface RowProps {
  readonly id: string
  readonly file: ContainerFile
  readonly isActive: boolean
  readonly onPress: () => void
  readonly onOpen: () => void
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

function Row({ id, file, isActive, onPress, onOpen }: RowProps) {
  const { name, type, size, mode, modified, target } = file
  const isOpenable = isFolder(file)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={styles.row}
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
      onDoubleClick={onOpen}
    >
      <span className={styles.name}>
        <span className={isOpenable ? styles.folder : undefined}>
          {visibleText(inOneLine(name))}
          {isOpenable && '/'}
        </span>
        {type === 'link' && target !== '' && (
          <span className={styles.quiet}> → {visibleText(inOneLine(target))}</span>
        )}
      </span>
      <span className={styles.number}>{type === 'file' && mode !== '' ? bytesText(size) : ''}</span>
      <span className={styles.number}>{modified === null ? '' : dates.format(modified)}</span>
      <span className={styles.mono}>{mode}</span>
    </div>
  )
}

/** Names may hold line breaks and tabs, which would be laid out. */
function inOneLine(text: string): string {
  return text.replace(/[\n\r\t]/g, mark => ({ '\n': '⟨U+000A⟩', '\r': '⟨U+000D⟩' })[mark] ?? '⟨U+0009⟩')
}
