import { describe, expect, it } from 'vitest'
import { completeSelector, fieldTermsOf } from './completion.ts'

const terms = [
  { key: 'app', values: ['web', 'api', 'web-admin'] },
  { key: 'app.kubernetes.io/name', values: ['cart'] },
  { key: 'tier', values: ['front', 'back'] },
]

/** The caret is where `|` stands. */
function complete(marked: string): readonly string[] | null {
  const caret = marked.indexOf('|')
  return completeSelector(marked.replace('|', ''), caret, terms)?.options.map(({ text }) => text) ?? null
}

describe('what completes a selector', () => {
  it.each([
    ['|', ['app', 'app.kubernetes.io/name', 'tier']],
    ['ti|', ['tier']],
    ['name|', ['app.kubernetes.io/name']],
    ['app=|', ['web', 'api', 'web-admin']],
    ['app=w|', ['web', 'web-admin']],
    ['app!=a|', ['api', 'web-admin']],
    ['app == we|', ['web', 'web-admin']],
    ['app=web,|', ['app', 'app.kubernetes.io/name', 'tier']],
    ['app=web,tier=|', ['front', 'back']],
    ['tier in (|', ['front', 'back']],
    ['tier in (front, b|', ['back']],
    ['app notin (w|', ['web', 'web-admin']],
    ['!ti|', ['tier']],
    ['app=|,tier=front', ['web', 'api', 'web-admin']],
    ['tier|', null],
    ['nope=|', null],
    ['tier in (front) |', null],
    ['xyz|', null],
  ] as const)('%s', (marked, options) => {
    expect(complete(marked)).toEqual(options)
  })

  it('takes the place of what was typed, up to the caret', () => {
    expect(completeSelector('app=we,tier=x', 6, terms)).toMatchObject({ from: 4, to: 6 })
  })
})

describe('fields that may be selected by', () => {
  const valuesOf = (column: string) => (column === 'Node' ? ['node-1'] : [])

  it('are those of the kind, then those of every kind', () => {
    const fields = fieldTermsOf({ group: '', resource: 'pods' }, true, valuesOf)
    expect(fields[0]).toMatchObject({ key: 'status.phase' })
    expect(fields.find(({ key }) => key === 'spec.nodeName')?.values).toEqual(['node-1'])
    expect(fields.slice(-2).map(({ key }) => key)).toEqual(['metadata.name', 'metadata.namespace'])
  })

  it('have no namespace where the kind has none', () => {
    const fields = fieldTermsOf({ group: 'example.com', resource: 'widgets' }, false, valuesOf)
    expect(fields.map(({ key }) => key)).toEqual(['metadata.name'])
  })
})
