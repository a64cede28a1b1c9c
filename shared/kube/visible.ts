/**
 * Characters that show as nothing yet change what is read: C0 and C1 controls except tab and line
 * breaks, marks, embeddings, overrides and isolates of the bidirectional algorithm (Unicode
 * Standard Annex 9), characters without width, fillers, line separators, tags and the variation
 * selectors that can carry a message. The joiners U+200C and
 * U+200D stay, for words and emoji are written with them.
 */
export const hiddenCharacters =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is meant by itself
  /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{115f}\u{1160}\u{180e}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{feff}\u{ffa0}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/gu

const hidden = new RegExp(hiddenCharacters.source, 'u')

/** True when the text holds a hidden character. */
export function hasHidden(text: string): boolean {
  return hidden.test(text)
}

/** What stands for a hidden character, e.g. `⟨U+202E⟩`. */
export function hiddenMark(codePoint: number): string {
  return `⟨U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** The text with a visible mark in place of each hidden character: what is read is what is there. */
export function visibleText(text: string): string {
  return text.replace(hiddenCharacters, character => hiddenMark(character.codePointAt(0) ?? 0))
}
