import { Icon } from './Icon.tsx'
import styles from './Tick.module.css'

/** The box of an option that is chosen among several; ticked where the option around it is selected. */
export function Tick() {
  return (
    <span className={styles.tick}>
      <Icon name="check" />
    </span>
  )
}
