/** What all completions begin with. */
export function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
