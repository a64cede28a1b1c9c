/** Times as k8s.io/apimachinery/pkg/apis/meta/v1 reads and writes them. */

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/

/**
 * A time of RFC 3339 in UTC: whole seconds, or microseconds where `micro` is true. `null` for the zero
 * time, which JSON shows as null; undefined where the text is no time.
 */
export function canonicalTime(text: string, micro: boolean): string | null | undefined {
  const match = form.exec(text)
  if (match === null) return undefined
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '',
    minute = '',
    second = '',
    fraction,
    sign,
    ahead,
    past,
  ] = match
  if (micro && fraction?.length !== 6) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(ahead ?? 0) > 24 || Number(past ?? 0) > 60) return undefined
  const local = new Date(0)
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (local.getUTCMonth() !== Number(month) - 1 || local.getUTCDate() !== Number(day)) return undefined
  const offset = (Number(ahead ?? 0) * 60 + Number(past ?? 0)) * (sign === '-' ? -1 : 1)
  local.setUTCHours(Number(hour), Number(minute) - offset, Number(second))
  const whole = local.toISOString().replace(/\.000Z$/, '')
  if (/^[+-]/.test(whole)) return undefined
  const parts = micro ? `.${fraction}` : ''
  const isZero = whole === '0001-01-01T00:00:00' && Number(fraction ?? 0) === 0
  return isZero ? null : `${whole}${parts}Z`
}
