const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

/**
 * An age as kubectl writes it, e.g. `45s`, `3m12s`, `5d3h`, `2y40d`. The steps are those of
 * `HumanDuration` in k8s.io/apimachinery/pkg/util/duration: two units while the larger one is
 * small, one after that.
 * @param milliseconds up to two seconds below zero count as zero (clocks differ); less is `<invalid>`
 */
export function formatAge(milliseconds: number): string {
  if (!Number.isFinite(milliseconds) || milliseconds <= -2 * second) return '<invalid>'
  const age = Math.max(0, milliseconds)
  if (age < 2 * minute) return `${Math.floor(age / second)}s`
  if (age < 10 * minute) return twoUnits(age, minute, 'm', second, 's')
  if (age < 3 * hour) return `${Math.floor(age / minute)}m`
  if (age < 8 * hour) return twoUnits(age, hour, 'h', minute, 'm')
  if (age < 2 * day) return `${Math.floor(age / hour)}h`
  if (age < 8 * day) return twoUnits(age, day, 'd', hour, 'h')
  if (age < 2 * year) return `${Math.floor(age / day)}d`
  if (age < 8 * year) return twoUnits(age, year, 'y', day, 'd')
  return `${Math.floor(age / year)}y`
}

function twoUnits(age: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((age % large) / small)
  const whole = `${Math.floor(age / large)}${largeName}`
  return rest === 0 ? whole : `${whole}${rest}${smallName}`
}

const agePattern = /^(?:(\d+)y)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/

/** Milliseconds of an age as kubectl writes it; null for anything else (`<unknown>`, `<invalid>`). */
export function parseAge(text: string): number | null {
  const match = text === '' ? null : agePattern.exec(text)
  if (match === null) return null
  const [, years = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
  return (
    Number(years) * year +
    Number(days) * day +
    Number(hours) * hour +
    Number(minutes) * minute +
    Number(seconds) * second
  )
}

/** A text around an age: `3 (5m ago)` has the prefix `3 (`, five minutes, and the suffix ` ago)`. */
export interface AgeInText {
  readonly prefix: string
  /** Milliseconds. */
  readonly age: number
  readonly suffix: string
}

const agoPattern = /^(.*?)(\d[\dydhms]*)( ago\)?)$/

/** Finds `… ago` at the end of a cell, as the Restarts column of pods has it; null when there is none. */
export function parseAgo(text: string): AgeInText | null {
  // Nearly every cell ends otherwise, and this runs for each of them.
  if (!text.endsWith(' ago)') && !text.endsWith(' ago')) return null
  const match = agoPattern.exec(text)
  const age = match?.[2] === undefined ? null : parseAge(match[2])
  if (match === null || age === null) return null
  return { prefix: match[1] ?? '', age, suffix: match[3] ?? '' }
}
