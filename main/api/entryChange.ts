import type { EntryPart } from '../../shared/ipc/index.ts'
import type { ResolvedContext } from '../kubeconfig/index.ts'
import type { SessionTarget } from '../session/index.ts'

/** Fields of a resolved context, by the word that people have for them. */
const fieldsOfPart: Readonly<Record<Exclude<EntryPart, 'other fields'>, readonly (keyof ResolvedContext)[]>> =
  {
    server: ['server'],
    'certificate authority': ['tls'],
    proxy: ['proxyUrl'],
    user: ['userLabel', 'impersonation'],
    credentials: ['authentication', 'clientCertificate'],
    namespace: ['namespace'],
  }

/** Which parts of the entry differ, in the order of their weight; none when the targets are equal. */
export function changedParts(before: SessionTarget, after: SessionTarget): readonly EntryPart[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (before.type !== 'kubeconfig' || after.type !== 'kubeconfig') return ['other fields']
  const differs = (field: keyof ResolvedContext): boolean =>
    JSON.stringify(before.resolved[field]) !== JSON.stringify(after.resolved[field])
  const parts = (Object.keys(fieldsOfPart) as (keyof typeof fieldsOfPart)[]).filter(part =>
    fieldsOfPart[part].some(differs),
  )
  return parts.length > 0 ? parts : ['other fields']
}

/**
 * True for what leads to the same server as the same user: renewed credentials, a renewed
 * authority. Such a change may be taken up without a question, as kubectl does.
 */
export function isRenewal(parts: readonly EntryPart[]): boolean {
  return parts.every(part => part === 'credentials' || part === 'certificate authority')
}

/** Whether two entries are one under two names: all but the name is equal. */
export function isSameButName(one: ResolvedContext, other: ResolvedContext): boolean {
  const withoutName = ({ id: _id, name: _name, ...rest }: ResolvedContext): string => JSON.stringify(rest)
  return one.source === other.source && withoutName(one) === withoutName(other)
}
