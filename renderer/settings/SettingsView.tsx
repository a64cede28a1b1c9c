import type { MouseEvent } from 'react'
import { addressOf, navigate, useSettings } from '../live/index.ts'
import { About } from './About.tsx'
import { Appearance } from './Appearance.tsx'
import { CompareChoices } from './CompareChoices.tsx'
import { ContextChoices } from './ContextChoices.tsx'
import { EditorChoices } from './EditorChoices.tsx'
import { type AddDoor, KubeconfigFiles } from './KubeconfigFiles.tsx'
import styles from './SettingsView.module.css'
import { Shortcuts } from './Shortcuts.tsx'
import { Storage } from './Storage.tsx'

const sections = [
  { id: 'appearance', title: 'Appearance' },
  { id: 'kubeconfig', title: 'Kubeconfig files' },
  { id: 'contexts', title: 'Contexts' },
  { id: 'editor', title: 'Editor' },
  { id: 'compare', title: 'Compare' },
  { id: 'shortcuts', title: 'Shortcuts' },
  { id: 'storage', title: 'Storage' },
  { id: 'about', title: 'About' },
] as const
type SectionId = (typeof sections)[number]['id']

export interface SettingsViewProps {
  /** The part of the address that names a section; the first one without. */
  readonly section: string | undefined
  /** Shows the dialog by which kubeconfigs are added. */
  readonly onDoor: (door: AddDoor) => void
}

/** Preferences in sections, each with an address of its own. What is chosen holds at once. */
export function SettingsView({ section, onDoor }: SettingsViewProps) {
  const settings = useSettings()
  if (settings === null) return null
  const current = sections.find(({ id }) => id === section) ?? sections[0]
  return (
    <div className={styles.view}>
      <nav className={styles.nav} aria-label="Settings">
        <h1 className={styles.navTitle}>Settings</h1>
        <ul className={styles.navList}>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                className={styles.navLink}
                href={addressOf.settings(id)}
                aria-current={id === current.id ? 'page' : undefined}
                onClick={event => follow(event, addressOf.settings(id))}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.scroller} key={current.id}>
        <div className={styles.page}>
          <h2 className={styles.title}>{current.title}</h2>
          <Content id={current.id} onDoor={onDoor} />
        </div>
      </div>
    </div>
  )
}

function follow(event: MouseEvent, address: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  navigate(address)
}

function Content({ id, onDoor }: { readonly id: SectionId; readonly onDoor: (door: AddDoor) => void }) {
  switch (id) {
    case 'appearance':
      return <Appearance />
    case 'kubeconfig':
      return <KubeconfigFiles onDoor={onDoor} />
    case 'contexts':
      return <ContextChoices />
    case 'editor':
      return <EditorChoices />
    case 'compare':
      return <CompareChoices />
    case 'shortcuts':
      return <Shortcuts />
    case 'storage':
      return <Storage />
    case 'about':
      return <About />
  }
}
