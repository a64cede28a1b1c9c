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

  it('needs every word', () => {
    expect(rank(item('Close the tab'), 'tab close')).toBeGreaterThan(0)
    expect(rank(item('Close the tab'), 'tab open')).toBe(0)
  })
})
