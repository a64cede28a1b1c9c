/** Names that a controller made up, numbers, addresses, durations and what stands in quotes. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#'],
  [/sha256:[0-9a-f]{12,}/gi, '#'],
  [/"[^"]*"|'[^']*'|`[^`]*`/g, '""'],
  [/-[bcdfghjklmnpqrstvwxz2456789]{5,10}\b/g, '-#'],
  [/\b0x[0-9a-f]+\b/gi, '#'],
  [/(?:\d+(?:\.\d+)?(?:h|ms|m|us|µs|ns|s))+\b/g, '#'],
  [/\d+(?:\.\d+)*/g, '#'],
]

/** A message without what differs from one time to the next: messages of one family have the same. */
export function familyOf(message: string): string {
  return varying.reduce((text, [pattern, instead]) => text.replace(pattern, instead), message)
}
