import type { Settings } from '../../shared/ipc/index.ts'
import { useSettings } from '../live/index.ts'
import { Section } from '../ui/index.ts'
import { Choice } from './Choice.tsx'
import { save } from './save.ts'

const themes = [
  { id: 'system', label: 'As the system', detail: 'follows it, also when it changes by the time of day' },
  { id: 'light', label: 'Light', detail: '' },
  { id: 'dark', label: 'Dark', detail: '' },
] as const

const densities = [
  { id: 'compact', label: 'Compact', detail: 'rows of 26 pixels' },
  { id: 'comfortable', label: 'Comfortable', detail: 'rows of 32 pixels' },
] as const

/** Theme and density. */
export function Appearance() {
  const settings = useSettings()
  if (settings === null) return null
  return (
    <>
      <Section title="Theme">
        <Choice
          label="Theme"
          options={themes}
          value={settings.theme}
          onChange={theme => save({ theme: theme as Settings['theme'] })}
        />
      </Section>
      <Section title="Density">
        <Choice
          label="Density"
          options={densities}
          value={settings.density}
          onChange={density => save({ density: density as Settings['density'] })}
        />
      </Section>
    </>
  )
}
