import { expect, it } from 'vitest'
import { partsOfName } from './BreakableName.tsx'

it.each([
  ['vault.hashicorp.com', 'vault. hashicorp. com'],
  ['NamespaceLifecycle', 'Namespace Lifecycle'],
  ['shop/deployer', 'shop/ deployer'],
  ['a--b', 'a-- b'],
  ['HTTPRoute', 'HTTPRoute'],
  ['', ''],
])('%s breaks as “%s”', (name, parts) => expect(partsOfName(name).join(' ')).toBe(parts))

it('a name without end is kept whole', () => {
  const name = 'a.'.repeat(5000)
  expect(partsOfName(name)).toHaveLength(61)
  expect(partsOfName(name).join('')).toBe(name)
})
