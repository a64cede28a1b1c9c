/**
 * Whether a text could hold a Secret. YAML has many ways to write a kind, so that the word counts wherever it stands,
 * with characters escaped or a line broken in it too: rather one draft too many is not kept on disk.
 */
export function couldBeSecret(text: string): boolean {
  return /\bSecret(?:List)?\b|\bstringData\b/.test(unescaped(text))
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  return text
    .replaceAll(/\\\r?\n[ \t]*/g, '')
    .replaceAll(
      /\\(?:x([0-9a-f]{2})|u00([0-9a-f]{2})|U000000([0-9a-f]{2}))/gi,
      (_whole, ...codes: unknown[]) =>
        String.fromCharCode(
          Number.parseInt(codes.slice(0, 3).find(code => typeof code === 'string') as string, 16),
        ),
    )
}
