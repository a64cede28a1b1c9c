const digit = /[A-Za-z0-9+/]/

/** Position of the first character from `at` on that is no line break. */
function past(text: string, at: number): number {
  let next = at
  while (text[next] === '\n' || text[next] === '\r') next++
  return next
}

/** Where padded base64 is wrong, as Go counts it (`encoding/base64`); null where it is right. */
function faultAt(text: string): number | null {
  let at = 0
  for (;;) {
    for (let digits = 0; digits < 4; digits++) {
      at = past(text, at)
      const character = text[at]
      if (character === undefined) return digits === 0 ? null : at - digits
      at++
      if (digit.test(character)) continue
      if (character !== '=' || digits < 2) return at - 1
      if (digits === 2) {
        at = past(text, at)
        if (text[at] === undefined) return text.length
        if (text[at] !== '=') return at - 1
        at++
      }
      at = past(text, at)
      return at < text.length ? at : null
    }
  }
}

/** Why a text is no base64, as the server says it; null where it is. */
export function base64Fault(text: string): string | null {
  const at = faultAt(text)
  return at === null ? null : `illegal base64 data at input byte ${at}`
}
