import { addressOf, type ComparePlace, navigate } from '../live/index.ts'
import { Tabs } from '../ui/index.ts'
import styles from './Compare.module.css'
import { KindTab } from './KindTab.tsx'
import { ManifestsTab } from './ManifestsTab.tsx'
import { ObjectsTab } from './ObjectsTab.tsx'
import type { CompareTabProps } from './tab.ts'

const tabs = [
  { id: 'objects', title: 'Objects' },
  { id: 'kind', title: 'A kind in two contexts' },
  { id: 'manifests', title: 'Manifests and the cluster' },
] as const

export function CompareView({ context, place }: Omit<CompareTabProps, 'onChange'>) {
  const onChange = (part: Partial<ComparePlace>) =>
    navigate(addressOf.compare(context, { ...place, ...part }), { replace: true })
  const props = { context, place, onChange }
  return (
    <div className={styles.view}>
      <Tabs
        label="What is compared"
        items={tabs}
        selected={place.tab}
        onSelect={id => onChange({ tab: tabs.find(tab => tab.id === id)?.id ?? 'objects' })}
      >
        {place.tab === 'objects' && <ObjectsTab {...props} />}
        {place.tab === 'kind' && <KindTab {...props} />}
        {place.tab === 'manifests' && <ManifestsTab {...props} />}
      </Tabs>
    </div>
  )
}
