import { describe, expect, it } from 'vitest'
import { parseAddress } from '../live/index.ts'
import { closeOthers, closeTab, identityOf, moveTab, noTabs, visit } from './tabs.ts'

const identities = (address: string) => identityOf(parseAddress(address) ?? { view: 'contexts' })
const pods = '#/c/dev/l/core/v1/pods'
const shopPods = '#/c/dev/l/core/v1/pods?ns=shop'
const web = '#/c/dev/o/core/v1/pods/shop/web/summary'
const policies = '#/c/dev/policies'

describe('tabs of a context', () => {
  it('open beside the one in front', () => {
    const tabs = [pods, policies].reduce((all, address) => visit(all, address, identities), noTabs)
    const back = visit(tabs, pods, identities)
    expect(visit(back, web, identities)).toEqual({ addresses: [pods, web, policies], active: 1 })
  })

  it('follow a list whose filter changes', () => {
    const tabs = visit(noTabs, pods, identities)
    expect(visit(tabs, shopPods, identities)).toEqual({ addresses: [shopPods], active: 0 })
  })

  it('follow a question of admission that changes', () => {
    const asked = visit(noTabs, '#/c/dev/whatif', identities)
    const next = '#/c/dev/whatif?op=delete&ns=shop'
    expect(visit(asked, next, identities)).toEqual({ addresses: [next], active: 0 })
    expect(visit(asked, '#/c/dev/pipeline', identities).addresses).toHaveLength(2)
  })

  it('follow an object whose tab changes', () => {
    const tabs = visit(noTabs, web, identities)
    expect(visit(tabs, web.replace('summary', 'yaml'), identities).addresses).toHaveLength(1)
  })

  it('stay the same object when nothing changes', () => {
    const tabs = visit(noTabs, pods, identities)
    expect(visit(tabs, pods, identities)).toBe(tabs)
  })

  it.each([
    [0, 0, 0],
    [2, 2, 1],
    [0, 2, 1],
    [2, 0, 0],
  ])('closing tab %d while %d is in front leaves %d in front', (index, active, after) => {
    expect(closeTab({ addresses: ['a', 'b', 'c'], active }, index).active).toBe(after)
  })

  it('may all be closed', () => {
    expect(closeTab({ addresses: ['a'], active: 0 }, 0)).toEqual({ addresses: [], active: -1 })
  })
})

describe('tabs that are moved or closed together', () => {
  const tabs = { addresses: ['a', 'b', 'c', 'd'], active: 1 }

  it('keep the same one in front when one is moved', () => {
    expect(moveTab(tabs, 1, 3)).toEqual({ addresses: ['a', 'c', 'd', 'b'], active: 3 })
    expect(moveTab(tabs, 3, 0)).toEqual({ addresses: ['d', 'a', 'b', 'c'], active: 2 })
  })

  it('stay the same object when nothing moves', () => {
    expect(moveTab(tabs, 0, -1)).toBe(tabs)
  })

  it.each([
    ['others', 2, { addresses: ['c'], active: 0 }],
    ['others', 1, { addresses: ['b'], active: 0 }],
    ['right', 2, { addresses: ['a', 'b', 'c'], active: 1 }],
    ['right', 0, { addresses: ['a'], active: 0 }],
  ] as const)('closing the %s of tab %d', (which, index, after) => {
    expect(closeOthers(tabs, index, which)).toEqual(after)
  })
})

it('a list of several contexts is the same tab as the list of its own context', () => {
  expect(identities(`${pods}?with=prod&with=stage`)).toBe(identities(pods))
})
