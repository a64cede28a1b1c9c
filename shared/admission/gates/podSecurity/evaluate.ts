import * as baseline from './baseline.ts'
import type { LevelVersion } from './levels.ts'
import type { Check, CheckedPod, Violation } from './pod.ts'
import * as restricted from './restricted.ts'

/** A check with its revisions, each since a minor release. */
interface VersionedCheck {
  readonly revisions: readonly (readonly [number, Check])[]
  /** Baseline check that a restricted one replaces where it applies. */
  readonly replaces?: string
}

// Both lists are sorted by name as the server sorts them: its texts come in this order.
const baselineChecks: readonly (readonly [string, VersionedCheck])[] = [
  ['appArmorProfile', since(0, baseline.appArmorProfile)],
  ['capabilities_baseline', since(0, baseline.capabilitiesBaseline)],
  ['hostNamespaces', since(0, baseline.hostNamespaces)],
  ['hostPathVolumes', since(0, baseline.hostPathVolumes)],
  ['hostPorts', since(0, baseline.hostPorts)],
  ['hostProbesAndHostLifecycle', since(34, baseline.hostProbes)],
  ['privileged', since(0, baseline.privileged)],
  [
    'procMount',
    {
      revisions: [
        [0, baseline.procMount],
        [35, restricted.exceptOwnUsers(baseline.procMount)],
      ],
    },
  ],
  [
    'seLinuxOptions',
    {
      revisions: [
        [0, baseline.seLinuxOptions],
        [31, baseline.seLinuxOptionsWithEngine],
      ],
    },
  ],
  [
    'seccompProfile_baseline',
    {
      revisions: [
        [0, baseline.seccompAnnotations],
        [19, baseline.seccompProfile],
      ],
    },
  ],
  ['sysctls', { revisions: baseline.sysctlChecks }],
  ['windowsHostProcess', since(0, baseline.windowsHostProcess)],
]

const restrictedChecks: readonly VersionedCheck[] = [
  exceptWindowsSince25(8, restricted.allowPrivilegeEscalation),
  exceptWindowsSince25(22, restricted.capabilitiesRestricted, 'capabilities_baseline'),
  since(35, baseline.procMount, 'procMount'),
  since(0, restricted.restrictedVolumes, 'hostPathVolumes'),
  exceptOwnUsersSince35(0, restricted.runAsNonRoot),
  exceptOwnUsersSince35(23, restricted.runAsUser),
  exceptWindowsSince25(19, restricted.seccompRestricted, 'seccompProfile_baseline'),
]

function since(minor: number, check: Check, replaces?: string): VersionedCheck {
  return { revisions: [[minor, check]], ...(replaces === undefined ? {} : { replaces }) }
}

function exceptWindowsSince25(minor: number, check: Check, replaces?: string): VersionedCheck {
  const revisions = [[minor, check] as const, [25, restricted.exceptWindows(check)] as const]
  return { revisions, ...(replaces === undefined ? {} : { replaces }) }
}

function exceptOwnUsersSince35(minor: number, check: Check): VersionedCheck {
  return {
    revisions: [
      [minor, check],
      [35, restricted.exceptOwnUsers(check)],
    ],
  }
}

/**
 * What a level of a version forbids of a pod, in the server's order: baseline first, then restricted, each by
 * name of the check. Checks newer than the server are not in it.
 * @param serverMinor minor release of the server
 */
export function violations(
  { level, version }: LevelVersion,
  pod: CheckedPod,
  serverMinor: number,
): readonly Violation[] {
  if (level === 'privileged') return []
  const minor = version === 'latest' ? serverMinor : Math.min(version, serverMinor)
  const strict =
    level === 'restricted'
      ? restrictedChecks.flatMap(each => {
          const check = revisionAt(each, minor)
          return check === null ? [] : [{ check, replaces: each.replaces }]
        })
      : []
  const replaced = new Set(strict.map(({ replaces }) => replaces))
  const base = baselineChecks
    .filter(([name]) => !replaced.has(name))
    .map(([, each]) => revisionAt(each, minor))
  return [...base, ...strict.map(({ check }) => check)].flatMap(check => check?.(pod) ?? [])
}

const revisionAt = ({ revisions }: VersionedCheck, minor: number): Check | null =>
  revisions.findLast(([since]) => since <= minor)?.[1] ?? null

/** `privileged (container "c" must not set securityContext.privileged=true), hostPort (…)`. */
export const violationsInWords = (found: readonly Violation[]): string =>
  found.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ')
