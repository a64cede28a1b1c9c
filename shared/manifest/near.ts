/** Whether two names differ by letter case, or by one letter put in, left out, changed or swapped. */
export function isNear(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1 || other.length < 3) return false
  if (one.toLowerCase() === other.toLowerCase()) return true
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const shorter = Math.min(one.length, other.length) - start
  while (end < shorter && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  const restOne = one.slice(start, one.length - end)
  const restOther = other.slice(start, other.length - end)
  if (restOne.length <= 1 && restOther.length <= 1) return true
  return restOne.length === 2 && restOther === `${restOne[1]}${restOne[0]}`
}
