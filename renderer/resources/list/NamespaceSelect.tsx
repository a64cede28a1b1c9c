import { type ContextId, ownValue } from '../../../shared/kube/index.ts'
import { changeSettings, currentSettings, useContextList, useNamespaces } from '../../live/index.ts'
import { MultiSelect } from '../../ui/index.ts'

export interface NamespaceSelectProps {
  /** Every context of the list, its own first. */
  readonly contexts: readonly ContextId[]
  readonly selected: readonly string[]
  readonly onChange: (namespaces: readonly string[]) => void
}

/** Namespaces as a multi-select; where they may not be listed, any can be named. */
export function NamespaceSelect({ contexts, selected, onChange }: NamespaceSelectProps) {
  const { names, incomplete } = useNamespaces(contexts)
  const list = useContextList()
  const [home = ''] = contexts
  const choose = (namespaces: readonly string[]) => {
    const others = namespaces.filter(namespace => !names.includes(namespace))
    if (others.length > 0) remember(home, others)
    onChange(namespaces)
  }
  const nameOf = (id: ContextId) => list?.contexts.find(entry => entry.id === id)?.name ?? id
  return (
    <MultiSelect
      label="Namespaces"
      noneText="all"
      options={names.map(name => ({ id: name, label: name }))}
      selected={selected}
      onChange={choose}
      allowsOthers
      note={incomplete.length > 0 ? incompleteText(contexts.length, incomplete.map(nameOf)) : undefined}
    />
  )
}

function incompleteText(contexts: number, incomplete: readonly string[]): string {
  const whose = contexts === 1 ? 'this cluster' : incomplete.join(', ')
  return `The namespaces of ${whose} may not be listed. Those that are named in the context or the settings are here; type another to add it.`
}

function remember(context: ContextId, namespaces: readonly string[]): void {
  const settings = currentSettings()
  if (settings === null) return
  const known = ownValue(settings.namespaces, context) ?? []
  const merged = [...new Set([...known, ...namespaces])]
  if (merged.length > known.length)
    void changeSettings({ namespaces: { ...settings.namespaces, [context]: merged } })
}
