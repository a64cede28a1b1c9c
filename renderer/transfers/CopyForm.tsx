import { visibleText } from '../../shared/kube/index.ts'
import { usePathCompletions } from '../live/index.ts'
import { Button, MeaningMark, PathField } from '../ui/index.ts'
import styles from './Transfers.module.css'
import type { Starting } from './useStart.ts'

export interface CopyFormProps {
  readonly direction: 'fromContainer' | 'toContainer'
  /** The folder of the container that is shown. */
  readonly folder: string
  /** The entry of it that is chosen; empty for none. */
  readonly source: string
  readonly local: string
  readonly starting: Starting
  readonly onLocal: (path: string) => void
  readonly onStart: (mayOverwrite: boolean) => void
  readonly onDebug: () => void
}

/** From where to where; and what stands in the way. */
export function CopyForm(props: CopyFormProps) {
  const { direction, folder, source, local, starting, onLocal, onStart, onDebug } = props
  const completions = usePathCompletions(local)
  const isFrom = direction === 'fromContainer'
  const path = (
    <PathField
      // Whoever chose to copy from here goes on with the path; the other way the folder is chosen above.
      key={isFrom ? 'to' : 'from'}
      autoFocus={!isFrom}
      label={isFrom ? 'To a path on this machine' : 'A file or folder of this machine'}
      value={local}
      completions={completions}
      placeholder={isFrom ? '~/Downloads/' : '~/app.conf'}
      hint={
        isFrom
          ? 'Into a folder that is there, or under a new name. Tab completes.'
          : 'It goes into the folder that is shown above. Tab completes.'
      }
      isCompact
      onChange={onLocal}
      onSubmit={() => onStart(false)}
    />
  )
  const inContainer = (
    <div className={styles.fact}>
      <span className={styles.label}>{isFrom ? 'From the container' : 'Into the container'}</span>
      {isFrom && source === '' ? (
        <span className={styles.quiet}>Choose an entry above.</span>
      ) : (
        <code className={styles.path}>{visibleText(isFrom ? source : folder)}</code>
      )}
    </div>
  )
  return (
    <div className={styles.form}>
      {isFrom ? inContainer : path}
      {isFrom ? path : inContainer}
      {starting.failure !== null && (
        <Failure failure={starting.failure} onOverwrite={() => onStart(true)} onDebug={onDebug} />
      )}
    </div>
  )
}

interface FailureProps {
  readonly failure: NonNullable<Starting['failure']>
  readonly onOverwrite: () => void
  readonly onDebug: () => void
}

function Failure({ failure, onOverwrite, onDebug }: FailureProps) {
  const { message, causes = [], reason } = failure
  const isThere = reason === 'AlreadyExists'
  return (
    <div className={styles.failure} role="alert">
      <MeaningMark meaning={isThere ? 'warning' : 'bad'} />
      <div className={styles.failureText}>
        <p>{visibleText(message)}</p>
        {isThere && (
          <p className={styles.quiet}>
            Overwriting replaces a file. A folder is filled: files of the same name are replaced, others stay.
          </p>
        )}
        {causes.map(cause => (
          <p key={cause} className={styles.mono}>
            {visibleText(cause)}
          </p>
        ))}
      </div>
      {isThere && (
        <Button autoFocus onPress={onOverwrite}>
          Overwrite
        </Button>
      )}
      {(reason === 'NoShell' || reason === 'NoTar') && <Button onPress={onDebug}>Debug container…</Button>}
    </div>
  )
}
