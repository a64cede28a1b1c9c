import { spawn } from 'node:child_process'

/** Opens an address in the user's browser; where nothing can, the printed address is enough. */
export function openBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address]
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true })
  child.once('error', () => console.error('No browser could be opened; open the address yourself.'))
  child.unref()
}
