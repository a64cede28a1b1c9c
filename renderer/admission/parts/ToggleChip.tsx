import { Button, Chip, type Meaning } from '../../ui/index.ts'
import styles from './ToggleChip.module.css'

export interface ToggleChipProps {
  readonly meaning: Meaning | undefined
  readonly isPressed: boolean
  readonly onPress: () => void
  readonly children: string
}

/** A chip that filters by what it says, and again does not. */
export function ToggleChip({ meaning, isPressed, onPress, children }: ToggleChipProps) {
  return (
    <Button look="quiet" isPressed={isPressed} onPress={onPress}>
      <span className={isPressed ? styles.pressed : undefined}>
        <Chip meaning={meaning}>{children}</Chip>
      </span>
    </Button>
  )
}
