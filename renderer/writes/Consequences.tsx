import type { Consequence } from '../../shared/ipc/index.ts'
import { Banner } from '../ui/index.ts'

const order = { danger: 0, warning: 1, info: 2 } as const

/** What a plan brings about beside its own requests, the worst first. */
export function Consequences({ consequences }: { readonly consequences: readonly Consequence[] }) {
  const sorted = consequences.toSorted((one, other) => order[one.severity] - order[other.severity])
  return sorted.map(consequence => (
    <Banner
      key={consequence.text}
      meaning={
        consequence.severity === 'danger' ? 'bad' : consequence.severity === 'warning' ? 'warning' : 'unknown'
      }
    >
      {consequence.text}
      {consequence.refs.length > 0 && ` ${namesOf(consequence)}`}
    </Banner>
  ))
}

function namesOf({ refs, total }: Consequence): string {
  const names = refs
    .slice(0, 8)
    .map(({ kind, ref }) => `${kind} ${ref.namespace === '' ? '' : `${ref.namespace}/`}${ref.name}`)
  const rest = total - names.length
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}
