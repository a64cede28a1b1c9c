import { expect, it, test } from 'vitest'
import { defaultSettings } from '../../shared/ipc/index.ts'
import { exportedText, natures, parseImport } from './transferText.ts'

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

const given = { consents: ['shop'], prometheus: { shop: 'monitoring/http:prometheus:9090' } }

test('every agreement is named here', () => {
  const agreements = Object.entries(natures).filter(([, nature]) => nature === 'agreement')
  expect(agreements.map(([key]) => key)).toEqual(Object.keys(given))
})

it.each(Object.entries(given))('an agreement stays where it was given: %s', (key, value) => {
  expect(exportedText({ ...defaultSettings, ...given })).not.toMatch(`"${key}"`)
  expect(parseImport(JSON.stringify({ [key]: value }))).toMatch(key)
})

it.each(['dock', 'forwards', 'snapshots', 'rail', 'usedNamespaces'] as const)(
  'what belongs to this machine stays: %s',
  key => {
    expect(exportedText(defaultSettings)).not.toMatch(`"${key}"`)
    expect(parseImport(JSON.stringify({ [key]: defaultSettings[key] }))).toMatch(key)
  },
)
