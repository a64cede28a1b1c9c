import type { Terminal } from '../../shared/ipc/index.ts'
import { visibleText } from '../../shared/kube/index.ts'
import { engine } from '../bridge/index.ts'
import { announce, errorBody, useContextEntry } from '../live/index.ts'
import { Button, Icon, KeyHint } from '../ui/index.ts'
import styles from './Terminal.module.css'

export interface TerminalTitleProps {
  readonly terminal: Terminal
  readonly size: { readonly columns: number; readonly rows: number }
  readonly hasOutput: boolean
  readonly onFind: () => void
  readonly onReopen: () => void
  readonly onClose: () => void
}

const kinds = { shell: 'Shell', attach: 'Attached', debug: 'Debug container', node: 'Debug shell' } as const

/** Where the terminal leads: the context with its colour, the container, the command. */
export function TerminalTitle({ terminal, size, hasOutput, onFind, onReopen, onClose }: TerminalTitleProps) {
  const entry = useContextEntry(terminal.context)
  const { kind, namespace, pod, container, node, command, isTty, phase } = terminal
  const endInput = () =>
    engine
      .call('terminals.endInput', { id: terminal.id })
      .catch((error: unknown) => announce(errorBody(error).message))
  return (
    <header className={styles.title} data-context-colour={entry?.colour ?? 0}>
      <span className={styles.context}>
        {visibleText(entry?.name ?? terminal.context)}
        {entry?.isProtected === true && (
          <span className={styles.lock}>
            <Icon name="lock" /> protected
          </span>
        )}
      </span>
      <span className={styles.kind}>{kinds[kind]}</span>
      <strong className={styles.place}>{visibleText(kind === 'node' ? node : `${namespace}/${pod}`)}</strong>
      {kind !== 'node' && <span className={styles.container}>{visibleText(container)}</span>}
      {command.length > 0 && (
        <code className={styles.command} title={visibleText(command.join(' '))}>
          {visibleText(command.join(' '))}
        </code>
      )}
      {phase === 'connecting' && <span role="status">{visibleText(terminal.progress ?? 'connecting…')}</span>}
      {phase === 'open' && kind !== 'shell' && !hasOutput && (
        <span role="status">A prompt that came before may be missing: press Enter for another.</span>
      )}
      <span className={styles.gap} />
      <span className={styles.leave}>
        <KeyHint keys="Mod Shift ↑" /> leaves
      </span>
      {isTty && <span className={styles.size}>{`${size.columns} × ${size.rows}`}</span>}
      <Button look="quiet" label="Find in the output" onPress={onFind}>
        <Icon name="search" />
      </Button>
      {!isTty && phase === 'open' && (
        <Button look="quiet" onPress={() => void endInput()}>
          End input
        </Button>
      )}
      {terminal.canReopen && phase !== 'open' && phase !== 'connecting' && (
        <Button look="quiet" onPress={onReopen}>
          Connect again
        </Button>
      )}
      <Button look="quiet" label="Close the terminal" onPress={onClose}>
        <Icon name="close" />
      </Button>
    </header>
  )
}
