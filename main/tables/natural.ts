const zero = 48
const nine = 57

/**
 * Orders text as people do: runs of digits by their number, letters without regard to case. Texts
 * that are equal so far are ordered by their code units, so that only equal texts compare as 0.
 * Written out because it runs some twenty times for each row of a large table; `Intl.Collator`
 * takes ten times as long.
 */
export function compareNatural(a: string, b: string): number {
  if (a === b) return 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(j)
    if (isDigit(x) && isDigit(y)) {
      const endA = endOfDigits(a, i)
      const endB = endOfDigits(b, j)
      const order = compareDigits(a, i, endA, b, j, endB)
      if (order !== 0) return order
      i = endA
      j = endB
    } else {
      const order = lower(x) - lower(y)
      if (order !== 0) return order
      i++
      j++
    }
  }
  const rest = a.length - i - (b.length - j)
  return rest !== 0 ? rest : a < b ? -1 : 1
}

const isDigit = (code: number): boolean => code >= zero && code <= nine
const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)

function endOfDigits(text: string, start: number): number {
  let end = start
  while (end < text.length && isDigit(text.charCodeAt(end))) end++
  return end
}

function compareDigits(
  a: string,
  startA: number,
  endA: number,
  b: string,
  startB: number,
  endB: number,
): number {
  let i = startA
  let j = startB
  while (i < endA && a.charCodeAt(i) === zero) i++
  while (j < endB && b.charCodeAt(j) === zero) j++
  if (endA - i !== endB - j) return endA - i - (endB - j)
  for (; i < endA; i++, j++) {
    const order = a.charCodeAt(i) - b.charCodeAt(j)
    if (order !== 0) return order
  }
  return 0
}
