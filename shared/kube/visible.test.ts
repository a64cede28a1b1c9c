import { expect, it } from 'vitest'
import { visibleText } from './visible.ts'

it.each([
  ['plain text stays', 'web-1 läuft · 日本語 · عربي', 'web-1 läuft · 日本語 · عربي'],
  ['tabs and line breaks stay', 'a\tb\r\nc', 'a\tb\r\nc'],
  ['emoji keep their joiners', '👩‍💻', '👩‍💻'],
  ['overrides', 'a\u202Eb\u202Cc', 'a⟨U+202E⟩b⟨U+202C⟩c'],
  ['isolates', '\u2066\u2067\u2068\u2069', '⟨U+2066⟩⟨U+2067⟩⟨U+2068⟩⟨U+2069⟩'],
  ['direction marks', '\u200E\u200F\u061C', '⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩'],
  ['C0 and C1 controls', '\u0000\u001B[31m\u007F\u0085', '⟨U+0000⟩⟨U+001B⟩[31m⟨U+007F⟩⟨U+0085⟩'],
  ['no width', 'pay\u200Bpal\uFEFF', 'pay⟨U+200B⟩pal⟨U+FEFF⟩'],
  ['tags beyond the first plane', '\u{E0041}', '⟨U+E0041⟩'],
])('%s', (_name, text, shown) => {
  expect(visibleText(text)).toBe(shown)
})
