import { describe, expect, it } from 'vitest'
import type { ContextEntry } from '../../shared/ipc/index.ts'
import { parseAddress } from '../live/index.ts'
import { followLink, linkOf } from './deepLinks.ts'

const entry = (id: string, name: string): ContextEntry => ({
  id,
  name,
  source: id,
  origin: 'kubeconfig',
  cluster: name,
  server: `https://${name}.example`,
  user: 'me',
  signIn: { type: 'token' },
  namespace: '',
  isCurrent: false,
  isProtected: false,
  colour: 0,
  borrowed: [],
  needsConsent: false,
})
const contexts = [
  entry('/a#prod', 'prod'),
  entry('/b#dev', 'dev'),
  entry('/c#dev', 'dev'),
  entry('/d#x', '/a#prod'),
]
const open =
  (...ids: readonly string[]) =>
  (id: string) =>
    ids.includes(id)
const pods = (context: string, query = '') => `#/c/${encodeURIComponent(context)}/l/core/v1/pods${query}`

describe('a link', () => {
  it('to no context is followed', () => {
    expect(followLink('#/settings', contexts, open())).toEqual({ type: 'go', address: '#/settings' })
  })

  it('to an open context is followed, by its name or its id', () => {
    const expected = { type: 'go', address: pods('/a#prod') }
    expect(followLink(pods('prod'), contexts, open('/a#prod'))).toEqual(expected)
    expect(followLink(pods('/a#prod'), contexts, open('/a#prod'))).toEqual(expected)
  })

  it('to a context that is not open is asked about', () => {
    expect(followLink(pods('prod'), contexts, open('/b#dev'))).toMatchObject({
      type: 'ask',
      candidates: [{ id: '/a#prod' }],
    })
  })

  it('to a name that several contexts have is asked about, even if one of them is open', () => {
    expect(followLink(pods('dev'), contexts, open('/b#dev'))).toMatchObject({
      type: 'ask',
      candidates: [{ id: '/b#dev' }, { id: '/c#dev' }],
    })
  })

  it('cannot pass off a context under the id of another', () => {
    expect(followLink(pods('/a#prod'), contexts, open())).toMatchObject({ candidates: [{ name: 'prod' }] })
  })

  it('to a context that is not there leads nowhere, and so does what is no address', () => {
    expect(followLink(pods('gone'), contexts, open())).toEqual({ type: 'nowhere', name: 'gone' })
    expect(followLink('#/c/prod/x/y', contexts, open())).toEqual({ type: 'nowhere', name: null })
  })

  it('opens no further context by a merged list', () => {
    const merged = '?with=%2Fb%23dev&with=%2Fc%23dev'
    expect(followLink(pods('prod', merged), contexts, open('/a#prod', '/b#dev'))).toEqual({
      type: 'go',
      address: pods('/a#prod', '?with=%2Fb%23dev'),
    })
  })
})

describe('the link of a view', () => {
  const linkFor = (text: string) => {
    const address = parseAddress(text)
    return address === null ? null : linkOf(address, contexts)
  }

  it.each([
    ['#/', 'gatehouse://'],
    ['#/settings', 'gatehouse://settings'],
    ['#/c/%2Fb%23dev/policies', 'gatehouse://c/%2Fb%23dev/policies'],
    [
      '#/c/%2Fb%23dev/pipeline?op=delete&kind=apps%2Fv1%2Fdeployments&ns=shop',
      'gatehouse://c/%2Fb%23dev/pipeline?op=delete&kind=apps%2Fv1%2Fdeployments&ns=shop',
    ],
    // Another context has the id of this one for its name.
    ['#/c/%2Fa%23prod', 'gatehouse://c/prod'],
  ])('%s is %s', (text, link) => expect(linkFor(text)).toBe(link))

  it('leads back to where it was made', () => {
    const link = linkFor(pods('/a#prod', '?ns=shop')) ?? ''
    const outcome = followLink(link.replace('gatehouse://', '#/'), contexts, open('/a#prod'))
    expect(outcome).toEqual({ type: 'go', address: pods('/a#prod', '?ns=shop') })
  })
})
