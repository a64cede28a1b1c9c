import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { ContextId } from '../../shared/kube/index.ts'
import { type LogPlace, useSettings, useStable } from '../live/index.ts'
import { SplitPane } from '../ui/index.ts'
import { LineDetail } from './detail/LineDetail.tsx'
import { LogNotices } from './LogNotices.tsx'
import { LogStates } from './LogStates.tsx'
import styles from './Logs.module.css'
import type { Reading } from './lines/follow.ts'
import type { LogGrid, ShownCursor } from './lines/LogGrid.ts'
import { LogLines } from './lines/LogLines.tsx'
import type { LogParts } from './parts.ts'
import { ResumeButton } from './ResumeButton.tsx'
import { SaveDialog } from './SaveDialog.tsx'
import { StatusStrip } from './StatusStrip.tsx'
import { LineMenu, type MenuPoint } from './toolbar/LineMenu.tsx'
import { LogToolbar } from './toolbar/LogToolbar.tsx'
import { ShownBar } from './toolbar/ShownBar.tsx'
import { useLogActions } from './useLogActions.ts'
import { useLogReading } from './useLogReading.ts'
import { useTargetWords } from './useTargetWords.ts'

export interface LogsBodyProps {
  readonly context: ContextId
  readonly place: LogPlace
  readonly isActive: boolean
  readonly change: (part: Partial<Omit<LogPlace, 'target'>>) => void
  /** The same logs in another place of the app. */
  readonly elsewhere: { readonly label: string; readonly open: () => void }
}

const nothingHidden: readonly number[] = []

/** Logs with all that is chosen about them. */
export function LogsBody({ context, place, isActive, change, elsewhere }: LogsBodyProps) {
  const words = useTargetWords(context, place.target)
  const [hidden, setHidden] = useState(nothingHidden)
  const [reading, setReading] = useState<Reading>('following')
  const [cursor, setCursor] = useState<ShownCursor>({ entry: undefined, selected: 0 })
  const [isDetailed, setIsDetailed] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [menu, setMenu] = useState<MenuPoint | null>(null)
  const grid = useRef<LogGrid>(null)
  const root = useRef<HTMLDivElement>(null)
  const logs = useLogReading(context, place, isActive, hidden)
  const { feed, tags } = logs
  // Ids of sources are those of one reading.
  useEffect(() => (feed === null ? undefined : setHidden(nothingHidden)), [feed])
  const given = {
    feed,
    grid,
    change,
    place,
    hidden,
    setHidden,
    elsewhere,
    setIsSaving,
    isDetailed,
    setIsDetailed,
  }
  const actions = useLogActions(given)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !actions.key(event, root.current)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const shared = { words, place, logs, hidden, cursor, reading, isDetailed, elsewhere, change, actions }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole, wherever in it the focus is
    <div ref={root} className={styles.logs} onKeyDown={onKeyDown}>
      <LogToolbar {...shared} />
      <ShownBar {...shared} />
      <LogNotices facts={logs.facts} />
      <SplitPane
        direction="columns"
        label="Size of the detail"
        share={34}
        first={
          <Lines
            {...shared}
            context={context}
            grid={grid}
            onCursor={setCursor}
            onReading={setReading}
            onMenu={setMenu}
          />
        }
        second={isDetailed ? <LineDetail {...shared} /> : null}
      />
      <StatusStrip {...shared} />
      {menu !== null && (
        <LineMenu
          point={menu}
          columns={place.looks.columns}
          tags={tags}
          actions={actions}
          onClose={() => setMenu(null)}
        />
      )}
      {isSaving && (
        <SaveDialog
          session={feed.session}
          isFiltered={logs.isFiltered}
          hasSources={tags.size > 1}
          onClose={() => setIsSaving(false)}
        />
      )}
    </div>
  )
}

interface LinesProps extends LogParts {
  readonly context: ContextId
  readonly grid: RefObject<LogGrid | null>
  readonly onCursor: (cursor: ShownCursor) => void
  readonly onReading: (reading: Reading) => void
  readonly onMenu: (point: MenuPoint) => void
}

/** Pixels of a line by density. */
const lineHeights = { compact: 20, comfortable: 24 } as const

function Lines(props: LinesProps) {
  const { context, words, place, logs, reading, actions } = props
  const { looks } = place
  const { facts, feed, tags, hitsOf } = logs
  const columns = useStable(JSON.stringify(looks.columns), looks.columns)
  const [isEmpty, setIsEmpty] = useState(true)
  const density = useSettings()?.density ?? 'compact'
  return (
    <div className={styles.lines} role="log" aria-live="off" aria-label={`Lines of ${words}`}>
      <LogLines
        grid={props.grid}
        label={`Log of ${words}`}
        feed={feed}
        lineHeight={lineHeights[density]}
        time={looks.time}
        isWrapped={looks.isWrapped && looks.columns.length === 0}
        columns={columns}
        tags={tags}
        hasSources={tags.size > 1}
        hitsOf={hitsOf}
        onCursor={props.onCursor}
        onReading={props.onReading}
        onEmpty={setIsEmpty}
        onOpen={actions.openDetail}
        onMenu={props.onMenu}
        onColumn={(column, at) => props.onMenu({ column, at })}
      />
      {isEmpty && <LogStates {...props} context={context} />}
      <ResumeButton reading={reading} behind={facts?.behind ?? 0} onPress={actions.toEnd} />
    </div>
  )
}
