import type { JsonObject } from '../../../cel/kubernetes/index.ts'
import { fieldOf } from '../json.ts'

export type Level = 'privileged' | 'baseline' | 'restricted'
const levels: readonly Level[] = ['privileged', 'baseline', 'restricted']

export interface LevelVersion {
  readonly level: Level
  /** Minor of a release, `v1.<minor>`. */
  readonly version: number | 'latest'
}

/** What a namespace asks of its pods. */
export interface PodSecurityPolicy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
  /** Labels that cannot be read, in the server's words. */
  readonly errors: readonly string[]
}

export const labelPrefix = 'pod-security.kubernetes.io/'

/** `restricted:latest`, `baseline:v1.25`. */
export const levelText = ({ level, version }: LevelVersion): string =>
  `${level}:${version === 'latest' ? 'latest' : `v1.${version}`}`

export const sameLevel = (one: LevelVersion, other: LevelVersion): boolean =>
  one.level === other.level && one.version === other.version

/** Positive where `one` is stricter. */
export const compareLevels = (one: Level, other: Level): number =>
  Math.sign(levels.indexOf(one) - levels.indexOf(other))

/**
 * Labels of a namespace as a policy; what cannot be read enforces all and audits and warns of nothing.
 * Defaults are those of a server without configuration. Source: k8s.io/pod-security-admission,
 * api/helpers.go.
 */
export function readPolicy(labels: JsonObject): PodSecurityPolicy {
  const errors: string[] = []
  const text = (name: string): string | undefined => {
    const value = fieldOf(labels, `${labelPrefix}${name}`)
    return typeof value === 'string' ? value : undefined
  }
  const complain = (name: string, value: string, message: string): void => {
    errors.push(`metadata.labels[${labelPrefix}${name}]: Invalid value: ${JSON.stringify(value)}: ${message}`)
  }
  const mode = (name: string, inError: Level): LevelVersion => {
    const given = text(name)
    const level = levels.find(each => each === given)
    if (given !== undefined && level === undefined)
      complain(name, given, `must be one of ${levels.join(', ')}`)
    const pinned = text(`${name}-version`)
    const version = pinned === undefined ? 'latest' : readVersion(pinned)
    if (pinned !== undefined && version === null)
      complain(`${name}-version`, pinned, 'must be "latest" or "v1.x"')
    return {
      level: level ?? (given === undefined ? 'privileged' : inError),
      version: version ?? 'latest',
    }
  }
  const enforce = mode('enforce', 'restricted')
  const audit = mode('audit', 'privileged')
  const warn = mode('warn', 'privileged')
  const isEnforced = levels.some(level => level === text('enforce'))
  const follows = text('warn') === undefined && isEnforced && enforce.level !== 'privileged'
  const version = text('warn-version') === undefined ? enforce.version : warn.version
  return { enforce, audit, warn: follows ? { level: enforce.level, version } : warn, errors }
}

function readVersion(text: string): number | 'latest' | null {
  if (text === 'latest') return 'latest'
  const minor = /^v1\.(0|[1-9][0-9]{0,8})$/.exec(text)?.[1]
  return minor === undefined ? null : Number(minor)
}
