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
export function isListening({ phase, startedAt }: Pick<Forward, 'phase' | 'startedAt'>): boolean {
  return phase === 'open' || phase === 'waiting' || (phase === 'starting' && startedAt > 0)
}

/** Whether there is something to stop: a start that is not through, or ports that are held. */
export function mayStop({ phase, startedAt }: Pick<Forward, 'phase' | 'startedAt'>): boolean {
  return phase !== 'stopped' && (phase !== 'failed' || startedAt > 0)
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
