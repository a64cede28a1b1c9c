import { types } from '../check/types.ts'
import type { FunctionDefinition } from '../run/functions.ts'
import { compareStrings } from '../values/equality.ts'
import { CelError, OpaqueValue, type Result } from '../values/value.ts'
import { nominal, oneTraversal } from './costs.ts'
import { global, member } from './define.ts'
import { quoteGo } from './quote.ts'

const semverType = types.struct('kubernetes.Semver')
const { bool, int, string } = types

interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint]
  /** Parts behind `-`; those of digits alone are numbers. */
  readonly preRelease: readonly (bigint | string)[]
  /** Parts behind `+`; they have no order. */
  readonly build: readonly string[]
}

class SemverValue extends OpaqueValue {
  readonly type = semverType
  readonly version: Version

  constructor(version: Version) {
    super()
    this.version = version
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof SemverValue && compareVersions(this.version, other.version) === 0
  }

  override toString(): string {
    const { numbers, preRelease, build } = this.version
    const before = preRelease.length === 0 ? '' : `-${preRelease.join('.')}`
    const behind = build.length === 0 ? '' : `+${build.join('.')}`
    return numbers.join('.') + before + behind
  }
}

/** Words of the parser’s messages for each of the three numbers. */
const places = [
  ['major', 'Major'],
  ['minor', 'Minor'],
  ['patch', 'Patch'],
] as const

function number(text: string, place: number): bigint | CelError {
  const [small, capital] = places[place] ?? ['', '']
  if (!/^[0-9]*$/.test(text))
    return new CelError(`Invalid character(s) found in ${small} number ${quoteGo(text)}`)
  if (/^0./.test(text))
    return new CelError(`${capital} number must not contain leading zeroes ${quoteGo(text)}`)
  return uint64(text)
}

function uint64(text: string): bigint | CelError {
  const why =
    text === ''
      ? 'invalid syntax'
      : BigInt.asUintN(64, BigInt(text)) === BigInt(text)
        ? null
        : 'value out of range'
  return why === null ? BigInt(text) : new CelError(`strconv.ParseUint: parsing ${quoteGo(text)}: ${why}`)
}

function preReleasePart(text: string): bigint | string | CelError {
  if (text === '') return new CelError('Prerelease is empty')
  if (/^[0-9]+$/.test(text))
    return /^0./.test(text)
      ? new CelError(`Numeric PreRelease version must not contain leading zeroes ${quoteGo(text)}`)
      : uint64(text)
  return /^[0-9A-Za-z-]+$/.test(text)
    ? text
    : new CelError(`Invalid character(s) found in prerelease ${quoteGo(text)}`)
}

function buildPart(text: string): string | CelError {
  if (text === '') return new CelError('Build meta data is empty')
  return /^[0-9A-Za-z-]+$/.test(text)
    ? text
    : new CelError(`Invalid character(s) found in build meta data ${quoteGo(text)}`)
}

function eachPart<Part>(text: string | null, read: (part: string) => Part | CelError): Part[] | CelError {
  const parts: Part[] = []
  for (const part of text === null ? [] : text.split('.')) {
    const value = read(part)
    if (value instanceof CelError) return value
    parts.push(value)
  }
  return parts
}

/** Text before and behind a mark; null where there is no mark. */
function cut(text: string, mark: string): readonly [before: string, behind: string | null] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

/** Three parts between dots, the last one with all that follows. */
function threeParts(text: string): readonly string[] {
  const [first = '', second, ...rest] = text.split('.')
  if (second === undefined) return [first]
  return rest.length === 0 ? [first, second] : [first, second, rest.join('.')]
}

