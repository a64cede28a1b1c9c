import { copyText, useCall } from '../../live/index.ts'
import { Button, EmptyState, useLater } from '../../ui/index.ts'
import { chunksOf } from './chunks.ts'
import styles from './LineDetail.module.css'

export interface WholeLineProps {
  readonly session: string
  readonly number: number
}

/** A line that is too long to stand among others. Only what is in sight of it is laid out. */
export function WholeLine({ session, number }: WholeLineProps) {
  const { value, error, again } = useCall('logs.line', { session, number })
  const isLate = useLater(200)
  if (error !== null)
    return (
      <EmptyState
        meaning="warning"
        title="The line could not be read"
        detail={error.message}
        actions={<Button onPress={again}>Try again</Button>}
      />
    )
  if (value === null) return isLate ? <p>Reading the line…</p> : null
  return (
    <>
      <div>
        <Button onPress={() => void copyText(value, 'the whole line')}>Copy all</Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.whole} aria-label="The whole line" tabIndex={0}>
        {chunksOf(value).map((chunk, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in order
          <pre key={index} className={styles.chunk}>
            {chunk}
          </pre>
        ))}
      </section>
    </>
  )
}
