import type { Row, YamlCopy } from '../../../shared/ipc/index.ts'
import { mostYamlObjects } from '../../../shared/ipc/index.ts'
import type { ObjectRef } from '../../../shared/kube/index.ts'
import { engine } from '../../bridge/index.ts'
import { announce, copyText, errorBody } from '../../live/index.ts'
import type { ViewParams } from '../../table/index.ts'

/** `1 pod`-like words for the rows that are copied. */
export function countedRows(selected: number, matching: number): string {
  return selected > 0 ? `${selected} selected` : `all ${matching}`
}

/** Copies the selected rows, or all that match, as names or as CSV. Says how it went. */
export async function copyTable(
  params: ViewParams,
  selected: ReadonlySet<string>,
  matching: number,
  format: 'names' | 'csv',
): Promise<void> {
  const many = countedRows(selected.size, matching)
  try {
    const text = await engine.call('tables.copy', { ...params, format, keys: [...selected] })
    await copyText(text, format === 'names' ? `the names of ${many}` : `${many} as CSV`)
  } catch (error) {
    announce(errorBody(error).message)
  }
}

export interface YamlRun {
  /** Gives up; what was fetched is dropped. */
  cancel(): void
}

/** Fetches whole objects as one text; `progress` is told until it is complete or failed. */
export function fetchYaml(
  rows: readonly Row[],
  refOf: (row: Row) => ObjectRef,
  progress: (state: YamlCopy) => void,
  failed: (message: string) => void,
): YamlRun {
  const objects = rows.slice(0, mostYamlObjects).map(row => ({ context: row.context, ref: refOf(row) }))
  const stream = engine.openStream(
    'tables.yaml',
    { objects },
    {
      value: state => {
        progress(state)
        if (state.text !== null) stream.close()
      },
      end: error => {
        if (error !== undefined) failed(error.message)
      },
    },
  )
  return { cancel: () => stream.close() }
}
