const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

/**
 * A duration in milliseconds as kubectl writes it (`HumanDuration` of apimachinery's
 * util/duration): two units while the second one matters.
 */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < -2 * second) return '<invalid>'
  if (milliseconds < 2 * minute) return `${Math.max(0, Math.floor(milliseconds / second))}s`
  if (milliseconds < 10 * minute) return pair(milliseconds, minute, 'm', second, 's')
  if (milliseconds < 3 * hour) return `${Math.floor(milliseconds / minute)}m`
  if (milliseconds < 8 * hour) return pair(milliseconds, hour, 'h', minute, 'm')
  if (milliseconds < 2 * day) return `${Math.floor(milliseconds / hour)}h`
  if (milliseconds < 8 * day) return pair(milliseconds, day, 'd', hour, 'h')
  if (milliseconds < 2 * year) return `${Math.floor(milliseconds / day)}d`
  if (milliseconds < 8 * year) return pair(milliseconds, year, 'y', day, 'd')
  return `${Math.floor(milliseconds / year)}y`
}

function pair(milliseconds: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((milliseconds % big) / small)
  const whole = `${Math.floor(milliseconds / big)}${bigUnit}`
  return rest === 0 ? whole : `${whole}${rest}${smallUnit}`
}
