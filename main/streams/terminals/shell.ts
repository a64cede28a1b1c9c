/** Shells of Linux, best first. */
const linuxShells = ['bash', 'ash', 'sh']

/** What a terminal puts out before anything else, to say which shell it is: xterm shows nothing of it. */
const mark = /^\u001b\]7777;([a-z]+)\u0007/

/**
 * Commands that begin a shell, best first: the next is tried where one is not there.
 * @param isTty where false, nothing is put out but what the shell does
 */
export function shellAttempts(isWindows: boolean, isTty: boolean): readonly (readonly string[])[] {
  if (isWindows) return [['powershell'], ['cmd']]
  // One command finds and runs the best shell. What it takes is in every POSIX shell.
  const find = `for s in ${linuxShells.join(' ')}; do command -v $s >/dev/null 2>&1 && break; done`
  const say = isTty ? `; export TERM=xterm-256color; printf '\\033]7777;%s\\007' $s` : ''
  return [['sh', '-c', `${find}${say}; exec $s`], ['bash'], ['ash'], ['/busybox/sh']]
}

/** Words for what was looked for. */
export function shellNames(isWindows: boolean): string {
  return isWindows ? 'powershell, cmd' : linuxShells.join(', ')
}

/** The shell that its first output names, and the output without that. */
export function readMark(output: Uint8Array): { readonly shell: string | null; readonly rest: Uint8Array } {
  const head = Buffer.from(output.buffer, output.byteOffset, Math.min(output.byteLength, 64))
  const [whole = '', shell = null] = mark.exec(head.toString('latin1')) ?? []
  return { shell, rest: output.subarray(whole.length) }
}

/** Exit codes of runtimes and shells that find no such program, or cannot run it. */
export function isNotFoundCode(code: number): boolean {
  return code === 126 || code === 127
}
