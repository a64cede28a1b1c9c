import { addressOf, navigate, useIsViewActive } from '../live/index.ts'
import { Tabs } from '../ui/index.ts'
import styles from './Diagnostics.module.css'
import { LogTab } from './LogTab.tsx'
import { RequestsTab } from './RequestsTab.tsx'
import { SupportTab } from './SupportTab.tsx'

const tabs = [
  { id: 'log', title: 'Log' },
  { id: 'requests', title: 'Requests' },
  { id: 'support', title: 'Support bundle' },
] as const

/** The log, the requests and the support bundle of Gatehouse itself. */
export function DiagnosticsView({ tab }: { readonly tab: string }) {
  const selected = tabs.find(({ id }) => id === tab)?.id ?? 'log'
  const isActive = useIsViewActive()
  return (
    <div className={styles.view}>
      <h1 className={styles.heading}>Diagnostics</h1>
      <Tabs
        label="Diagnostics"
        items={tabs}
        selected={selected}
        onSelect={id => navigate(addressOf.diagnostics(id), { replace: true })}
      >
        {selected === 'log' && <LogTab isOpen={isActive} />}
        {selected === 'requests' && <RequestsTab isOpen={isActive} />}
        {selected === 'support' && <SupportTab />}
      </Tabs>
    </div>
  )
}
