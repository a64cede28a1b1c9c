import type { Terminal } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { bytesText, counted } from '../../shared/words/index.ts'
import { useContextEntry } from '../live/index.ts'
import { Button, CodeBlock, Dialog } from '../ui/index.ts'
import type { PasteQuestion } from './paste.ts'
import styles from './Terminal.module.css'

export interface PasteDialogProps {
  readonly question: PasteQuestion
  readonly terminal: Terminal
  readonly onPaste: (isOneLine: boolean) => void
  readonly onClose: () => void
}

/** As much of a paste as is shown, in characters. */
const mostShown = 4000

/** Shows what would be pasted before it goes to a process: several lines run by themselves. */
export function PasteDialog({ question, terminal, onPaste, onClose }: PasteDialogProps) {
  const { text, lines, hasBreak, hidden } = question
  const entry = useContextEntry(terminal.context)
  const rest = text.length - mostShown
  return (
    <Dialog
      title={lines > 1 ? `Paste ${lines} lines?` : 'Paste this?'}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Don't paste</Button>
          {hasBreak && <Button onPress={() => onPaste(true)}>Paste as one line</Button>}
          <Button look="primary" autoFocus onPress={() => onPaste(false)}>
            Paste
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>
          {visibleText(
            `It goes to ${terminal.pod}/${terminal.container} of ${entry?.name ?? terminal.context}.`,
          )}
          {hasBreak && ' A shell may run each line as it comes.'}
          {hidden > 0 &&
            ` ${counted(hidden, 'hidden or control character')} ${hidden === 1 ? 'is' : 'are'} marked below and left out of what is pasted.`}
        </p>
        <CodeBlock label="What would be pasted">{text.slice(0, mostShown)}</CodeBlock>
        {rest > 0 && <p className={styles.quiet}>{`And ${bytesText(rest)} more.`}</p>}
      </div>
    </Dialog>
  )
}
