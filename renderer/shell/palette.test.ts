import { describe, expect, it } from 'vitest'
import { bestItems, type PaletteItem, rank } from './palette.ts'

const item = (title: string, aliases: string[] = [], group: PaletteItem['group'] = 'Kinds'): PaletteItem => ({
  id: title,
  group,
  title,
  detail: '',
  aliases,
  run: () => undefined,
})
const items = [
  item('PodDisruptionBudgets', ['pdb', 'poddisruptionbudget']),
  item('Pods', ['po', 'pod']),
  item('PodTemplates', ['podtemplate']),
  item('ValidatingAdmissionPolicies', ['vap']),
  item('post-office', [], 'Objects'),
  item('CustomResourceDefinitions', ['crd', 'crds']),
]
const found = (text: string) => bestItems(items, text, 10).map(({ title }) => title)

describe('the palette', () => {
  it.each([
    ['po', 'Pods'],
    ['pdb', 'PodDisruptionBudgets'],
    ['vap', 'ValidatingAdmissionPolicies'],
    ['crd', 'CustomResourceDefinitions'],
    ['pods', 'Pods'],
    ['post', 'post-office'],
    ['admission', 'ValidatingAdmissionPolicies'],
    ['disrbud', 'PodDisruptionBudgets'],
  ])('finds for %s first %s', (text, title) => {
    expect(found(text)[0]).toBe(title)
  })

  it('shows everything for nothing, and nothing for what is not there', () => {
    expect(found('')).toHaveLength(items.length)
    expect(found('xyz')).toEqual([])
  })

  it.each([
    ['pdbu', true],
    ['poddisbudg', true],
    ['disrbud', true],
    ['bud', true],
    ['pbd', false],
    ['team', false],
    ['psn', false],
    ['udgets', true],
  ])('knows kinds by the beginnings of their words: %s is one: %s', (text, isFound) => {
    expect(rank(item('PodDisruptionBudgets'), text) > 0).toBe(isFound)
    expect(rank(item('PersistentVolumeClaims'), 'team')).toBe(0)
  })

  it('is quick with a kind whose name has very many ways to be abbreviated', () => {
    const started = performance.now()
    expect(rank(item('A'.repeat(253)), `${'a'.repeat(100)}b`)).toBe(0)
    expect(performance.now() - started).toBeLessThan(500)
  })

  it('finds a context by what stands behind its name, after those that are called so', () => {
    const context = (name: string, detail: string): PaletteItem => ({
      ...item(name, [], 'Contexts'),
      detail,
      isFoundByDetail: true,
    })
    const all = [
      context('prod', 'team-a · https://10.0.0.7:6443 · /home/me/kube/shop'),
      context('team-b', 'admin · https://10.0.0.8:6443'),
      item('Use the dark theme', [], 'Actions'),
    ]
    const titles = (text: string) => bestItems(all, text, 10).map(({ title }) => title)
    expect(titles('team')).toEqual(['team-b', 'prod'])
    expect(titles('10.0.0.7')).toEqual(['prod'])
    expect(titles('kube/shop')).toEqual(['prod'])
    expect(titles('prod team-a')).toEqual(['prod'])
  })

  it.each(['Actions', 'Objects', 'Contexts'] as const)(
    'finds %s by whole letters alone, never scattered',
    group => {
      expect(rank(item('Use the dark theme', [], group), 'team')).toBe(0)
      expect(rank(item('Use the dark theme', [], group), 'dark')).toBeGreaterThan(0)
    },
  )

  it('needs every word', () => {
    expect(rank(item('Close the tab'), 'tab close')).toBeGreaterThan(0)
    expect(rank(item('Close the tab'), 'tab open')).toBe(0)
  })
})
