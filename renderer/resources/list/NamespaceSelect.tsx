import type { ContextId } from '../../../shared/kube/index.ts'
import { changeSettings, currentSettings, useStream } from '../../live/index.ts'
import { MultiSelect } from '../../ui/index.ts'

export interface NamespaceSelectProps {
  readonly context: ContextId
  readonly selected: readonly string[]
  readonly onChange: (namespaces: readonly string[]) => void
}

/** Namespaces as a multi-select; where they may not be listed, any can be named. */
export function NamespaceSelect({ context, selected, onChange }: NamespaceSelectProps) {
  const { value } = useStream('resources.namespaces', { context })
  const names = value?.names ?? []
  const choose = (namespaces: readonly string[]) => {
    const others = namespaces.filter(namespace => !names.includes(namespace))
    if (others.length > 0) remember(context, others)
    onChange(namespaces)
  }
  return (
    <MultiSelect
      label="Namespaces"
      noneText="all"
      options={names.map(name => ({ id: name, label: name }))}
      selected={selected}
      onChange={choose}
      allowsOthers
      note={
        value !== null && !value.complete
          ? 'The namespaces of this cluster may not be listed. These are named in the context or the settings; type another to add it.'
          : undefined
      }
    />
  )
}

function remember(context: ContextId, namespaces: readonly string[]): void {
  const settings = currentSettings()
  if (settings === null) return
  const known = settings.namespaces[context] ?? []
  const merged = [...new Set([...known, ...namespaces])]
  if (merged.length > known.length)
    void changeSettings({ namespaces: { ...settings.namespaces, [context]: merged } })
}
