import { stringify } from 'yaml'
import type { KubeObject } from '../../../shared/kube/index.ts'
import type { Expectation } from '../case.ts'
import type { Observed } from '../expectation.ts'
import type { Recorded } from '../recording.ts'
import { cellOf } from './cell.ts'

/**
 * A request of a cell as a file of test/cases/admission: the cell’s objects, the request, and what the
 * server did with it.
 */
export function asCase({ id, request, seen, objects }: Recorded, requestsPerCell: number): string {
  const [, cellName = '', requestId = ''] = id.split('/')
  const { objects: written, policies } = cellOf(Number(cellName.slice(2)), requestsPerCell)
  const installed = policies.filter(({ kind, metadata: { name } }: KubeObject) =>
    objects.some(each => each.kind === kind && each.metadata.name === name),
  )
  const { expect: _, ...asked } = request
  return stringify(
    {
      id: `${cellName}-${requestId}`,
      class: 'R',
      text: 'met by the fuzzer',
      variants: [
        { id: cellName, setup: [...written, ...installed], requests: [{ ...asked, expect: expected(seen) }] },
      ],
    },
    { lineWidth: 0 },
  )
}

function expected({ code, message, warnings }: Observed): Expectation {
  if (code >= 400) return { outcome: 'rejected', code, messageEquals: message }
  return { outcome: 'allowed', warningCount: warnings.length }
}
