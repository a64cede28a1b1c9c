import type { Meaning, Terminal } from '../../shared/ipc/index.ts'

/** What is said of a terminal whose process is over. */
export interface EndWords {
  readonly meaning: Meaning
  readonly title: string
  readonly detail: string
}

/** Null while it goes on. */
export function endWords(terminal: Terminal): EndWords | null {
  const detail = terminal.reason?.message ?? ''
  switch (terminal.phase) {
    case 'connecting':
    case 'open':
      return null
    case 'ended':
      return { ...exitWords(terminal.exitCode), ...(detail === '' ? {} : { detail }) }
    case 'lost':
      if (isProtected(terminal)) return { meaning: 'warning', title: 'Ended by Gatehouse.', detail }
      return {
        meaning: 'bad',
        title: 'The connection was lost.',
        detail: detail === '' ? 'Whether the process still runs is not known.' : detail,
      }
    case 'failed':
      return { meaning: 'bad', title: 'It could not be opened.', detail }
  }
}

/** Whether *Connect again* can help: not in a context that is protected now. */
export function canConnectAgain(terminal: Terminal): boolean {
  return terminal.canReopen && !isProtected(terminal)
}

function isProtected({ reason }: Terminal): boolean {
  return reason?.reason === 'ProtectedContext'
}

/** Exit codes in the words of shells: 128 and more are signals. */
function exitWords(code: number | undefined): EndWords {
  if (code === undefined) return { meaning: 'unknown', title: 'Ended; no exit code was told.', detail: '' }
  if (code === 0) return { meaning: 'good', title: 'Ended with exit code 0.', detail: '' }
  return {
    meaning: 'warning',
    title: `Ended with exit code ${code}.`,
    detail: codes[code] ?? signalWords(code),
  }
}

const codes: Readonly<Record<number, string>> = {
  126: 'The command was found and may not be run.',
  127: 'The command was not found.',
  130: 'Interrupted, as by Ctrl+C.',
  137: 'Killed (SIGKILL): by hand, with its pod, or because memory ran out.',
  143: 'Asked to end (SIGTERM), as when its pod is deleted.',
}

function signalWords(code: number): string {
  return code > 128 && code < 193 ? `Ended by signal ${code - 128}.` : ''
}
