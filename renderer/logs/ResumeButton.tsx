import { counted } from '../../shared/words/index.ts'
import { KeyHint } from '../ui/index.ts'
import styles from './Logs.module.css'
import type { Reading } from './lines/follow.ts'

export interface ResumeButtonProps {
  readonly reading: Reading
  /** Lines that came since. */
  readonly behind: number
  readonly onPress: () => void
}

/** Says that what is shown stands still, what it lacks, and leads back to the end. */
export function ResumeButton({ reading, behind, onPress }: ResumeButtonProps) {
  if (reading === 'following') return null
  return (
    <button type="button" className={styles.resume} onClick={onPress}>
      <span className={styles.resumeState}>{reading === 'paused' ? 'Paused' : 'Not following'}</span>
      {behind > 0 ? counted(behind, 'new line') : 'no new lines'}
      <KeyHint keys={reading === 'paused' ? 'Space' : 'G'} />
    </button>
  )
}
