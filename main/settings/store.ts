import type { AppErrorBody } from '../../shared/errors/index.ts'
import { type Clock, Observable, type ReadonlyObservable } from '../../shared/flow/index.ts'
import { defaultSettings, type Settings, settingsSchema } from '../../shared/ipc/index.ts'
import { moveAside, readText, writeAtomically } from './file.ts'

export interface SettingsStore {
  readonly value: ReadonlyObservable<Settings>
  /** Set while the file on disk could not be used as it was, or could not be written. */
  readonly problem: ReadonlyObservable<AppErrorBody | null>
  /**
   * Replaces the named keys and writes the file before it returns. The file is read again first,
   * so that what another process of ours changed meanwhile survives. An unwritable file is told
   * by `problem`; the change holds until the end of this process.
   */
  change(patch: SettingsPatch): void
}

/** Keys left out, or `undefined`, stay as they are. */
type SettingsPatch = { readonly [Key in keyof Settings]?: Settings[Key] | undefined }

/** What the file holds: our keys, checked, and those of other versions as they are. */
interface Content {
  readonly settings: Settings
  readonly unknown: ReadonlyMap<string, unknown>
  readonly problem: AppErrorBody | null
  /** False while the file holds something that could be neither read nor set aside. */
  readonly mayWrite: boolean
}

/**
 * @param file path of the settings file; it need not exist, nor its folder.
 */
export function createSettings(file: string, { clock }: { readonly clock: Clock }): SettingsStore {
  const first = load(file, defaultSettings, clock)
  const value = new Observable(first.settings)
  const problem = new Observable<AppErrorBody | null>(first.problem)

  const change = (patch: SettingsPatch): void => {
    const present = load(file, value.get(), clock)
    const settings: Settings = { ...present.settings, ...definedOnly(patch) }
    const whole = Object.fromEntries([...present.unknown, ...Object.entries(settings)])
    const failure = present.mayWrite ? (write(file, whole) ?? present.problem) : present.problem
    if (failure !== null || problem.get() !== null) problem.set(failure)
    value.set(settings)
  }
  return { value, problem, change }
}

/** @param fallback what holds when the file is not there or cannot be used */
function load(file: string, fallback: Settings, clock: Clock): Content {
  const nothing = { settings: fallback, unknown: new Map<string, unknown>() }
  let text: string | null
  try {
    text = readText(file)
  } catch (error) {
    const problem = badSettings(`The settings in ${file} could not be read: ${reasonOf(error)}.`)
    return { ...nothing, problem, mayWrite: false }
  }
  if (text === null) return { ...nothing, problem: null, mayWrite: true }
  const parsed = parseObject(text)
  if (parsed !== null) return sort(parsed, file, clock)
  const instead = fallback === defaultSettings ? 'Defaults are used' : 'Those of before stay in use'
  const what = `The settings in ${file} are not readable as JSON. ${instead}`
  return { ...nothing, ...setAside(file, clock, what) }
}

/** Keeps each key that is right, so that one wrong value does not cost the others. */
function sort(parsed: ReadonlyMap<string, unknown>, file: string, clock: Clock): Content {
  const unknown = new Map<string, unknown>()
  const known = new Map<string, unknown>()
  const wrong: string[] = []
  for (const [key, value] of parsed) {
    if (!Object.hasOwn(settingsSchema.shape, key)) unknown.set(key, value)
    else if (isValid(key as keyof Settings, value)) known.set(key, value)
    else wrong.push(key)
  }
  const settings: Settings = { ...defaultSettings, ...Object.fromEntries(known) }
  if (wrong.length === 0) return { settings, unknown, problem: null, mayWrite: true }
  const names = wrong.join(', ')
  const what = `Some settings in ${file} have values that do not fit (${names}). Defaults are used for them`
  const aside = setAside(file, clock, what)
  const failure = aside.mayWrite ? write(file, Object.fromEntries([...unknown, ...known])) : null
  return { settings, unknown, ...aside, problem: failure ?? aside.problem }
}

function setAside(file: string, clock: Clock, what: string): Pick<Content, 'problem' | 'mayWrite'> {
  try {
    const kept = moveAside(file, clock.now())
    return { problem: badSettings(`${what}; the old file is kept as ${kept}.`), mayWrite: true }
  } catch (error) {
    const why = `it could not be set aside (${reasonOf(error)}) and is left as it is`
    return { problem: badSettings(`${what}; ${why}.`), mayWrite: false }
  }
}

/** Null when written. */
function write(file: string, content: object): AppErrorBody | null {
  try {
    writeAtomically(file, `${JSON.stringify(content, null, 2)}\n`)
    return null
  } catch (error) {
    return badSettings(`The settings could not be written to ${file}: ${reasonOf(error)}.`)
  }
}

function isValid(key: keyof Settings, value: unknown): boolean {
  return settingsSchema.shape[key].safeParse(value).success
}

function parseObject(text: string): ReadonlyMap<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return new Map(Object.entries(value))
  } catch {
    return null
  }
}

function definedOnly(patch: SettingsPatch): Partial<Settings> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

function badSettings(message: string): AppErrorBody {
  return { kind: 'badConfig', message }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
