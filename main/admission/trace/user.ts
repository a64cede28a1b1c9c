import type { Subject } from '../../../shared/cel/kubernetes/index.ts'
import type { TraceQuestion } from '../../../shared/ipc/index.ts'

/** Whom a trace goes by where nobody can say who asks, nor what the one may do. */
export const assumedAdmin: Subject = {
  username: 'kubernetes-admin',
  groups: ['system:masters', 'system:authenticated'],
}

/** Who asks where the server does not say it: no name, and the group that whoever signs in is in. */
export const unnamedSelf: Subject = { username: '', groups: ['system:authenticated'] }

/** A user as the server completes one that is named: with the groups that everybody of the kind is in. */
export function subjectOf({ username, groups }: NonNullable<TraceQuestion['user']>): Subject {
  const account = /^system:serviceaccount:([^:]+):[^:]+$/.exec(username)
  const own =
    username === 'system:anonymous'
      ? ['system:unauthenticated']
      : account === null
        ? ['system:authenticated']
        : groups.length > 0
          ? ['system:authenticated']
          : ['system:serviceaccounts', `system:serviceaccounts:${account[1] ?? ''}`, 'system:authenticated']
  return { username, groups: [...new Set([...groups, ...own])] }
}

/** The newest minor that is known, which is taken where a server does not say its version. */
const newestMinor = 36

/** That a version is assumed, in a sentence; null where the server says it. */
export function assumedVersion(serverVersion: string | undefined): string | null {
  if (/^v?1\.\d+/.test(serverVersion ?? '')) return null
  return `The version of the server is not known: 1.${newestMinor} is taken for granted.`
}

/** Minor of a version such as `v1.36.3`; the newest one that is known where it does not say. */
export function minorOf(serverVersion: string | undefined): number {
  const minor = Number(/^v?1\.(\d+)/.exec(serverVersion ?? '')?.[1])
  return Number.isInteger(minor) ? minor : newestMinor
}
