import { useState } from 'react'
import type { RunStep } from '../../shared/ipc/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, copyText, errorBody } from '../live/index.ts'
import { Button, CodeBlock } from '../ui/index.ts'
import styles from './Writes.module.css'

/** What the server answered, in clear on the reader's wish, and once: main forgets it as it hands it out. */
export function RunAnswer({ run, step }: { readonly run: string; readonly step: RunStep }) {
  const [text, setText] = useState<string | null>(null)
  const show = () => {
    engine.call('writes.answer', { run, step: step.index }).then(
      answer => setText(tokenOf(answer) ?? JSON.stringify(answer, null, 2)),
      (error: unknown) => announce(errorBody(error).message),
    )
  }
  if (text === null)
    return step.hasAnswer ? (
      <p className={styles.bar}>
        <Button onPress={show}>Show the answer once</Button>
        <span className={styles.quiet}>It is not kept after that.</span>
      </p>
    ) : null
  return (
    <>
      <div className={styles.answer}>
        <CodeBlock label="Answer">{text}</CodeBlock>
      </div>
      <p className={styles.bar}>
        <Button autoFocus onPress={() => void copyText(text, 'the answer')}>
          Copy
        </Button>
        <Button onPress={() => setText(null)}>Hide for good</Button>
      </p>
    </>
  )
}

function tokenOf(answer: unknown): string | null {
  const status = (answer as { readonly status?: { readonly token?: unknown } } | null)?.status
  return typeof status?.token === 'string' ? status.token : null
}
