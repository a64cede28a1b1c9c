import { hasHidden, visibleText } from '../../shared/kube/index.ts'

/**
 * Attributes that are read out or shown, on elements and on components that pass them on. Not
 * `value`: what is typed stays as it was typed.
 */
const shown = [
  'title',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'placeholder',
  'alt',
  'textValue',
] as const

/**
 * Most characters of one text: laying out a megabyte without a break stops the page for half a
 * minute. What is left out is said, and stands in the YAML, which draws only what is in sight.
 */
const mostText = 50_000
/** Most characters of what is read out or shown on hovering. */
const mostShown = 2000

function drawn(text: string, most: number): string {
  if (text.length <= most) return hasHidden(text) ? visibleText(text) : text
  const rest = (text.length - most).toLocaleString('en')
  return `${visibleText(text.slice(0, most))}⟨${rest} more characters⟩`
}

/** The same properties with hidden characters marked and endless texts cut; itself when there are none. */
export function visibleProps(props: unknown): unknown {
  if (typeof props !== 'object' || props === null) return props
  const given = props as Readonly<Record<string, unknown>>
  let changed: Record<string, unknown> | null = null
  for (const name of shown) {
    const value = given[name]
    if (typeof value !== 'string') continue
    const text = drawn(value, mostShown)
    if (text === value) continue
    changed ??= { ...given }
    changed[name] = text
  }
  const children = visibleChildren(given.children)
  if (children !== given.children) {
    changed ??= { ...given }
    changed.children = children
  }
  return changed ?? props
}

/** Children with the hidden characters of their texts marked; elements have had theirs marked before. */
function visibleChildren(children: unknown): unknown {
  if (typeof children === 'string') return drawn(children, mostText)
  if (!Array.isArray(children)) return children
  let changed: unknown[] | null = null
  for (const [index, child] of children.entries()) {
    if (typeof child !== 'string' && !Array.isArray(child)) continue
    const visible = visibleChildren(child)
    if (visible === child) continue
    changed ??= [...children]
    changed[index] = visible
  }
  return changed ?? children
}
