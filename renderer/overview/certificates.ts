import type { CertificatePlace, WebhookInventory } from '../../shared/ipc/index.ts'
import type { Meaning } from '../ui/index.ts'

const day = 86_400_000
/** What ends within this time is shown without being asked for. */
const soon = 90 * day

/** The bundles of webhooks as certificates: of each the one that lasts longest, equal ones of an object once. */
export function authorityCertificates(webhooks: WebhookInventory | null): readonly CertificatePlace[] {
  const found = new Map<string, CertificatePlace>()
  for (const { ref, bundle } of webhooks?.webhooks ?? []) {
    const [longest] = [...(bundle?.certificates ?? [])].sort((a, b) => b.notAfter - a.notAfter)
    if (longest === undefined) continue
    const { subject, issuer, notBefore, notAfter, fingerprint } = longest
    const key = `${ref.resource.resource} ${ref.name} ${fingerprint}`
    found.set(key, { place: 'authority', ref, name: ref.name, subject, issuer, notBefore, notAfter })
  }
  return [...found.values()]
}

/** Those that end soon or have ended, and how many last longer; the shortest first. */
export function bySoonness(
  certificates: readonly CertificatePlace[],
  now: number,
): { readonly soon: readonly CertificatePlace[]; readonly later: readonly CertificatePlace[] } {
  const sorted = [...certificates].sort((a, b) => a.notAfter - b.notAfter)
  return {
    soon: sorted.filter(({ notAfter }) => notAfter < now + soon),
    later: sorted.filter(({ notAfter }) => notAfter >= now + soon),
  }
}

export function meaningOf({ notBefore, notAfter }: CertificatePlace, now: number): Meaning {
  if (notAfter <= now || notBefore > now || notAfter < now + 7 * day) return 'bad'
  return notAfter < now + 30 * day ? 'warning' : 'good'
}

export function placeWords({ place, ref }: Pick<CertificatePlace, 'place' | 'ref'>): string {
  const words = {
    server: 'server',
    client: 'client',
    authority: 'validating CA',
    apiService: 'APIService CA',
    conversion: 'conversion CA',
    tlsSecret: 'TLS Secret',
  } as const
  const isMutating = place === 'authority' && ref?.resource.resource.startsWith('mutating') === true
  return isMutating ? 'mutating CA' : words[place]
}
