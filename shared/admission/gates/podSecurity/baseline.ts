import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import { fieldOf, integerAt, isSet, objectOf, objectsAt, textAt } from '../json.ts'
import {
  type Check,
  containersInWords,
  namesOf,
  plural,
  quoted,
  securityOf,
  securityPart,
  settersInWords,
  sorted,
} from './pod.ts'

/**
 * Checks of the baseline level with the words of the server. Source: k8s.io/pod-security-admission, policy.
 */

export const privileged: Check = pod => {
  const bad = namesOf(pod.containers.filter(each => fieldOf(securityOf(each), 'privileged') === true))
  if (bad.length === 0) return null
  return {
    reason: 'privileged',
    detail: `${containersInWords(bad)} must not set securityContext.privileged=true`,
  }
}

export const hostNamespaces: Check = pod => {
  const set = ['hostNetwork', 'hostPID', 'hostIPC'].filter(name => fieldOf(pod.spec, name) === true)
  return set.length === 0
    ? null
    : { reason: 'host namespaces', detail: set.map(name => `${name}=true`).join(', ') }
}

export const hostPathVolumes: Check = pod => {
  const bad = namesOf(objectsAt(pod.spec, 'volumes').filter(volume => isSet(volume, 'hostPath')))
  if (bad.length === 0) return null
  return { reason: 'hostPath volumes', detail: `${plural('volume', 'volumes', bad.length)} ${quoted(bad)}` }
}

export const hostPorts: Check = pod => {
  const ports = new Set<string>()
  const bad = pod.containers.filter(container => {
    const own = objectsAt(container, 'ports').map(port => integerAt(port, 'hostPort') ?? 0)
    for (const port of own) if (port !== 0) ports.add(String(port))
    return own.some(port => port !== 0)
  })
  if (bad.length === 0) return null
  const words = plural('hostPort', 'hostPorts', ports.size)
  const use = plural('uses', 'use', bad.length)
  return {
    reason: 'hostPort',
    detail: `${containersInWords(namesOf(bad))} ${use} ${words} ${sorted(ports).join(', ')}`,
  }
}

const handlersOf = (container: JsonObject): readonly JsonObject[] => {
  const lifecycle = objectOf(fieldOf(container, 'lifecycle'))
  return [
    ...['livenessProbe', 'readinessProbe', 'startupProbe'].map(name => objectOf(fieldOf(container, name))),
    ...['postStart', 'preStop'].map(name => objectOf(fieldOf(lifecycle, name))),
  ]
}

export const hostProbes: Check = pod => {
  const hosts = new Set<string>()
  const bad = new Set<string>()
  for (const container of pod.containers) {
    for (const handler of handlersOf(container)) {
      for (const action of ['httpGet', 'tcpSocket']) {
        const host = textAt(objectOf(fieldOf(handler, action)), 'host')
        if (host === '') continue
        hosts.add(host)
        bad.add(textAt(container, 'name'))
      }
    }
  }
  if (bad.size === 0) return null
  const words = plural('probe or lifecycle host', 'probe or lifecycle hosts', hosts.size)
  const use = plural('uses', 'use', bad.size)
  return {
    reason: 'probe or lifecycle host',
    detail: `${containersInWords(sorted(bad))} ${use} ${words} ${quoted(sorted(hosts))}`,
  }
}

const ordinaryCapabilities: ReadonlySet<string> = new Set([
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE'],
  ...['SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
])

export function capabilitiesAt(container: JsonObject, list: 'add' | 'drop'): readonly string[] {
  const capabilities = fieldOf(securityPart(container, 'capabilities') ?? {}, list)
  return Array.isArray(capabilities) ? capabilities.map(String) : []
}

export const capabilitiesBaseline: Check = pod => {
  const bad: string[] = []
  const added = new Set<string>()
  for (const container of pod.containers) {
    const forbidden = capabilitiesAt(container, 'add').filter(each => !ordinaryCapabilities.has(each))
    for (const each of forbidden) added.add(each)
    if (forbidden.length > 0) bad.push(textAt(container, 'name'))
  }
  if (bad.length === 0) return null
  return {
    reason: 'non-default capabilities',
    detail: `${containersInWords(bad)} must not include ${quoted(sorted(added))} in securityContext.capabilities.add`,
  }
}

export const procMount: Check = pod => {
  const types = new Set<string>()
  const bad = pod.containers.filter(container => {
    const security = securityOf(container)
    if (!isSet(security, 'procMount')) return false
    const type = textAt(security, 'procMount')
    if (type !== 'Default') types.add(type)
    return type !== 'Default'
  })
  if (bad.length === 0) return null
  const detail = `${containersInWords(namesOf(bad))} must not set securityContext.procMount to ${quoted(sorted(types))}`
  return { reason: 'procMount', detail }
}

const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/'
const isAppArmorAnnotation = (value: string): boolean =>
  value === '' || value === 'runtime/default' || value.startsWith('localhost/')

export const appArmorProfile: Check = pod => {
  const values = new Set<string>()
  const isBad = (owner: JsonObject): boolean => {
    const profile = securityPart(owner, 'appArmorProfile')
    if (profile === null) return false
    const type = textAt(profile, 'type')
    if (type === 'RuntimeDefault' || type === 'Localhost') return false
    values.add(type)
    return true
  }
  const setters = settersInWords(isBad(pod.spec), namesOf(pod.containers.filter(isBad)))
  const annotations = Object.entries(pod.annotations)
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isAppArmorAnnotation(String(value)))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  if (setters === '' && annotations.length === 0) return null
  const all = [...sorted(values), ...sorted(new Set(annotations))]
  const noted = annotations.length === 0 ? '' : plural('annotation', 'annotations', annotations.length)
  const who = [setters, noted].filter(text => text !== '').join(' and ')
  return {
    reason: plural('forbidden AppArmor profile', 'forbidden AppArmor profiles', all.length),
    detail: `${who} must not set AppArmor profile type to ${quoted(all)}`,
  }
}

