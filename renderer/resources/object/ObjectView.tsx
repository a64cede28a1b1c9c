import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { assertNever } from '../../../shared/errors/index.ts'
import type { ObjectState } from '../../../shared/ipc/index.ts'
import { type ContextId, type ObjectRef, type Resource, visibleText } from '../../../shared/kube/index.ts'
import {
  addressOf,
  editObject,
  navigate,
  useContextEntry,
  useDiscovery,
  useIsViewActive,
  useStream,
} from '../../live/index.ts'
import { EmptyState, Tabs, useLater } from '../../ui/index.ts'
import { offerListActions } from '../list/listActions.ts'
import { kindOf, needlessFor, operationActions } from '../operationActions.ts'
import { offeredActions, type StreamAction, streamActions } from '../streamActions.ts'
import { EventsTab } from './EventsTab.tsx'
import { FieldsTab } from './fields/FieldsTab.tsx'
import styles from './Object.module.css'
import { ObjectHeader } from './ObjectHeader.tsx'
import { NoObject, ObjectNotices } from './ObjectNotices.tsx'
import { SubjectProvider, useSubject } from './subject.ts'
import { SummaryTab } from './summary/SummaryTab.tsx'
import { type ObjectTab, tabOf, tabOfKey, tabsOf } from './tabs.ts'
import { TreeTab } from './tree/TreeTab.tsx'

export interface ObjectViewProps {
  readonly context: ContextId
  readonly objectRef: ObjectRef
  /** As in the address; an unknown one shows the first. */
  readonly tab: string
  /** What admission does with the object; another part of the product shows it. */
  readonly admission: ComponentType<AdmissionTabProps>
  /** What the pods behind the object wrote; another part of the product too. */
  readonly logs: ComponentType<LogsTabProps>
}

export interface LogsTabProps {
  readonly context: ContextId
  readonly objectRef: ObjectRef
}

export interface AdmissionTabProps {
  readonly context: ContextId
  readonly objectRef: ObjectRef
  readonly kind: string
}

// The editor and the comparison are large and not needed for the first look.
const YamlTab = lazy(async () => ({ default: (await import('./yaml/YamlTab.tsx')).YamlTab }))
const HistoryTab: ComponentType<{ readonly state: ObjectState }> = lazy(async () => ({
  default: (await import('./history/HistoryTab.tsx')).HistoryTab,
}))

/** One object, live. */
export function ObjectView({ context, objectRef, tab: tabName, admission, logs }: ObjectViewProps) {
  const tab = tabOf(tabName, objectRef.resource)
  const { value, error } = useStream('objects.watch', { context, ref: objectRef })
  const discovery = useDiscovery(context)
  const select = (next: string) => navigate(addressOf.object(context, objectRef, next), { replace: true })
  const entry = useContextEntry(context)
  const actions = streamActions(context, objectRef, entry)
  const kind = kindOf(discovery?.resources, objectRef.resource)
  const object = value?.object ?? null
  const needless = object === null ? new Set<never>() : needlessFor(object)
  const operations = operationActions(context, [objectRef], kind, entry, needless)
  const edit = {
    ...{ title: `Edit ${objectRef.name}`, aliases: ['edit', 'yaml'], keys: 'e' },
    run: () => editObject(context, objectRef),
  }
  useObjectKeys(objectRef.resource, select, [edit, ...actions, ...operations])
  useOfferedActions([
    edit,
    ...offeredActions(actions, entry),
    ...operations.map(each => ({ ...each, title: `${each.label} ${objectRef.name}` })),
  ])
  if (value === null || object === null)
    return <NoObject context={context} objectRef={objectRef} state={value} error={error} />
  return (
    <SubjectProvider value={{ context, ref: objectRef, object, discovery }}>
      <div className={styles.page}>
        <ObjectHeader state={value} />
        <ObjectNotices state={value} />
        <Tabs
          label={`Parts of ${object.kind} ${objectRef.name}`}
          items={tabsOf(objectRef.resource)}
          selected={tab}
          onSelect={select}
        >
          <Suspense fallback={<Opening />}>
            <TabContent tab={tab} state={value} Admission={admission} Logs={logs} />
          </Suspense>
        </Tabs>
      </div>
    </SubjectProvider>
  )
}

function Opening() {
  return useLater(200) ? <EmptyState title="Opening…" /> : null
}

interface TabContentProps {
  readonly tab: ObjectTab
  readonly state: ObjectState
  readonly Admission: ComponentType<AdmissionTabProps>
  readonly Logs: ComponentType<LogsTabProps>
}

function TabContent({ tab, state, Admission, Logs }: TabContentProps) {
  const { context, ref, object } = useSubject()
  switch (tab) {
    case 'summary':
      return <SummaryTab />
    case 'yaml':
      return <YamlTab />
    case 'tree':
      return <TreeTab />
    case 'admission':
      return <Admission context={context} objectRef={ref} kind={object.kind} />
    case 'history':
      return <HistoryTab state={state} />
    case 'fields':
      return <FieldsTab object={object} />
    case 'events':
      return <EventsTab state={state} />
    case 'logs':
      return <Logs context={context} objectRef={ref} />
    default:
      return assertNever(tab)
  }
}

/** Numbers and letters go to tabs wherever one does not type; others lead into its containers. */
function useObjectKeys(
  resource: Resource,
  select: (tab: string) => void,
  actions: readonly Pick<StreamAction, 'keys' | 'run'>[],
): void {
  const isActive = useIsViewActive()
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const tab = tabOfKey(event.key, resource)
      const action = actions.find(({ keys }) => keys === event.key)
      if (tab === null && action === undefined) return
      event.preventDefault()
      if (tab !== null) select(tab)
      else action?.run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

/** Offers the palette what leads into the containers, while the object is in front. */
function useOfferedActions(actions: readonly Pick<StreamAction, 'title' | 'aliases' | 'run'>[]): void {
  const isActive = useIsViewActive()
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!isActive) return
    return offerListActions(() =>
      latest.current.map(({ title, aliases, run }) => ({ title: visibleText(title), aliases, run })),
    )
  }, [isActive])
}

/** What keeps the keys that are pressed in it; the dock has keys of its own. */
const keepers = 'input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"], [data-dock]'

/** The YAML view can be written in by its nature, but takes no text. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(keepers) !== null) return true
  return target.isContentEditable && target.closest('[data-reads-only]') === null
}
