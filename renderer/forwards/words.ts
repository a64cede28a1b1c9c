import type { Forward, ForwardedPort } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

/** How a forward stands, in a word with its meaning. */
export function stateOf({ phase, reason }: Pick<Forward, 'phase' | 'reason'>): {
  readonly meaning: Meaning | undefined
  readonly text: string
} {
  switch (phase) {
    case 'open':
      return reason === undefined
        ? { meaning: 'good', text: 'open' }
        : { meaning: 'warning', text: 'open, not current' }
    case 'waiting':
      return { meaning: 'warning', text: 'waits for a pod' }
    case 'starting':
      return { meaning: 'unknown', text: 'starting' }
    case 'failed':
      return { meaning: 'bad', text: 'failed' }
    case 'stopped':
      return { meaning: undefined, text: 'stopped' }
  }
}

/** Whether its local ports are held: connections are taken. */
export function isListening({ phase }: Pick<Forward, 'phase'>): boolean {
  return phase === 'open' || phase === 'waiting'
}

/** Address and port as people type them. Where all addresses are listened on, this machine's own. */
export function hostOf(address: string, port: Pick<ForwardedPort, 'local'>): string {
  return shownHost(address === '0.0.0.0' ? '127.0.0.1' : address, port)
}

/** The address that is listened on, as it is. */
export function shownHost(address: string, { local }: Pick<ForwardedPort, 'local'>): string {
  return address.includes(':') ? `[${address}]:${local}` : `${address}:${local}`
}

/** What a browser opens; null where the port does not look like a web page. */
export function pageOf(address: string, port: Pick<ForwardedPort, 'local' | 'scheme'>): string | null {
  return port.scheme === '' ? null : `${port.scheme}://${hostOf(address, port)}/`
}

/** Where a port leads, e.g. `80` or `http (8080)`. */
export function remoteText({ asked, remote }: Pick<ForwardedPort, 'asked' | 'remote'>): string {
  return remote === 0 || String(remote) === asked ? asked : `${asked} (${remote})`
}

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** `0 B`, `512 B`, `12.4 kB`, `1.2 MB`, `3 GB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${number.format(value)} ${units[unit]}`
}