const oldTypes: readonly string[] = ['', 'container_t', 'container_init_t', 'container_kvm_t']
export const seLinuxOptions = seLinuxCheck(oldTypes)
/** Since 1.31. */
export const seLinuxOptionsWithEngine = seLinuxCheck([...oldTypes, 'container_engine_t'])

function seLinuxCheck(allowed: readonly string[]): Check {
  return pod => {
    const types = new Set<string>()
    const set = new Set<string>()
    const isBad = (owner: JsonObject): boolean => {
      const options = securityPart(owner, 'seLinuxOptions')
      if (options === null) return false
      const isType = allowed.includes(textAt(options, 'type'))
      if (!isType) types.add(textAt(options, 'type'))
      const named = ['user', 'role'].filter(name => textAt(options, name) !== '')
      for (const name of named) set.add(name)
      return !isType || named.length > 0
    }
    const setters = settersInWords(isBad(pod.spec), namesOf(pod.containers.filter(isBad)))
    if (setters === '') return null
    const problems = [
      ...(types.size > 0 ? [`${plural('type', 'types', types.size)} ${quoted(sorted(types))}`] : []),
      ...['user', 'role'].filter(name => set.has(name)).map(name => `${name} may not be set`),
    ]
    return {
      reason: 'seLinuxOptions',
      detail: `${setters} set forbidden securityContext.seLinuxOptions: ${problems.join('; ')}`,
    }
  }
}

const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod'
const containerSeccomp = 'container.seccomp.security.alpha.kubernetes.io/'

/** Until 1.18 profiles were annotations. */
export const seccompAnnotations: Check = pod => {
  const keys = [podSeccomp, ...namesOf(pod.containers).map(name => `${containerSeccomp}${name}`)]
  const bad = new Set<string>()
  for (const key of keys) {
    const value = fieldOf(pod.annotations, key)
    if (typeof value !== 'string') continue
    const isAllowed =
      value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')
    if (!isAllowed) bad.add(`${key}=${JSON.stringify(value)}`)
  }
  if (bad.size === 0) return null
  const words = plural('annotation', 'annotations', bad.size)
  return { reason: 'seccompProfile', detail: `forbidden ${words} ${sorted(bad).join(', ')}` }
}

/** Type of the profile that is set; null where none is. */
export function seccompType(owner: JsonObject): string | null {
  const profile = securityPart(owner, 'seccompProfile')
  return profile === null ? null : textAt(profile, 'type')
}

export const isSeccomp = (type: string | null): boolean => type === 'RuntimeDefault' || type === 'Localhost'

export const seccompProfile: Check = pod => {
  const values = new Set<string>()
  const isBad = (owner: JsonObject): boolean => {
    const type = seccompType(owner)
    if (type === null || isSeccomp(type)) return false
    values.add(type)
    return true
  }
  const setters = settersInWords(isBad(pod.spec), namesOf(pod.containers.filter(isBad)))
  if (setters === '') return null
  const detail = `${setters} must not set securityContext.seccompProfile.type to ${quoted(sorted(values))}`
  return { reason: 'seccompProfile', detail }
}

const sysctls10 = [
  'kernel.shm_rmid_forced',
  ...['ip_local_port_range', 'tcp_syncookies', 'ping_group_range', 'ip_unprivileged_port_start'].map(
    name => `net.ipv4.${name}`,
  ),
]
const sysctls27 = [...sysctls10, 'net.ipv4.ip_local_reserved_ports']
const sysctls29 = [
  ...sysctls27,
  ...['time', 'intvl', 'probes'].map(name => `net.ipv4.tcp_keepalive_${name}`),
  'net.ipv4.tcp_fin_timeout',
]
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']

/** Sysctls by the minor release since which they are allowed. */
export const sysctlChecks: readonly (readonly [number, Check])[] = [
  [0, sysctlCheck(sysctls10)],
  [27, sysctlCheck(sysctls27)],
  [29, sysctlCheck(sysctls29)],
  [32, sysctlCheck(sysctls32)],
]

function sysctlCheck(allowed: readonly string[]): Check {
  return pod => {
    const names = namesOf(objectsAt(securityOf(pod.spec), 'sysctls'))
    const bad = names.filter(name => !allowed.includes(name))
    return bad.length === 0 ? null : { reason: 'forbidden sysctls', detail: bad.join(', ') }
  }
}

export const windowsHostProcess: Check = pod => {
  const isBad = (owner: JsonObject): boolean =>
    fieldOf(securityPart(owner, 'windowsOptions') ?? {}, 'hostProcess') === true
  const setters = settersInWords(isBad(pod.spec), namesOf(pod.containers.filter(isBad)))
  if (setters === '') return null
  return {
    reason: 'hostProcess',
    detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true`,
  }
}
