import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import styles from './Tabs.module.css'

interface TabItem {
  readonly id: string
  readonly title: string
  /** A count or a chip behind the title. */
  readonly badge?: ReactNode
}

export interface TabsProps {
  /** Accessible name of the list of tabs. */
  readonly label: string
  readonly items: readonly TabItem[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  /** Content of the selected tab. */
  readonly children: ReactNode
}

/** Tabs of a view, with the keyboard of the APG. Only the selected tab's content is mounted. */
export function Tabs({ label, items, selected, onSelect, children }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs ?? ''}
      selectedKey={selected}
      onSelectionChange={key => onSelect(String(key))}
    >
      <TabList className={styles.list ?? ''} aria-label={label}>
        {items.map(item => (
          <Tab key={item.id} id={item.id} className={styles.tab ?? ''}>
            {item.title}
            {item.badge}
          </Tab>
        ))}
      </TabList>
      {items.map(item => (
        <TabPanel key={item.id} id={item.id} className={styles.panel ?? ''}>
          {item.id === selected ? children : null}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
