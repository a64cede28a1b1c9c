import { expect, it, test } from 'vitest'
import { defaultSettings } from '../../shared/ipc/index.ts'
import { exportedText, parseImport } from './transferText.ts'

test('what was chosen goes along, what belongs to this machine stays', () => {
  const text = exportedText({ ...defaultSettings, theme: 'dark', consents: ['a'], lastOpened: { a: 1 } })
  expect(parseImport(text)).toMatchObject({ theme: 'dark', editor: defaultSettings.editor })
  expect(text).not.toMatch(/consents|lastOpened|tabs/)
})

it.each([
  ['', /not JSON/],
  ['[]', /no object/],
  ['null', /no object/],
  ['{"consents": ["x"]}', /consents/],
])('%j is refused with a reason', (text, reason) => expect(parseImport(text)).toMatch(reason))
