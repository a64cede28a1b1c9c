import tls from 'node:tls'

let knowsSystem = false

/**
 * Adds the system's authorities to the built-in ones, which hold where nothing else is named:
 * companies install theirs in the system. As defaults of the process they are read once; a list of
 * them in every context takes 20 to 50 ms of the main thread each time. To be called before any
 * connection that relies on them.
 * @param warn told when the system's cannot be had; the built-in ones hold then
 */
export function trustSystem(warn: (message: string) => void): void {
  if (knowsSystem) return
  try {
    const all = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
    tls.setDefaultCACertificates([...new Set(all)])
    knowsSystem = true
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    warn(`The authorities that the system trusts cannot be used: ${reason}`)
  }
}
