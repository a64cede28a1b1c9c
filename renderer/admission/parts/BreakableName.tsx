import { Fragment } from 'react'
import { visibleText } from '../../../shared/kube/index.ts'

/** A long name that breaks where its parts meet: behind dots, dashes and slashes, and between words in capitals. */
export function BreakableName({ name }: { readonly name: string }) {
  const parts = partsOfName(visibleText(name))
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** Names are short; of what is not, the rest stays in one piece. */
const mostParts = 60

export function partsOfName(name: string): readonly string[] {
  const parts = name.split(/(?<=[-./:_])(?=[^-./:_])|(?<=[a-z])(?=[A-Z])/, mostParts)
  const rest = name.slice(parts.join('').length)
  return rest === '' ? parts : [...parts, rest]
}
