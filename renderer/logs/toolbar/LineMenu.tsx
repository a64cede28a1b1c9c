import type { LogEntry, PodLogLine } from '../../../shared/ipc/index.ts'
import { ownValue, visibleText } from '../../../shared/kube/index.ts'
import { copyText } from '../../live/index.ts'
import { type MenuEntry, PointMenu } from '../../ui/index.ts'
import type { LinePoint } from '../lines/LogLines.tsx'
import type { SourceTag } from '../lines/sources.ts'
import type { FieldTerm, LogActions } from '../useLogActions.ts'

/** A line and the column that is meant of it, or the head of a column. */
export type MenuPoint = LinePoint | { readonly column: string; readonly at: LinePoint['at'] }

export interface LineMenuProps {
  readonly point: MenuPoint
  readonly columns: readonly string[]
  readonly tags: ReadonlyMap<number, SourceTag>
  readonly actions: LogActions
  readonly onClose: () => void
}

/** What can be done with a line or with a column. */
export function LineMenu({ point, columns, tags, actions, onClose }: LineMenuProps) {
  const entries =
    'entry' in point
      ? lineEntries(point.entry, point.column, columns, tags, actions)
      : columnEntries(point.column, columns, actions)
  const label = 'entry' in point ? 'Menu of the line' : `Menu of the column ${point.column}`
  return <PointMenu label={label} at={point.at} entries={entries} onClose={onClose} />
}

function lineEntries(
  entry: LogEntry,
  column: string | null,
  columns: readonly string[],
  tags: ReadonlyMap<number, SourceTag>,
  actions: LogActions,
): readonly MenuEntry[] {
  const common: readonly MenuEntry[] = [
    { id: 'copy', label: 'Copy selected lines', keys: 'c', run: actions.copySelected },
    { id: 'detail', label: 'Line in full', keys: 'Enter', run: actions.openDetail },
  ]
  if (entry.type === 'mark') return common
  const meant = column === null ? columns : [column]
  return [
    ...common,
    ...meant.flatMap(key => fieldEntries(entry, key, actions)),
    ...sourceEntries(entry, tags, actions),
    { id: 'around', label: 'Show it among all lines', run: actions.clearFilter },
  ]
}

function fieldEntries({ fields }: PodLogLine, key: string, actions: LogActions): readonly MenuEntry[] {
  const value = fields === null ? undefined : ownValue(fields, key)
  if (value === undefined) return []
  return termsOf(key, value).map(({ label, term }) => ({
    id: `${term.how} ${key}`,
    label,
    run: () => actions.addTerm(term),
  }))
}

/** Most characters of a value that a condition takes. */
const mostValue = 2000
/** Most characters of a value in a menu. */
const mostShown = 40

/** Conditions that a value suggests. */
export function termsOf(
  key: string,
  value: string,
): readonly { readonly label: string; readonly term: FieldTerm }[] {
  if (value.length > mostValue) return []
  const shown = visibleText(value.length > mostShown ? `${value.slice(0, mostShown)}…` : value)
  const name = visibleText(key)
  return [
    { label: `Only ${name} = ${shown}`, term: { key, how: 'is', value } },
    { label: `Not ${name} = ${shown}`, term: { key, how: 'differs', value } },
    { label: `${name} contains ${shown}`, term: { key, how: 'contains', value } },
  ]
}

function sourceEntries(
  { source }: PodLogLine,
  tags: ReadonlyMap<number, SourceTag>,
  actions: LogActions,
): readonly MenuEntry[] {
  if (tags.size < 2) return []
  const name = visibleText(tags.get(source)?.label ?? '')
  return [
    { id: 'only', label: `Only ${name}`, run: () => actions.showOnlySource(source, [...tags.keys()]) },
    { id: 'hide', label: `Hide ${name}`, run: () => actions.hideSource(source) },
  ]
}

function columnEntries(
  column: string,
  columns: readonly string[],
  actions: LogActions,
): readonly MenuEntry[] {
  const index = columns.indexOf(column)
  const rest = columns.toSpliced(index, 1)
  const moveTo = (place: number) => actions.setColumns(rest.toSpliced(place, 0, column))
  return [
    {
      id: 'exists',
      label: `Only lines with ${visibleText(column)}`,
      run: () => actions.addTerm({ key: column, how: 'exists', value: '' }),
    },
    { id: 'left', label: 'Move to the left', isDisabled: index === 0, run: () => moveTo(index - 1) },
    {
      id: 'right',
      label: 'Move to the right',
      isDisabled: index === columns.length - 1,
      run: () => moveTo(index + 1),
    },
    { id: 'copy', label: 'Copy the name', run: () => void copyText(column, 'the name of the column') },
    { id: 'remove', label: 'Remove the column', run: () => actions.setColumns(rest) },
  ]
}
