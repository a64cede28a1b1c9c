import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react'
import { counted } from '../../shared/words/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody, type LogPlace, type LogPlaceFilter, logTimes } from '../live/index.ts'
import type { LogFeed } from './feed/LogFeed.ts'
import type { LogGrid } from './lines/LogGrid.ts'

export type FieldTerm = LogPlaceFilter['fields'][number]

/** What can be done with logs, from keys, buttons and menus alike. */
export interface LogActions {
  /** True when the key had a meaning here. */
  key(event: KeyboardEvent, root: HTMLElement | null): boolean
  find(isBackward: boolean): void
  toBegin(): void
  toEnd(): void
  toggleFollow(isFollowing: boolean): void
  togglePause(): void
  clear(): void
  copySelected(): void
  save(): void
  openElsewhere(): void
  openDetail(): void
  closeDetail(): void
  hideSource(id: number): void
  showOnlySource(id: number, all: readonly number[]): void
  showAllSources(): void
  addTerm(term: FieldTerm): void
  setTerms(terms: readonly FieldTerm[]): void
  setColumns(columns: readonly string[]): void
  addColumn(column: string): void
  clearFilter(): void
  togglePrevious(): void
  focusLines(): void
}

export interface ActionParts {
  readonly feed: LogFeed
  readonly grid: RefObject<LogGrid | null>
  readonly change: (part: Partial<Omit<LogPlace, 'target'>>) => void
  readonly place: LogPlace
  readonly hidden: readonly number[]
  readonly setHidden: (hidden: readonly number[]) => void
  readonly elsewhere: { readonly open: () => void }
  readonly setIsSaving: (isSaving: boolean) => void
  readonly isDetailed: boolean
  readonly setIsDetailed: (isDetailed: boolean) => void
}

/** The same object for as long as the component is there; it acts on what holds now. */
export function useLogActions(parts: ActionParts): LogActions {
  const latest = useRef(parts)
  latest.current = parts
  return useMemo(() => actionsOn(() => latest.current), [])
}

function actionsOn(parts: () => ActionParts): LogActions {
  const focusLines = (): void => parts().grid.current?.focus()
  const setFilter = (filter: Partial<LogPlaceFilter>): void => {
    const { place, change } = parts()
    change({ filter: { ...place.filter, ...filter } })
  }
  const setLooks = (looks: Partial<LogPlace['looks']>): void => {
    const { place, change } = parts()
    change({ looks: { ...place.looks, ...looks } })
  }
  const actions: LogActions = {
    key: (event, root) => {
      const run = keyAction(event, root, actions, {
        setLooks,
        looks: parts().place.looks,
        isDetailed: parts().isDetailed,
      })
      run?.()
      return run !== null
    },
    find: isBackward => void find(parts(), isBackward),
    toBegin: () => parts().grid.current?.toBegin(),
    toEnd: () => parts().grid.current?.toEnd(),
    toggleFollow: isFollowing =>
      isFollowing ? parts().grid.current?.leave() : parts().grid.current?.toEnd(),
    togglePause: () => parts().grid.current?.togglePause(),
    clear: () => parts().grid.current?.clear(),
    copySelected: () => void copySelected(parts()),
    save: () => parts().setIsSaving(true),
    openElsewhere: () => parts().elsewhere.open(),
    openDetail: () => parts().setIsDetailed(true),
    closeDetail: () => {
      parts().setIsDetailed(false)
      focusLines()
    },
    hideSource: id => parts().setHidden([...new Set([...parts().hidden, id])]),
    showOnlySource: (id, all) => parts().setHidden(all.filter(other => other !== id)),
    showAllSources: () => parts().setHidden([]),
    addTerm: term => {
      const others = parts().place.filter.fields.filter(
        other => other.key !== term.key || other.how !== term.how || other.value !== term.value,
      )
      setFilter({ fields: [...others, term] })
    },
    setTerms: fields => setFilter({ fields: [...fields] }),
    setColumns: columns => setLooks({ columns }),
    addColumn: column => setLooks({ columns: [...parts().place.looks.columns, column] }),
    clearFilter: () => {
      setFilter({ text: '', levels: [], fields: [] })
      parts().setHidden([])
    },
    togglePrevious: () => {
      const { place, change } = parts()
      change({ options: { ...place.options, previous: !place.options.previous } })
    },
    focusLines,
  }
  return actions
}

interface LookKeys {
  readonly looks: LogPlace['looks']
  readonly setLooks: (looks: Partial<LogPlace['looks']>) => void
  readonly isDetailed: boolean
}

/** Keys that are heard anywhere in the view but in fields, menus and dialogs. */
function keyAction(
  event: KeyboardEvent,
  root: HTMLElement | null,
  actions: LogActions,
  { looks, setLooks, isDetailed }: LookKeys,
): (() => void) | null {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || event.altKey) return null
  // Menus and dialogs stand elsewhere in the document, but here for React.
  if (root?.contains(target) !== true || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return null
  if (event.ctrlKey || event.metaKey) {
    const hasOwn = getSelection()?.isCollapsed === false
    return key.toLowerCase() === 'c' && !hasOwn ? actions.copySelected : null
  }
  const field = (name: string) => () =>
    root.querySelector<HTMLElement>(`[data-log-field="${name}"] input`)?.focus()
  switch (key) {
    case '/':
      return field('search')
    case '&':
      return field('filter')
    case 'n':
      return () => actions.find(false)
    case 'N':
      return () => actions.find(true)
    case 'c':
      return actions.copySelected
    case 'x':
      return actions.clear
    case 'p':
      return actions.togglePrevious
    case 'w':
      return () => setLooks({ isWrapped: !looks.isWrapped })
    case 'T':
      return () =>
        setLooks({ time: logTimes[(logTimes.indexOf(looks.time) + 1) % logTimes.length] ?? 'time' })
    case 'Escape':
      return isDetailed ? actions.closeDetail : null
    default:
      return null
  }
}

async function find({ grid, place }: ActionParts, isBackward: boolean): Promise<void> {
  const { text } = place.looks.search
  if (text === '') {
    announce('Nothing is looked for: / goes to the search')
    return
  }
  try {
    const isFound = await grid.current?.find(isBackward)
    if (isFound === false) announce(`No ${isBackward ? 'earlier' : 'later'} line with “${text}”`)
  } catch (error) {
    announce(errorBody(error).message)
  }
}

async function copySelected({ feed, grid }: ActionParts): Promise<void> {
  const selection = grid.current?.selection
  if (selection == null) {
    announce('No line is selected: click one, and Shift click another')
    return
  }
  try {
    const text =
      grid.current?.strandedText ?? (await engine.call('logs.copy', { session: feed.session, ...selection }))
    await copyText(text, counted(selection.count, 'line'))
  } catch (error) {
    announce(errorBody(error).message)
  }
}
