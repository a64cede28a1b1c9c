import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { assertNever } from '../../../shared/errors/index.ts'
import type { ObjectState } from '../../../shared/ipc/index.ts'
import type { ContextId, ObjectRef } from '../../../shared/kube/index.ts'
import { addressOf, navigate, useDiscovery, useIsViewActive, useStream } from '../../live/index.ts'
import { EmptyState, Tabs, useLater } from '../../ui/index.ts'
import { EventsTab } from './EventsTab.tsx'
import { FieldsTab } from './fields/FieldsTab.tsx'
import styles from './Object.module.css'
import { ObjectHeader } from './ObjectHeader.tsx'
import { NoObject, ObjectNotices } from './ObjectNotices.tsx'
import { SubjectProvider, useSubject } from './subject.ts'
import { SummaryTab } from './summary/SummaryTab.tsx'
import { type ObjectTab, objectTabs, tabOf, tabOfKey } from './tabs.ts'
import { TreeTab } from './tree/TreeTab.tsx'

export interface ObjectViewProps {
  readonly context: ContextId
  readonly objectRef: ObjectRef
  /** As in the address; an unknown one shows the first. */
  readonly tab: string
  /** What admission does with the object; another part of the product shows it. */
  readonly admission: ComponentType<AdmissionTabProps>
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
export function ObjectView({ context, objectRef, tab: tabName, admission }: ObjectViewProps) {
  const tab = tabOf(tabName)
  const { value, error } = useStream('objects.watch', { context, ref: objectRef })
  const discovery = useDiscovery(context)
  const select = (next: string) => navigate(addressOf.object(context, objectRef, next), { replace: true })
  useTabKeys(select)
  const object = value?.object ?? null
  if (value === null || object === null)
    return <NoObject context={context} objectRef={objectRef} state={value} error={error} />
  return (
    <SubjectProvider value={{ context, ref: objectRef, object, discovery }}>
      <div className={styles.page}>
        <ObjectHeader state={value} />
        <ObjectNotices state={value} />
        <Tabs
          label={`Parts of ${object.kind} ${objectRef.name}`}
          items={objectTabs}
          selected={tab}
          onSelect={select}
        >
          <Suspense fallback={<Opening />}>
            <TabContent tab={tab} state={value} Admission={admission} />
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
}

function TabContent({ tab, state, Admission }: TabContentProps) {
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
      return <EventsTab />
    default:
      return assertNever(tab)
  }
}

/** Numbers and letters go to tabs wherever one does not type. */
function useTabKeys(select: (tab: string) => void): void {
  const isActive = useIsViewActive()
  useEffect(() => {
    if (!isActive) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const tab = tabOfKey(event.key)
      if (tab === null) return
      event.preventDefault()
      select(tab)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
}

/** The YAML view can be written in by its nature, but takes no text. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"]') !== null)
    return true
  return target.isContentEditable && target.closest('[data-reads-only]') === null
}
