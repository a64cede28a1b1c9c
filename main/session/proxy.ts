import { BlockList, isIP } from 'node:net'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy that the environment names for an address, as Go's clients (and so kubectl) choose
 * it; empty for none. Loopback addresses are never proxied.
 */
export function proxyFromEnvironment(server: string, env: Environment): string {
  const url = new URL(server)
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const proxy = (env[name] || env[name.toLowerCase()] || '').trim()
  if (proxy === '' || isExcluded(url, env.NO_PROXY || env.no_proxy || '')) return ''
  const address = proxy.includes('://') ? proxy : `http://${proxy}`
  return URL.canParse(address) ? address : ''
}

function isExcluded(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return true
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return noProxy
    .split(',')
    .map(item => item.trim().toLowerCase())
    .filter(item => item !== '')
    .some(item => matches(item, host, port))
}

/** `*`, a domain with or without a dot before it, an address, a range; a port where one is given. */
function matches(item: string, host: string, port: string): boolean {
  if (item === '*') return true
  if (item.includes('/')) return isInRange(item, host)
  const [, name = item, onlyPort = ''] = isIP(item) === 6 ? [] : (/^(.*?)(?::(\d+))?$/.exec(item) ?? [])
  if (onlyPort !== '' && onlyPort !== port) return false
  if (isIP(name) !== 0 || isIP(host) !== 0) return name === host
  const domain = name.replace(/^\*?\./, '')
  return host.endsWith(`.${domain}`) || (host === domain && domain === name)
}

function isInRange(range: string, host: string): boolean {
  const [address = '', bits] = range.split('/')
  const type = isIP(host) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(host) === 0 || isIP(host) !== isIP(address)) return false
  const length = Number(bits)
  if (!Number.isInteger(length) || length < 0 || length > (type === 'ipv6' ? 128 : 32)) return false
  const list = new BlockList()
  list.addSubnet(address, length, type)
  return list.check(host, type)
}
