import { Button, Icon, Menu } from '../ui/index.ts'
import type { OperationAction } from './operationActions.ts'

/** Operations on what is in front: the first few as buttons, the others in a menu. */
export function OperationButtons({
  actions,
  most,
}: {
  readonly actions: readonly OperationAction[]
  /** Buttons at most. */
  readonly most: number
}) {
  if (actions.length === 0) return null
  // Deleting never stands where a hasty press could meet it.
  const first = actions.filter(({ id }) => id !== 'delete').slice(0, most)
  const others = actions.filter(action => !first.includes(action))
  return (
    <>
      {first.map(({ id, label, run, refusal }) => (
        <Button key={id} isDisabled={refusal !== null} onPress={run}>
          {label}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu
          label="Operations"
          trigger={
            <Button label="More operations">
              {first.length === 0 ? 'Change' : 'More'} <Icon name="chevronDown" />
            </Button>
          }
          entries={[
            ...(others[0]?.refusal == null
              ? []
              : [{ id: 'why', label: others[0].refusal, isDisabled: true, run: () => undefined }]),
            ...others.map(({ id, label, keys, refusal, run }) => ({
              id,
              label,
              run,
              isDisabled: refusal !== null,
              ...(keys === undefined ? {} : { keys }),
            })),
          ]}
        />
      )}
    </>
  )
}
