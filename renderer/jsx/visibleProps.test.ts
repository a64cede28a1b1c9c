import { expect, it } from 'vitest'
import { jsx, jsxs } from './jsx-runtime.ts'
import { visibleProps } from './visibleProps.ts'

const reversed = 'invoice\u202Egnp.exe'
const marked = 'invoice⟨U+202E⟩gnp.exe'

it.each([
  [{ children: reversed }, { children: marked }],
  [{ children: ['a', reversed, ['b\u0000', 3]] }, { children: ['a', marked, ['b⟨U+0000⟩', 3]] }],
  [
    { title: reversed, 'aria-label': reversed },
    { title: marked, 'aria-label': marked },
  ],
  [
    { placeholder: 'a\u200Bb', textValue: reversed },
    { placeholder: 'a⟨U+200B⟩b', textValue: marked },
  ],
])('of %j what is shown is marked', (props, expected) => {
  expect(visibleProps(props)).toEqual(expected)
})

it('what is typed, what is an address, and what is not text stay as they are', () => {
  const children = { an: 'element' }
  const props = { value: reversed, href: reversed, id: reversed, children, key: 1 }
  expect(visibleProps(props)).toBe(props)
  expect(visibleProps(null)).toBe(null)
})

it('properties and children without hidden characters come back themselves, joiners included', () => {
  const props = { title: 'plain', children: ['a', ['b'], '👩‍💻 क्‍ष'] }
  expect(visibleProps(props)).toBe(props)
})

const Component = ({ children }: { readonly children?: unknown }) => children as never

it('a text too long to lay out ends with how much is left out', () => {
  const { children, title } = visibleProps({ children: 'a'.repeat(1_000_000), title: 'b'.repeat(3000) }) as {
    readonly children: string
    readonly title: string
  }
  expect(children).toHaveLength(50_000 + '⟨950,000 more characters⟩'.length)
  expect(children).toMatch(/a⟨950,000 more characters⟩$/)
  expect(title).toMatch(/b⟨1,000 more characters⟩$/)
})

it('our JSX makes elements of marked texts, components included, and marks nothing twice', () => {
  expect(jsx('p', { children: reversed }).props).toEqual({ children: marked })
  expect(jsxs(Component, { children: [reversed, marked] }).props).toEqual({ children: [marked, marked] })
})
