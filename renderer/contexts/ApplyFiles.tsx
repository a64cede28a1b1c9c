import { useContextList, useSessions } from '../live/index.ts'
import { Button, Icon, Menu } from '../ui/index.ts'

export interface ApplyFilesProps {
  readonly isDisabled: boolean
  readonly onApply: (context: string) => void
}

/** Takes files as manifests to apply: to one of the contexts that are open, none of them a dump. */
export function ApplyFiles({ isDisabled, onApply }: ApplyFilesProps) {
  const contexts = useOpenContexts()
  const [first, ...others] = contexts
  if (first === undefined) return null
  if (others.length === 0)
    return (
      <Button isDisabled={isDisabled} onPress={() => onApply(first.id)}>
        {`Apply to ${first.name}…`}
      </Button>
    )
  return (
    <Menu
      label="Apply to"
      trigger={
        <Button isDisabled={isDisabled}>
          Apply to… <Icon name="chevronDown" />
        </Button>
      }
      entries={contexts.map(({ id, name }) => ({ id, label: name, run: () => onApply(id) }))}
    />
  )
}

function useOpenContexts() {
  const list = useContextList()
  const sessions = useSessions()
  const open = new Set(sessions?.filter(({ phase }) => phase !== 'closed').map(({ context }) => context))
  return list?.contexts.filter(({ id, origin }) => origin !== 'snapshot' && open.has(id)) ?? []
}