function parse(text: string): Version | CelError {
  if (text === '') return new CelError('Version string empty')
  const [majorText = '', minorText = '', rest] = threeParts(text)
  if (rest === undefined) return new CelError('No Major.Minor.Patch elements found')
  const major = number(majorText, 0)
  if (major instanceof CelError) return major
  const minor = number(minorText, 1)
  if (minor instanceof CelError) return minor
  const [withoutBuild, buildText] = cut(rest, '+')
  const [patchText, preReleaseText] = cut(withoutBuild, '-')
  const patch = number(patchText, 2)
  if (patch instanceof CelError) return patch
  const preRelease = eachPart(preReleaseText, preReleasePart)
  if (preRelease instanceof CelError) return preRelease
  const build = eachPart(buildText, buildPart)
  return build instanceof CelError ? build : { numbers: [major, minor, patch], preRelease, build }
}

/** A lenient form: without `v`, with missing numbers as zero, and without zeros in front. */
function parseLoosely(text: string): Version | CelError {
  const parts = threeParts(text.replace(/^v/, '')).map(part => {
    // A character of several bytes counts as several.
    if (new TextEncoder().encode(part).length <= 1) return part
    const bare = part.replace(/^0+/, '')
    return /^[0-9]/.test(bare) ? bare : `0${bare}`
  })
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? ''))
    return new CelError('short version cannot contain PreRelease/Build meta data')
  return parse([...parts, '0', '0'].slice(0, 3).join('.'))
}

const orderOf = (one: bigint, other: bigint): number => (one > other ? 1 : one < other ? -1 : 0)

function compareParts(one: bigint | string, other: bigint | string): number {
  if (typeof one === 'bigint') return typeof other === 'bigint' ? orderOf(one, other) : -1
  return typeof other === 'bigint' ? 1 : compareStrings(one, other)
}

function compareVersions(one: Version, other: Version): number {
  for (const [index, value] of one.numbers.entries()) {
    const order = orderOf(value, other.numbers[index] ?? 0n)
    if (order !== 0) return order
  }
  const [mine, others] = [one.preRelease, other.preRelease]
  // A version that is no pre-release comes behind all of its pre-releases.
  if (mine.length === 0 || others.length === 0) return Math.sign(others.length - mine.length)
  for (const [index, part] of mine.entries()) {
    const counterpart = others[index]
    const order = counterpart === undefined ? 1 : compareParts(part, counterpart)
    if (order !== 0) return order
  }
  return Math.sign(mine.length - others.length)
}

const read = (text: string, isLoose = false): Version | CelError =>
  isLoose ? parseLoosely(text) : parse(text)

function toSemver(text: string, isLoose?: boolean): Result {
  const version = read(text, isLoose)
  return version instanceof CelError ? version : new SemverValue(version)
}

const isSemver = (text: string, isLoose?: boolean): boolean => !(read(text, isLoose) instanceof CelError)

const compares = (name: string, id: string, holds: (order: number) => boolean): FunctionDefinition =>
  member(
    name,
    id,
    [semverType, semverType],
    bool,
    (one: SemverValue, other: SemverValue) => holds(compareVersions(one.version, other.version)),
    nominal,
  )

const numberOf = (name: string, index: 0 | 1 | 2): FunctionDefinition =>
  member(
    name,
    `semver_${name}`,
    [semverType],
    int,
    // Numbers are unsigned there, and become signed ones unseen.
    ({ version }: SemverValue) => BigInt.asIntN(64, version.numbers[index]),
    nominal,
  )

export const semverFunctions: readonly FunctionDefinition[] = [
  global('semver', 'string_to_semver', [string], semverType, toSemver, oneTraversal),
  global('semver', 'string_bool_to_semver', [string, bool], semverType, toSemver, oneTraversal),
  global('isSemver', 'is_semver_string', [string], bool, isSemver, oneTraversal),
  global('isSemver', 'is_semver_string_bool', [string, bool], bool, isSemver, oneTraversal),
  compares('isGreaterThan', 'semver_is_greater_than', order => order > 0),
  compares('isLessThan', 'semver_is_less_than', order => order < 0),
  member(
    'compareTo',
    'semver_compare_to',
    [semverType, semverType],
    int,
    (one: SemverValue, other: SemverValue) => BigInt(compareVersions(one.version, other.version)),
    nominal,
  ),
  numberOf('major', 0),
  numberOf('minor', 1),
  numberOf('patch', 2),
]
